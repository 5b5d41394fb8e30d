import { duration, shrinking } from './toast.tsx'
import { dismissToast, showToast } from './toast-store.ts'

type ToastAction = {
  label: string
  run: () => void
  /** An error if something remains to be done. */
  type?: 'success' | 'error'
  /** Milliseconds. A pointer or the focus at most doubles the time. */
  ms?: number | undefined
  replaces?: string | undefined
}

export function toastAction(
  message: string,
  { label, run, type = 'success', ms = duration, replaces }: ToastAction,
): string {
  const id: string = showToast({
    type,
    ms,
    id: replaces,
    message: (
      <span className="flex flex-wrap items-center justify-between gap-x-3">
        <span className={`min-w-0 grow basis-24 ${shrinking}`}>{message}</span>
        <button
          type="button"
          className="-mx-2 -my-1.5 min-h-8 rounded-md px-2 text-left font-semibold text-primary-text pointer-coarse:min-h-11"
          onClick={() => {
            dismissToast(id)
            run()
          }}
        >
          {label}
        </button>
      </span>
    ),
  })
  return id
}
