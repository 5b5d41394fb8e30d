import { CircleAlert, CircleCheck, X } from 'lucide-react'
import { type ReactElement, useEffect, useRef, useState } from 'react'
import { cx } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Spinner } from '../controls/spinner.tsx'
import { dismissToast, removeToasts, showToast, type Toast, useToasts } from './toast-store.ts'

/** In milliseconds. */
export const duration = 4_000

/** `replaces` is the id of the toast to replace. */
export function toastSuccess(
  message: string | ReactElement,
  options: { ms?: number | undefined; replaces?: string | undefined } = {},
): void {
  showToast({ type: 'success', message, ms: options.ms ?? duration, id: options.replaces })
}

/** Returns the id for dismissing it. */
export function toastError(message: string | ReactElement, options: { replaces?: string | undefined } = {}): string {
  // The same failure of two calls is shown once.
  const id = options.replaces ?? (typeof message === 'string' ? message : undefined)
  return showToast({ type: 'error', message, ms: duration, id })
}

/** Shown until a success or an error replaces it. Returns the id to replace. */
export const toastProgress = (message: string): string =>
  showToast({ type: 'loading', message, ms: Number.POSITIVE_INFINITY })

/** Shown in an area that nothing else uses. docs/product/lists-and-forms.md, "Toasts". */
export function ToastLayer() {
  const toasts = useToasts()
  const living = toasts.filter((one) => one.isVisible)
  const [newest] = living
  const [isHeld, setHeld] = useState(false)
  const before = useRef<HTMLElement>(null)
  useEffect(() => removeToasts, [])
  useEffect(() => {
    for (const one of living) if (newest && one !== newest && !outlives(one, newest)) dismissToast(one.id)
  })
  const close = (id: string) => {
    dismissToast(id)
    // The keyboard's focus returns to where it was.
    if (before.current?.isConnected) before.current.focus()
  }
  const card = (one: Toast) => (
    <ToastCard key={one.order} toast={one} isShown={one === newest} isHeld={isHeld} onClose={() => close(one.id)} />
  )
  return (
    <section
      aria-label="Avisos"
      data-toasts
      className="pointer-events-none fixed top-1.5 right-15 left-25 z-42 md:left-auto md:max-w-[480px] lg:top-[3px] lg:right-6"
      onPointerEnter={() => setHeld(true)}
      onPointerLeave={() => setHeld(false)}
      onFocus={({ relatedTarget, currentTarget }) => {
        setHeld(true)
        if (relatedTarget instanceof HTMLElement && !currentTarget.contains(relatedTarget))
          before.current = relatedTarget
      }}
      onBlur={() => setHeld(false)}
    >
      {/*
       * Rendered from the start: screen readers miss a live region that appears with its text. `aria-live` keeps it audible over a dialog.
       */}
      <div role="status" aria-live="polite" className="contents">
        {toasts.filter((one) => one.type !== 'error').map(card)}
      </div>
      <div role="alert" aria-live="assertive" className="contents">
        {toasts.filter((one) => one.type === 'error').map(card)}
      </div>
    </section>
  )
}

/** On a phone, a lasting toast shrinks, so that the page's title is visible again. */
export const shrinking = 'group-data-old/toast:max-md:sr-only'

const hasAction = (one: Toast): boolean => typeof one.message !== 'string'

/** True for progress, for toasts with a button, and for an error under a success. */
const outlives = (one: Toast, newest: Toast): boolean =>
  one.type === 'loading' || hasAction(one) || (one.type === 'error' && newest.type !== 'error')

type CardProps = { toast: Toast; isShown: boolean; isHeld: boolean; onClose: () => void }

function ToastCard({ toast: one, isShown, isHeld, onClose }: CardProps) {
  const { id, type, ms } = one
  const isError = type === 'error'
  const [isOverdue, setOverdue] = useState(false)
  const waits = isHeld && isShown && hasAction(one) && !isOverdue
  // An offer expires by the clock, even while covered by another toast.
  const isCounting = !waits && (isShown || hasAction(one))
  const left = useRef(ms)
  const [isOld, setOld] = useState(false)
  useEffect(() => {
    if (ms <= duration || isError || !isShown) return
    const timer = setTimeout(() => setOld(true), duration)
    return () => clearTimeout(timer)
  }, [ms, isError, isShown])
  useEffect(() => {
    if (!isCounting || left.current === Number.POSITIVE_INFINITY) return
    const since = Date.now()
    const timer = setTimeout(() => dismissToast(id), left.current)
    return () => {
      clearTimeout(timer)
      left.current -= Date.now() - since
    }
  }, [id, isCounting])
  useEffect(() => {
    if (!waits) return
    // A resting pointer extends the time once.
    const timer = setTimeout(() => setOverdue(true), ms)
    return () => clearTimeout(timer)
  }, [waits, ms])
  return (
    <div
      hidden={!isShown}
      data-old={isOld || undefined}
      className="group/toast pointer-events-auto flex data-old:max-md:ml-auto data-old:max-md:w-fit min-h-11 animate-pop items-center gap-2 rounded-md border border-line bg-surface py-0.5 pr-1 pl-3 shadow-pop lg:min-h-10"
    >
      <span className={cx('grid size-5 shrink-0 place-items-center', isError ? 'text-danger-text' : 'text-green-text')}>
        {type === 'loading' && <Spinner className="text-muted" />}
        {type === 'success' && <CircleCheck size={18} aria-hidden="true" />}
        {isError && <CircleAlert size={18} aria-hidden="true" />}
      </span>
      <div className="min-w-0 flex-1 break-words py-0.5 font-medium text-label leading-[17px]">
        {hasAction(one) ? one.message : <span className={shrinking}>{one.message}</span>}
      </div>
      <IconButton
        label="Cerrar aviso"
        icon={<X size={16} aria-hidden="true" />}
        className="[--icon-btn:32px]"
        onClick={onClose}
      />
    </div>
  )
}
