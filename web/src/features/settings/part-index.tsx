import { useEffect, useRef, useState } from 'react'
import { cx } from '../../ui/class-names.ts'
import { useMedia } from '../../ui/layout/media.ts'
import { TabSelect } from '../../ui/layout/tabs.tsx'

type PartIndexProps = {
  label: string
  /** Titles by the ids of their headings, in the order of the page. */
  parts: Readonly<Record<string, string>>
}

/** Leads to the parts of a long page, and follows as it is scrolled. */
export function PartIndex({ label, parts }: PartIndexProps) {
  const ids = Object.keys(parts)
  const [current, setCurrent] = useState(ids[0] ?? '')
  const isBeside = useMedia('(min-width: 768px)')
  const scrolledTo = useRef<number>(undefined)
  useEffect(() => {
    const follow = () => {
      // A part near the end does not reach the top of the window, but is the one that was chosen.
      if (window.scrollY !== scrolledTo.current) setCurrent(findPartInSight(Object.keys(parts)) ?? '')
    }
    window.addEventListener('scroll', follow, { passive: true })
    return () => window.removeEventListener('scroll', follow)
  }, [parts])
  const open = (id: string) => {
    setCurrent(id)
    const heading = document.getElementById(id)
    heading?.focus({ preventScroll: true })
    heading?.scrollIntoView()
    scrolledTo.current = window.scrollY
  }
  if (!isBeside) {
    const tabs = ids.map((id) => ({ id, label: parts[id] ?? '' }))
    return (
      <div className="mb-3">
        <TabSelect label={label} tabs={tabs} current={current} onChange={open} />
      </div>
    )
  }
  return (
    <nav aria-label={label} className="sticky top-[calc(var(--head-top)+12px)]">
      {ids.map((id) => (
        <button
          key={id}
          type="button"
          aria-current={id === current}
          className={cx(
            'flex min-h-(--row-item) w-full items-center border-transparent border-l-2 px-3 py-1 text-left text-body text-muted hover:text-fg',
            'aria-[current=true]:rounded-r-md aria-[current=true]:border-primary aria-[current=true]:bg-primary-soft aria-[current=true]:font-semibold aria-[current=true]:text-primary-text',
          )}
          onClick={() => open(id)}
        >
          {parts[id]}
        </button>
      ))}
    </nav>
  )
}

/** The last heading above a line that goes from the top of the window to its bottom as the page is scrolled to its end. */
function findPartInSight(ids: string[]): string | undefined {
  const { scrollHeight, clientHeight } = document.documentElement
  const line = (clientHeight * window.scrollY) / Math.max(scrollHeight - clientHeight, 1)
  const above = (id: string) => (document.getElementById(id)?.getBoundingClientRect().top ?? Infinity) <= line + 80
  return ids.findLast(above) ?? ids[0]
}
