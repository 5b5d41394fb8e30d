import { ArrowDown, ArrowUp } from 'lucide-react'
import { memo, type ReactNode, type RefObject, useCallback, useEffect, useLayoutEffect, useMemo, useRef } from 'react'
import { cx } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import type { MenuItem } from '../overlays/menu.tsx'
import { MenuButton } from '../overlays/menu-button.tsx'
import { MainAction } from './main-action.tsx'
import type { Selection } from './selection.tsx'

const controls = 'a, button, input, select, textarea, label, summary'

/** Ignores clicks on controls and on text that was just selected. */
function useRowOpening<Row>(
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
      // The layer returns the focus to this element when it closes.
      line.querySelector<HTMLElement>('td:last-child :is(a, button)')?.focus({ preventScroll: true })
      onOpen(row)
    }
    body.addEventListener('click', open)
    return () => body.removeEventListener('click', open)
  }, [table, rows, onOpen])
}

export type Column<Row> = {
  header: string
  /** Pixels. The name column has none and takes the rest. */
  width?: number
  align?: 'end'
  /** With `isOrderDown`, the first click sorts the highest values first. */
  order?: string
  isOrderDown?: true
  /** Shown only if all columns fit. */
  isSpare?: boolean
  /** Texts for which the column grows, up to the longest. */
  figures?: (row: Row) => readonly string[]
  cell: (row: Row) => ReactNode
}

/** The name of a column's order; with `-` in front, descending. */
export type Order = { current: string; onChange: (order: string) => void }

export type TableProps<Row extends { id: string }> = {
  rows: readonly Row[]
  label: string
  formatName: (row: Row) => string
  columns: readonly Column<Row>[]
  /** The actions of each row. `actionsWidth` is the width of their column in pixels: 0 without actions. */
  offers: readonly (readonly MenuItem[])[]
  actionsWidth: number
  /** Each row shows its first action and has the others in a menu. */
  hasRowMenu: boolean
  onOpen?: ((row: Row) => void) | undefined
  selection?: Selection | undefined
  /** Left out if the order is fixed. */
  order?: Order | undefined
  /** Pixels: 44 for one line, 56 for two. */
  rowHeight: 44 | 56
  rowClass?: ((row: Row) => string | undefined) | undefined
}

export function Table<Row extends { id: string }>(props: TableProps<Row>) {
  const { rows, label, formatName, columns, offers, actionsWidth, hasRowMenu, onOpen, selection, rowHeight, rowClass } =
    props
  const table = useRef<HTMLTableElement>(null)
  useRowOpening(table, rows, onOpen)
  // Stable objects, so that selecting one of a hundred rows does not render the others.
  const contents = useMemo(
    () =>
      rows.map((row, at) => {
        const offer = actionsWidth > 0 ? offers[at] : undefined
        const shown = hasRowMenu ? offer?.slice(0, 1) : offer
        return renderContent(row, formatName(row), columns, shown, offer?.slice(shown?.length))
      }),
    [rows, formatName, columns, actionsWidth, hasRowMenu, offers],
  )
  const latest = useRef(selection)
  useLayoutEffect(() => {
    latest.current = selection
  })
  const toggle = useCallback<Selection['onToggle']>((id, how) => latest.current?.onToggle(id, how), [])
  return (
    <table ref={table} aria-label={label} className="w-full table-fixed border-collapse text-left text-body">
      <colgroup>
        {selection && <col style={{ width: 36 }} />}
        {columns.map((column) => (
          <col key={column.header} style={column.width === undefined ? undefined : { width: column.width }} />
        ))}
        {actionsWidth > 0 && <col style={{ width: actionsWidth }} />}
      </colgroup>
      <thead className="sticky top-(--head-top) z-10">
        <HeaderRow {...props} />
      </thead>
      <tbody>
        {rows.map((row, at) => (
          <TableRow
            key={row.id}
            id={row.id}
            name={formatName(row)}
            height={rowHeight}
            ownClass={rowClass?.(row)}
            isOpenable={onOpen !== undefined}
            isChosen={selection?.chosen.has(row.id) ?? false}
            obstacle={selection?.findObstacle?.(row.id)}
            Check={selection?.Check}
            onToggle={toggle}
          >
            {contents[at]}
          </TableRow>
        ))}
      </tbody>
    </table>
  )
}

type TableRowProps = {
  id: string
  name: string
  height: number
  ownClass: string | undefined
  isOpenable: boolean
  isChosen: boolean
  obstacle: string | undefined
  Check: Selection['Check'] | undefined
  onToggle: Selection['onToggle']
  children: ReactNode
}

