import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactElement, useEffect } from 'react'
import { resolveValue, type Toast, toast, useToaster } from 'react-hot-toast/headless'
import { cx } from './class-names.ts'
import { IconButton } from './icon-button.tsx'
import { Spinner } from './spinner.tsx'

const shown = 20
const duration = 4_000

/** Says in one sentence that something was done; `replaces` is the id of one that it takes the place of. */
export function toastSuccess(
  message: string | ReactElement,
  options: { ms?: number | undefined; replaces?: string | undefined } = {},
): void {
  toast.success(message, { duration: options.ms ?? duration, ...(options.replaces ? { id: options.replaces } : {}) })
}

export function toastError(message: string | ReactElement, options: { replaces?: string | undefined } = {}): void {
  // The same failure of two calls is one fact.
  const id = options.replaces ?? (typeof message === 'string' ? message : undefined)
  toast.error(message, { duration, ...(id ? { id } : {}) })
}

/** Stays until a success or an error replaces it; gives the id to replace. */
export const toastProgress = (message: string): string => toast.loading(message)

export const dismissToast = (id: string): void => toast.dismiss(id)

/** The layer that shows them, 72 px down so that it never covers the primary button. */
export function ToastLayer() {
  const { toasts, handlers } = useToaster({ duration })
  const visible = toasts.filter((one) => one.visible)
  useEffect(() => {
    for (const late of visible.slice(shown)) toast.dismiss(late.id)
  })
  return (
    <section
      aria-label="Avisos"
      data-toasts
      className="pointer-events-none fixed top-[64px] right-3 left-3 z-60 flex flex-col gap-2 md:top-[72px] md:right-6 md:left-auto md:w-[340px]"
      onPointerEnter={handlers.startPause}
      onPointerLeave={handlers.endPause}
      onFocus={handlers.startPause}
      onBlur={handlers.endPause}
    >
      {/* Always there, because a region that arrives with its text is missed; `aria-live` keeps them heard over a dialog. */}
      <div role="status" aria-live="polite" className="contents">
        {toasts.filter((one) => one.type !== 'error').map(card)}
      </div>
      <div role="alert" aria-live="assertive" className="contents">
        {toasts.filter((one) => one.type === 'error').map(card)}
      </div>
    </section>
  )
}

function card(one: Toast) {
  return <ToastCard key={one.id} toast={one} />
}

function ToastCard({ toast: one }: { toast: Toast }) {
  const isError = one.type === 'error'
  return (
    <div
      // Stays in the page for a moment, so that a dialog still sees where the click came from.
      hidden={!one.visible}
      className="pointer-events-auto flex animate-pop items-start gap-2.5 rounded-md border border-line bg-surface px-3.5 py-3 text-body shadow-pop"
    >
      <span
        className={cx(
          'mt-px grid size-5 shrink-0 place-items-center',
          isError ? 'text-danger-text' : 'text-green-text',
        )}
      >
        {one.type === 'loading' && <Spinner className="text-muted" />}
        {one.type === 'success' && <CircleCheck size={18} aria-hidden="true" />}
        {isError && <CircleAlert size={18} aria-hidden="true" />}
      </span>
      <div className="min-w-0 flex-1 break-words font-medium">{resolveValue(one.message, one)}</div>
      {isError && (
        <IconButton
          label="Cerrar aviso"
          icon={<X size={16} aria-hidden="true" />}
          className="-my-1.5 -mr-1.5 [--icon-btn:32px]"
          onClick={() => toast.dismiss(one.id)}
        />
      )}
    </div>
  )
}
