import type { ReactElement } from 'react'
import { create } from 'zustand'

export type Toast = {
  id: string
  type: 'success' | 'error' | 'loading'
  message: string | ReactElement
  /** In milliseconds. */
  ms: number
  order: number
  isVisible: boolean
}

/** Milliseconds for which a dismissed toast stays in the page, so that a dialog can still tell where the click came from. */
const removeDelayMs = 200
const maxToasts = 20

let last = 0

export const useToasts = create<readonly Toast[]>(() => [])

const setToasts = (change: (toasts: readonly Toast[]) => readonly Toast[]) => useToasts.setState(change, true)

/** Replaces the toast with the same id. Returns the id. */
export function showToast({
  id,
  ...rest
}: Pick<Toast, 'type' | 'message' | 'ms'> & { id?: string | undefined }): string {
  last += 1
  const toast = { ...rest, id: id ?? String(last), order: last, isVisible: true }
  setToasts((toasts) => [toast, ...toasts.filter((one) => one.id !== toast.id)].slice(0, maxToasts))
  return toast.id
}

export function dismissToast(id: string): void {
  const dismissed = useToasts.getState().find((one) => one.id === id)
  setToasts((toasts) => toasts.map((one) => (one.id === id ? { ...one, isVisible: false } : one)))
  setTimeout(() => setToasts((toasts) => toasts.filter((one) => one.order !== dismissed?.order)), removeDelayMs)
}

/** Collects the toasts of a form, to dismiss them when they no longer apply. */
export function holdToasts(): { hold: (id: string) => void; dismiss: () => void } {
  const held = new Set<string>()
  return {
    hold: (id) => void held.add(id),
    dismiss: () => {
      for (const id of held) dismissToast(id)
      held.clear()
    },
  }
}

export const removeToasts = (): void => setToasts(() => [])
