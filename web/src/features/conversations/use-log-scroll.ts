import type { ThreadEntry } from '@casillero/shared/contract/conversations'
import { type RefObject, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { Outgoing } from './device-notes.ts'
import { countAfter } from './thread-entries.ts'

/** So near to an end counts as there. */
const nearPx = 40

type Older = { isThere: boolean; isLoading: boolean; load: () => void }

/** Entries put before or after what is read do not move it; the reader's own reply brings the end back. */
export function useLogScroll(
  box: RefObject<HTMLDivElement | null>,
  entries: readonly ThreadEntry[],
  outgoing: readonly Outgoing[],
  older: Older,
) {
  const isAtEnd = useRef(true)
  const height = useRef(0)
  const first = useRef<string>(undefined)
  /** Undefined while the reader is there. */
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

  // The keyboard of a phone, a longer reply or a picture changes the room.
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
    isAtEnd.current = log.scrollHeight - log.scrollTop - log.clientHeight < nearPx
    setLeftAt((id) => (isAtEnd.current ? undefined : (id ?? entries.at(-1)?.id)))
    if (log.scrollTop < nearPx && older.isThere && !older.isLoading && !isAtEnd.current) older.load()
  }
  return {
    /** The number of entries of the client since the reader left the end. */
    missed: leftAt === undefined ? 0 : countAfter(entries, leftAt),
    onScroll,
    goToEnd: () => {
      const log = box.current
      if (log !== null) log.scrollTop = log.scrollHeight
    },
  }
}

/** Many new entries are read from the first: says whether it had to be brought into sight. */
function bringNewLine(log: HTMLElement): boolean {
  const line = log.querySelector('[data-new]')
  const above = line === null ? 0 : log.getBoundingClientRect().top - line.getBoundingClientRect().top
  if (above > 0) log.scrollTop -= above + nearPx
  return above > 0
}