const TableRow = memo(function TableRow(props: TableRowProps) {
  const { id, name, height, ownClass, isOpenable, isChosen, obstacle, Check, onToggle, children } = props
  return (
    <tr
      style={{ height }}
      className={cx(
        'border-line border-t',
        isOpenable && 'cursor-pointer',
        isChosen ? 'bg-primary-soft' : (ownClass ?? (isOpenable && 'hover:bg-surface-2')),
      )}
    >
      {Check && (
        <td className="pl-4">
          <Check id={id} name={name} isChosen={isChosen} obstacle={obstacle} onToggle={onToggle} />
        </td>
      )}
      {children}
    </tr>
  )
})

function renderContent<Row>(
  row: Row,
  name: string,
  columns: readonly Column<Row>[],
  shown: readonly MenuItem[] | undefined,
  others: readonly MenuItem[] = [],
): ReactNode {
  return (
    <>
      {columns.map((column) => (
        <td
          key={column.header}
          // Text that is cut off cannot be read on touch screens, so it wraps.
          className={cx('wrap-anywhere px-3 py-1.5 first:pl-4 last:pr-4', column.align === 'end' && 'text-right')}
        >
          {column.cell(row)}
        </td>
      ))}
      {shown !== undefined && (
        <td className="pr-3">
          <div className="flex items-center justify-end gap-0.5">
            {shown.map((action) =>
              action.isMain ? (
                <MainAction key={action.label} action={action} name={name} />
              ) : (
                <ActionButton key={action.label} action={action} name={name} />
              ),
            )}
            <MenuButton items={others} label={`Más acciones: ${name}`} />
          </div>
        </td>
      )}
    </>
  )
}

function HeaderRow<Row extends { id: string }>(props: TableProps<Row>) {
  const { rows, columns, selection, actionsWidth, order } = props
  const count = selection?.chosen.size ?? 0
  return (
    <tr className={count > 0 ? 'h-12 bg-primary-soft' : 'h-9 bg-surface-2'}>
      {selection && (
        <th scope="col" className="pl-4">
          <selection.AllCheck rows={rows} selection={selection} />
        </th>
      )}
      {selection && count > 0 ? (
        <th colSpan={columns.length + (actionsWidth > 0 ? 1 : 0)} className="px-3 font-medium text-body">
          <selection.Bar selection={selection} />
        </th>
      ) : (
        <>
          {columns.map((column) => (
            <th
              key={column.header}
              scope="col"
              aria-sort={ariaSort(column, order)}
              className={cx(
                // The row has room for two lines, so headings wrap.
                'px-3 font-medium text-[12px] text-muted leading-4 first:pl-4 last:pr-4',
                column.align === 'end' && 'text-right',
              )}
            >
              {column.order === undefined || order === undefined ? (
                column.header
              ) : (
                <OrderButton name={column.order} sort={ariaSort(column, order)} order={order}>
                  {column.header}
                </OrderButton>
              )}
            </th>
          ))}
          {actionsWidth > 0 && (
            <th scope="col" className="pr-4 text-right font-medium text-[12px] text-muted leading-4">
              Acciones
            </th>
          )}
        </>
      )}
    </tr>
  )
}

const otherWay = (name: string) => (name.startsWith('-') ? name.slice(1) : `-${name}`)

function ariaSort(
  { order: name, isOrderDown }: Pick<Column<never>, 'order' | 'isOrderDown'>,
  order: Order | undefined,
) {
  if (name === undefined || (order?.current !== name && order?.current !== otherWay(name))) return undefined
  return (order.current === name) === (isOrderDown === undefined) ? 'ascending' : 'descending'
}

type OrderButtonProps = { name: string; sort: ReturnType<typeof ariaSort>; order: Order; children: ReactNode }

function OrderButton({ name, sort, order, children }: OrderButtonProps) {
  const Arrow = sort === 'ascending' ? ArrowUp : ArrowDown
  return (
    <button
      type="button"
      className="-mx-1 inline-flex items-center gap-1 rounded-sm px-1 text-left hover:text-fg"
      onClick={() => order.onChange(order.current === name ? otherWay(name) : name)}
    >
      {children}
      {sort && <Arrow size={13} aria-hidden="true" />}
    </button>
  )
}

function ActionButton({ action, name }: { action: MenuItem; name: string }) {
  const label = `${action.label}: ${name}`
  return (
    <IconButton
      label={action.blocked === undefined ? label : `${label}. ${action.blocked}`}
      tip={action.blocked ?? label}
      icon={action.icon}
      // Not `disabled`, so that the reason stays reachable.
      aria-disabled={action.blocked !== undefined || undefined}
      // After the first click removed a row, the second click of a double click may hit the next one.
      onClick={action.blocked === undefined ? ({ detail }) => detail < 2 && action.run() : undefined}
    />
  )
}
