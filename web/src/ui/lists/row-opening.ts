import { type RefObject, useEffect } from 'react'

const controls = 'a, button, input, select, textarea, label, summary'

/** Except on a control or on text that was just selected. */
export function useRowOpening<Row>(
  table: RefObject<HTMLTableElement | null>,
  rows: readonly Row[],
  onOpen: ((row: Row) => void) | undefined,
): void {
  useEffect(() => {
    const body = table.current?.tBodies[0]
    if (body === undefined || onOpen === undefined) return
    const open = (event: MouseEvent) => {
      const { target } = event
      if (!(target instanceof Element) || target.closest(controls) !== null) return
      const line = target.closest('tr')
      const row = rows[line === null ? -1 : line.sectionRowIndex]
      if (line === null || row === undefined || getSelection()?.isCollapsed === false) return
      // The layer gives the focus back to here.
      line.querySelector<HTMLElement>('td:last-child :is(a, button)')?.focus({ preventScroll: true })
      onOpen(row)
    }
    body.addEventListener('click', open)
    return () => body.removeEventListener('click', open)
  }, [table, rows, onOpen])
}
