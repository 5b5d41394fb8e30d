import { type FocusEvent, type PointerEvent, useEffect, useState } from 'react'
import { createPortal } from 'react-dom'
import { cx } from '../class-names.ts'

type Side = 'top' | 'right'
type Place = { left: number; top: number }

/** Spread `handlers` on the control and render `bubble` beside it. The control needs its own accessible name. */
export function useTooltip(text: string | undefined, side: Side = 'top') {
  const [place, setPlace] = useState<Place>()
  const hide = () => setPlace(undefined)
  const show = (element: Element) => {
    // While a menu is open, its button shows no tooltip.
    if (element.getAttribute('aria-expanded') !== 'true') setPlace(computePlace(element, side))
  }
  useEffect(() => {
    if (place === undefined) return
    const onKey = (event: KeyboardEvent) => event.key === 'Escape' && setPlace(undefined)
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [place])
  const handlers = {
    onPointerEnter: (event: PointerEvent<Element>) => {
      if (event.pointerType === 'mouse') show(event.currentTarget)
    },
    onPointerLeave: hide,
    onPointerDownCapture: hide,
    onFocus: (event: FocusEvent<Element>) => {
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget)
    },
    onBlur: hide,
  }
  const bubble =
    text === undefined || place === undefined
      ? null
      : createPortal(
          <span
            ref={keepInside}
            aria-hidden="true"
            style={place}
            className={cx(
              'pointer-events-none fixed z-41 w-max max-w-[240px] animate-fade rounded-sm bg-fg px-2 py-1 text-bg text-help',
              side === 'right' ? '-translate-y-1/2' : '-translate-x-1/2 -translate-y-full',
            )}
          >
            {text}
          </span>,
          document.body,
        )
  return { handlers, bubble }
}

function computePlace(element: Element, side: Side): Place {
  const box = element.getBoundingClientRect()
  if (side === 'right') return { left: box.right + 8, top: box.top + box.height / 2 }
  return { left: box.left + box.width / 2, top: box.top - 6 }
}

/** Runs before paint. */
function keepInside(bubble: HTMLElement | null): void {
  if (bubble === null) return
  const { left, right, top } = bubble.getBoundingClientRect()
  const x = Math.max(8 - left, 0) + Math.min(document.documentElement.clientWidth - 8 - right, 0)
  bubble.style.marginLeft = `${x}px`
  if (top < 4) bubble.style.marginTop = `${4 - top}px`
}
