import { type ReactNode, useRef } from 'react'
import { CardList } from '../ui/card-list.tsx'
import { useIsAtLeast } from '../ui/media.ts'
import type { MenuItem } from '../ui/menu.tsx'
import { type Column, type Selection, Table } from '../ui/table.tsx'

export type DataTableProps<Row extends { id: string }> = {
  rows: readonly Row[]
  label: string
  /** Names a row to people: in the labels of its buttons, for screen readers. */
  nameOf: (row: Row) => string
  columns: readonly Column<Row>[]
  card: (row: Row) => ReactNode
  /** Edit first, delete last; only what this person may do. */
  actions?: (row: Row) => readonly MenuItem[]
  /** A card opens as a whole. */
  onOpen?: ((row: Row) => void) | undefined
  selection?: Selection | undefined
  /** The room that a table needs (672 px), the height of its rows (44), and what marks a row. */
  look?: { minWidth?: number; rowHeight?: 44 | 56; rowClass?: (row: Row) => string | undefined }
}

/** A table where there is room for one, else cards; each row is in the page once. */
export function DataTable<Row extends { id: string }>({
  look = {},
  columns,
  card,
  onOpen,
  ...rest
}: DataTableProps<Row>) {
  const box = useRef<HTMLDivElement>(null)
  const isTable = useIsAtLeast(box, look.minWidth ?? 672)
  return (
    <div ref={box}>
      {isTable === true && (
        <Table {...rest} columns={columns} rowHeight={look.rowHeight ?? 44} rowClass={look.rowClass} />
      )}
      {isTable === false && <CardList {...rest} card={card} onOpen={onOpen} rowClass={look.rowClass} />}
    </div>
  )
}
