import type { Conversation } from '@casillero/shared/contract/conversations'
import { useState } from 'react'

/** A row that has left the list stays as it was. */
export const keepOrder = (shown: readonly Conversation[], rows: readonly Conversation[]): Conversation[] =>
  shown.map((row) => rows.find(({ id }) => id === row.id) ?? row)

/** That came, or moved up because the client wrote again. */
export function countFresh(shown: readonly Conversation[], rows: readonly Conversation[]): number {
  const isIn = (some: readonly Conversation[], row: Conversation) => some.some(({ id }) => id === row.id)
  const before = shown.filter((row) => isIn(rows, row))
  const now = rows.filter((row) => isIn(shown, row))
  const hasMoved = ({ id, lastIncomingAt }: Conversation, at: number) => {
    const place = before.findIndex((row) => row.id === id)
    return place !== at && before[place]?.lastIncomingAt !== lastIncomingAt
  }
  return rows.length - now.length + now.filter(hasMoved).length
}

/** Held rows do not move: a hand touches the one it is about to. A page that was asked for is shown at once. */
export function useSteadyRows(rows: readonly Conversation[], isHeld: boolean, pages: number) {
  const [shown, setShown] = useState(rows)
  const [shownPages, setShownPages] = useState(pages)
  if (shownPages !== pages) setShownPages(pages)
  if ((!isHeld || shownPages !== pages) && shown !== rows) setShown(rows)
  return {
    rows: isHeld ? keepOrder(shown, rows) : rows,
    fresh: isHeld ? countFresh(shown, rows) : 0,
    refresh: () => setShown(rows),
  }
}
