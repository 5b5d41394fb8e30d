import { X } from 'lucide-react'
import { Dialog as Radix } from 'radix-ui'
import { type ReactNode, useRef } from 'react'
import { cx } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { useLayer } from './use-layer.ts'

const widths = {
  sm: 'sm:max-w-[24rem]',
  md: 'sm:max-w-[28rem]',
  lg: 'sm:max-w-[32rem]',
  xl: 'md:max-w-[36rem]',
  '2xl': 'md:max-w-[42rem]',
  '3xl': 'md:max-w-[48rem]',
  palette: 'md:max-w-[660px]',
  full: 'md:max-w-[calc(100vw-48px)]',
}
export type DialogSize = keyof typeof widths

const overlays = {
  sheet: 'md:place-items-center md:px-6 md:pt-12 md:pb-3',
  card: 'place-items-center p-4',
  palette: 'md:justify-items-center md:content-start md:px-6 md:pt-[72px]',
}

type DialogProps = {
  title: string
  size: DialogSize
  /** `sheet` fills a phone's screen; `card` stays small and centred; `palette` is 72 px below the top, with its own head. */
  shape?: keyof typeof overlays
  /** Such as a number or a status. */
  badge?: ReactNode
  /** Fixed below the title; for tabs. */
  head?: ReactNode
  footer?: ReactNode
  /** A selector; by default the first field gets the focus. */
  firstFocus?: string
  /** While true, `onClose` asks or waits instead of closing. */
  holds?: () => boolean
  /** Covers everything behind it and has no ✕. */
  isAlone?: boolean
  /** Asks whether something else may close. */
  isQuestion?: boolean
  onClose: () => void
  children: ReactNode
}

/** Open while rendered. Returns the focus to what opened it. */
export function Dialog({
  title,
  size,
  shape = 'sheet',
  badge,
  head,
  footer,
  firstFocus,
  holds,
  isAlone = false,
  isQuestion,
  onClose,
  children,
}: DialogProps) {
  useLayer({ close: onClose, holds, isQuestion })
  const { content, takeFocus, returnFocus } = useFocus(firstFocus)
  return (
    <Radix.Root open onOpenChange={onClose}>
      <Radix.Portal>
        <Radix.Overlay
          className={cx(
            'fixed inset-0 z-40 grid animate-fade overflow-hidden',
            isAlone ? 'bg-bg' : 'bg-backdrop',
            overlays[shape],
          )}
        >
          <Radix.Content
            ref={content}
            aria-describedby={undefined}
            onEscapeKeyDown={leaveEscape}
            onOpenAutoFocus={takeFocus}
            onInteractOutside={stayOpen}
            onCloseAutoFocus={returnFocus}
            className={chooseClass(size, shape)}
          >
            {shape === 'palette' ? (
              <Radix.Title className="sr-only">{title}</Radix.Title>
            ) : (
              <Head title={title} badge={badge} onClose={isAlone ? undefined : onClose} />
            )}
            {head}
            {shape === 'palette' ? (
              children
            ) : (
              <div className="min-h-0 flex-1 overflow-y-auto overscroll-contain">{children}</div>
            )}
            {footer !== undefined && (
              <footer className="flex shrink-0 flex-wrap items-center justify-end gap-2 border-line border-t bg-surface-2 px-4 py-3 md:px-5">
                {footer}
              </footer>
            )}
          </Radix.Content>
        </Radix.Overlay>
      </Radix.Portal>
    </Radix.Root>
  )
}

function useFocus(firstFocus: string | undefined) {
  const opener = useRef<Element>(null)
  const content = useRef<HTMLDivElement>(null)
  const takeFocus = (event: Event) => {
    opener.current = document.activeElement
    event.preventDefault()
    focusFirst(content.current, firstFocus)
  }
  const returnFocus = (event: Event) => {
    event.preventDefault()
    if (opener.current instanceof HTMLElement && opener.current.isConnected) opener.current.focus()
  }
  return { content, takeFocus, returnFocus }
}

const chooseClass = (size: DialogSize, shape: keyof typeof overlays): string =>
  cx(
    'flex w-full min-w-0 animate-dialog flex-col overflow-hidden border border-edge bg-surface shadow-dialog focus-visible:outline-none',
    widths[size],
    shape === 'card'
      ? 'max-h-[calc(100dvh-32px)] rounded-xl'
      : 'max-md:h-dvh max-md:max-w-none max-md:border-0 md:rounded-xl',
    shape === 'palette' && 'md:max-h-[calc(100dvh-96px)]',
    shape === 'sheet' && 'md:max-h-[calc(100dvh-60px)]',
    size === 'full' && 'md:h-[calc(100dvh-60px)]',
  )

/** An open list of choices handles Escape itself, and so does a layer above. */
function leaveEscape(event: KeyboardEvent): void {
  if (event.target instanceof Element && event.target.matches('[aria-expanded=true], dialog *')) event.preventDefault()
}

/** Dismissing a toast, or signing in above, is not leaving the dialog. */
function stayOpen(event: Event): void {
  if (event.target instanceof Element && event.target.closest('[data-toasts], dialog')) event.preventDefault()
}

type HeadProps = { title: string; badge: ReactNode; onClose: (() => void) | undefined }

function Head({ title, badge, onClose }: HeadProps) {
  return (
    <header className="flex min-h-15 shrink-0 items-center gap-2.5 py-2 pr-3 pl-5">
      <Radix.Title className="min-w-0 font-semibold text-title">{title}</Radix.Title>
      {badge}
      {onClose && (
        <IconButton
          label="Cerrar"
          icon={<X size={18} aria-hidden="true" />}
          className="ml-auto [--icon-btn:36px] max-lg:[--icon-btn:44px]"
          onClick={onClose}
        />
      )}
    </header>
  )
}

const fields = 'input:not([type=hidden]):not(:disabled), select:not(:disabled), textarea:not(:disabled)'

function focusFirst(content: HTMLElement | null, firstFocus: string | undefined): void {
  if (content === null) return
  // On a touch screen the keyboard would cover the form before the user has read it.
  const selector = firstFocus ?? (matchMedia('(pointer: coarse)').matches ? undefined : fields)
  const target = selector === undefined ? null : content.querySelector<HTMLElement>(selector)
  // Without scrolling, which would cancel the dialog's slide-in animation.
  if (target === null) content.focus({ preventScroll: true })
  else target.focus()
}
