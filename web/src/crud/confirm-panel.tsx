import { useMutation } from '@tanstack/react-query'
import { type ReactNode, useRef } from 'react'
import { ApiError, describeError } from '../lib/api.ts'
import { Button } from '../ui/controls/button.tsx'
import { toastFailure } from '../ui/feedback/failure-toast.tsx'
import { Note } from '../ui/feedback/note.tsx'
import { toastProgress, toastSuccess } from '../ui/feedback/toast.tsx'
import { dismissToast } from '../ui/feedback/toast-store.ts'
import { Dialog } from '../ui/overlays/dialog.tsx'

type ConfirmTexts = {
  confirm: string
  /** The button's text: `Cancelar`, unless the action itself cancels something. */
  dismiss?: string
  confirming: string
  /** The success message. Left out where `run` reports the outcome itself. */
  done?: string
  failed: string
  /** Replaces the usual text when no answer came. */
  offline?: string
  /** Announced while the action runs, where the button's text is not enough. */
  progress?: string
  doneMs?: number
}

type ConfirmProps = {
  title: string
  texts: ConfirmTexts
  tone?: 'danger' | 'primary'
  removes?: string
  run: () => Promise<unknown>
  onClose: () => void
  children: ReactNode
}

/** A conflict is shown here and removes the button. */
export function ConfirmPanel({ title, texts, tone = 'danger', removes, run, onClose, children }: ConfirmProps) {
  const isPressed = useRef(false)
  const action = useMutation({
    mutationFn: run,
    meta: { removes },
    onMutate: () => (texts.progress === undefined ? undefined : toastProgress(texts.progress)),
    onSettled: () => {
      isPressed.current = false
    },
    onSuccess: (_data, _variables, progress) => {
      if (texts.done !== undefined) toastSuccess(texts.done, { ms: texts.doneMs, replaces: progress })
      onClose()
    },
    onError: (error, _variables, progress) => {
      if (!isConflict(error)) toastFailure(error, texts.failed, { offline: texts.offline, replaces: progress })
      else if (progress !== undefined) dismissToast(progress)
    },
  })
  const isRefused = isConflict(action.error)
  const press = () => {
    // The second click of a double click comes before the button is drawn busy.
    if (isPressed.current) return
    isPressed.current = true
    action.mutate()
  }
  return (
    <Dialog
      title={title}
      size="md"
      shape="card"
      firstFocus="[data-cancel]"
      onClose={onClose}
      footer={
        <>
          <Button data-cancel onClick={onClose}>
            {isRefused ? 'Cerrar' : (texts.dismiss ?? 'Cancelar')}
          </Button>
          {!isRefused && (
            <Button variant={tone} busy={action.isPending} busyLabel={texts.confirming} onClick={press}>
              {texts.confirm}
            </Button>
          )}
        </>
      }
    >
      <div className="px-5 pt-1 pb-5">
        {isRefused ? <Note tone="red">{describeError(action.error, texts.failed)}</Note> : children}
      </div>
    </Dialog>
  )
}

const isConflict = (error: unknown): boolean => error instanceof ApiError && error.status === 409
