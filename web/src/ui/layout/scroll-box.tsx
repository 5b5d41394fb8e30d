import { MoveHorizontal } from 'lucide-react'
import { type ReactNode, type RefObject, useEffect, useRef, useState } from 'react'

type Reach = { isWider: boolean; isMoreRight: boolean }

/** Tells whether the content overflows, and whether more is hidden at the right. */
function useReach(box: RefObject<HTMLDivElement | null>): Reach {
  const [reach, setReach] = useState<Reach>({ isWider: false, isMoreRight: false })
  useEffect(() => {
    const element = box.current
    if (element === null) return
    const look = () => {
      const { scrollLeft, clientWidth, scrollWidth } = element
      setReach({ isWider: scrollWidth > clientWidth + 1, isMoreRight: scrollLeft + clientWidth < scrollWidth - 1 })
    }
    const observer = new ResizeObserver(look)
    for (const observed of [element, ...element.children]) observer.observe(observed)
    element.addEventListener('scroll', look, { passive: true })
    return () => {
      observer.disconnect()
      element.removeEventListener('scroll', look)
    }
  }, [box])
  return reach
}

type ScrollBoxProps = { label: string; children: ReactNode }

/** Scrolls by itself, says so above, and fades where more is hidden. */
export function ScrollBox({ label, children }: ScrollBoxProps) {
  const box = useRef<HTMLDivElement>(null)
  const { isWider, isMoreRight } = useReach(box)
  return (
    <div className="relative">
      {isWider && (
        <p className="flex items-center gap-1.5 border-line border-b px-4 py-1.5 text-help text-muted print:hidden">
          <MoveHorizontal size={14} className="shrink-0" aria-hidden="true" />
          Deslice la tabla para ver todas las columnas
        </p>
      )}
      {/* Focusable, because the keyboard must reach what scrolls. */}
      <div
        ref={box}
        {...{ role: 'region', 'aria-label': label, tabIndex: 0 }}
        className="overflow-x-auto focus-visible:-outline-offset-2"
      >
        {children}
      </div>
      {isMoreRight && (
        <span
          aria-hidden="true"
          className="pointer-events-none absolute inset-y-0 right-0 w-7 bg-linear-to-l from-black/12 to-transparent print:hidden"
        />
      )}
    </div>
  )
}
