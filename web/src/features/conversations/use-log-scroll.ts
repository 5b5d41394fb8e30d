import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Outgoing } from './device-notes.ts'
import { countAfter } from './thread-entries.ts'

/** Pixels. This close to the end counts as the end. */
const nearPx = 40

export type Further = { isThere: boolean; isLoading: boolean; load: () => void }
/** Entries between what is shown and the newest ones. */
export type Newer = Further & { leave: () => void }

type Scrolled = {
  entries: readonly ThreadEntry[]
  outgoing: readonly Outgoing[]
  /** What is brought into sight. */
  hit: string | undefined
  older: Further
  newer: Newer
}

/** Keeps the read entries in place when others are added. The reader's own reply scrolls to the end. */
export function useLogScroll(
  box: RefObject<HTMLDivElement | null>,
  { entries, outgoing, hit, older, newer }: Scrolled,
) {
  const isAtEnd = useRef(true)
  const height = useRef(0)
  const first = useRef<string>(undefined)
  /** The last entry seen at the end; undefined while the reader is there. */
  const [leftAt, setLeftAt] = useState<string>()
  const last = outgoing.at(-1)?.key
  const lastSent = useRef(last)

  useLayoutEffect(() => {
    const log = box.current
    if (log === null) return
    const isFirst = height.current === 0
    const before = first.current
    if (last !== undefined && last !== lastSent.current) isAtEnd.current = true
    lastSent.current = last
    if (isAtEnd.current) log.scrollTop = log.scrollHeight
    else if (before !== entries[0]?.id) log.scrollTop += log.scrollHeight - height.current
    if (isFirst && bringNewLine(log)) isAtEnd.current = false
    first.current = entries[0]?.id
    height.current = log.scrollHeight
  }, [box, entries, last])

  const hasHit = hit !== undefined && entries.some(({ id }) => id === hit)
  useLayoutEffect(() => {
    const log = box.current
    const bubble = hasHit ? log?.querySelector(`[data-entry="${hit}"]`) : null
    if (log === null || bubble == null) return
    isAtEnd.current = false
    const [frame, found] = [log.getBoundingClientRect(), bubble.getBoundingClientRect()]
    log.scrollTop += found.top - frame.top - Math.max(0, (frame.height - found.height) / 2)
  }, [box, hit, hasHit])

  // A phone's keyboard, a longer reply or a loaded picture changes the height.
  useEffect(() => {
    const log = box.current
    const content = log?.firstElementChild
    if (log === null || !content) return
    const observer = new ResizeObserver(() => {
      if (isAtEnd.current) log.scrollTop = log.scrollHeight
      height.current = log.scrollHeight
    })
    observer.observe(log)
    observer.observe(content)
    return () => observer.disconnect()
  }, [box])

  const onScroll = () => {
    const log = box.current
    if (log === null) return
    const isNearEnd = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx
    isAtEnd.current = isNearEnd && !newer.isThere
    if (isNearEnd && newer.isThere && !newer.isLoading) newer.load()
    setLeftAt((id) => (isAtEnd.current ? undefined : (id ?? entries.at(-1)?.id)))
    if (log.scrollTop < nearPx && older.isThere && !older.isLoading && !isAtEnd.current) older.load()
  }
  return {
    /** The number of client entries since the reader left the end. */
    missed: leftAt === undefined ? 0 : countAfter(entries, leftAt),
    onScroll,
    goToEnd: () => {
      const log = box.current
      if (log !== null) log.scrollTop = log.scrollHeight
    },
  }
}

/** Scrolls to the first of many new entries. Returns true if that was needed. */
function bringNewLine(log: HTMLElement): boolean {
  const line = log.querySelector('[data-new]')
  const above = line === null ? 0 : log.getBoundingClientRect().top - line.getBoundingClientRect().top
  if (above > 0) log.scrollTop -= above + nearPx
  return above > 0
}
