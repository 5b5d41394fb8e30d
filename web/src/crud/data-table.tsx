import { type ReactNode, useMemo, useRef } from 'react'
import { SkeletonRows } from '../ui/feedback/skeleton.tsx'
import { useHasLargeTargets, useIsAtLeast } from '../ui/layout/media.ts'
import { CardList } from '../ui/lists/card-list.tsx'
import type { Selection } from '../ui/lists/selection.tsx'
import { type Column, type Order, Table } from '../ui/lists/table.tsx'
import type { MenuItem } from '../ui/overlays/menu.tsx'

// Pixels for semibold 14 px text: slightly more than its widest digit and its widest sign.
const [signWidth, pointWidth] = [9.2, 4.6]
const padding = 28

const measureWidth = (text: string): number =>
  [...text].reduce((sum, sign) => sum + (/[.,\s]/.test(sign) ? pointWidth : signWidth), padding)

/** Widens columns so that no number is cut. Widths are pixels. */
export function fitColumns<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): readonly Column<Row>[] {
  return columns.map((column) => {
    const { width, figures } = column
    if (width === undefined || figures === undefined) return column
    const widest = Math.max(0, ...rows.flatMap(figures).map(measureWidth))
    return widest > width ? { ...column, width: Math.ceil(widest) } : column
  })
}

export type DataTableProps<Row extends { id: string }> = {
  rows: readonly Row[] | undefined
  label: string
  formatName: (row: Row) => string
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
  /** Edit comes first, delete last. Actions that this user may not do are left out. */
  actions?: (row: Row) => readonly MenuItem[]
  order?: Order | undefined
  links?: (row: Row) => readonly MenuItem[]
  onOpen?: ((row: Row) => void) | undefined
  selection?: Selection | undefined
  look?: {
    minWidth?: number
    /** Pixels; 44 by default. */
    rowHeight?: 44 | 56
    rowClass?: (row: Row) => string | undefined
    /** Keeps cards in one column, because their order means something. */
    isOneColumn?: true
    /** Each row shows its first action and has the others in a menu. */
    hasRowMenu?: true
  }
}

const minNameWidth = 120

/** A table if its columns fit, else cards. Each row is in the page once. */
export function DataTable<Row extends { id: string }>({
  look = {},
  columns: asked,
  card,
  ...rest
}: DataTableProps<Row>) {
  const { rows, actions, selection } = rest
  const columns = useMemo(() => fitColumns(asked, rows ?? []), [asked, rows])
  const box = useRef<HTMLDivElement>(null)
  const iconSize = useHasLargeTargets() ? 44 : 32
  const offers = useMemo(() => rows?.map((row) => actions?.(row) ?? []) ?? [], [rows, actions])
  // Before rows are known, two actions are assumed, as in most lists.
  const maxActions = rows === undefined && actions ? 2 : Math.max(0, ...offers.map((offer) => offer.length))
  const actionsWidth = look.hasRowMenu && actions ? widthOfRowMenu(iconSize) : widthOfActions(maxActions, iconSize)
  const sumWidths = (some: readonly Column<Row>[]) =>
    some.reduce((sum, { width = minNameWidth }) => sum + width, actionsWidth + (selection ? 36 : 0))
  const kept = useMemo(() => columns.filter(({ isSpare }) => isSpare !== true), [columns])
  const isTable = useIsAtLeast(box, Math.max(sumWidths(kept), look.minWidth ?? 0))
  // The name column keeps its room rather than yield it to a column that few look for.
  const isSpacious = useIsAtLeast(box, sumWidths(columns) + minNameWidth / 2)
  return (
    <div ref={box}>
      {rows === undefined && <SkeletonRows height={look.rowHeight ?? 44} label="Cargando..." isTable={isTable} />}
      {rows !== undefined && isTable === true && (
        <Table
          {...rest}
          rows={rows}
          columns={isSpacious ? columns : kept}
          offers={offers}
          actionsWidth={actionsWidth}
          hasRowMenu={look.hasRowMenu ?? false}
          rowHeight={look.rowHeight ?? 44}
          rowClass={look.rowClass}
        />
      )}
      {rows !== undefined && isTable === false && (
        <CardList {...rest} rows={rows} card={card} rowClass={look.rowClass} isOneColumn={look.isOneColumn} />
      )}
    </div>
  )
}

// A button of two words, and the menu.
const widthOfRowMenu = (iconSize: number): number => 120 + iconSize

const widthOfActions = (count: number, iconSize: number): number =>
  count === 0 ? 0 : Math.max(90, iconSize * count + 26)
