import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type TopDialogProps = {
  label: string
  firstFocus?: string
  /** Left out if only the content can close it. */
  onCancel?: () => void
  children: ReactNode
}

/** Lies above all other dialogs, and works when no more code can be loaded. */
export function TopDialog({ label, firstFocus, onCancel, children }: TopDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null)
  useLayoutEffect(() => {
    const element = dialog.current
    element?.showModal()
    if (firstFocus !== undefined) element?.querySelector<HTMLElement>(firstFocus)?.focus()
    return () => element?.close()
  }, [firstFocus])
  return createPortal(
    <dialog
      ref={dialog}
      aria-label={label}
      onCancel={(event) => {
        event.preventDefault()
        onCancel?.()
      }}
      // The browser closes it at the second Escape, so it is reopened.
      onClose={(event) => event.currentTarget.showModal()}
      className="pointer-events-auto m-auto w-[calc(100vw-32px)] max-w-[392px] overflow-hidden rounded-xl border border-edge bg-surface text-fg shadow-dialog backdrop:bg-backdrop"
    >
      {children}
    </dialog>,
    document.body,
  )
}
