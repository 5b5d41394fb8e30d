import { type ReactNode, useLayoutEffect, useRef } from 'react'
import { createPortal } from 'react-dom'

type TopDialogProps = {
  label: string
  firstFocus?: string
  /** Left out where only its own content can end it. */
  onCancel?: () => void
  children: ReactNode
}

/** It lies above every other one, and is there when no more code can be loaded. */
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
      // A browser closes it all the same at the second Escape.
      onClose={(event) => event.currentTarget.showModal()}
      className="pointer-events-auto m-auto w-[calc(100vw-32px)] max-w-[392px] overflow-hidden rounded-xl border border-edge bg-surface text-fg shadow-dialog backdrop:bg-backdrop"
    >
      {children}
    </dialog>,
    document.body,
  )
}
