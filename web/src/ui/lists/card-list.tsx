import { EllipsisVertical } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from '../class-names.ts'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu, type MenuItem } from '../overlays/menu.tsx'
import { MainAction } from './main-action.tsx'
import type { Selection } from './selection.tsx'

export type CardListProps<Row extends { id: string }> = {
  rows: readonly Row[]
  label: string
  formatName: (row: Row) => string
  card: (row: Row) => ReactNode
  actions?: ((row: Row) => readonly MenuItem[]) | undefined
  /** Links for which the card has no room. */
  links?: ((row: Row) => readonly MenuItem[]) | undefined
  onOpen?: ((row: Row) => void) | undefined
  selection?: Selection | undefined
  rowClass?: ((row: Row) => string | undefined) | undefined
  isOneColumn?: true | undefined
}

/** Uses two columns if they fit, unless the order means something. */
export function CardList<Row extends { id: string }>(props: CardListProps<Row>) {
  const { rows, label, formatName, card, onOpen, selection, rowClass, isOneColumn } = props
  const isChoosing = selection !== undefined && selection.chosen.size > 0
  return (
    <>
      <ul aria-label={label} className={cx('-mb-px', !isOneColumn && '@min-[640px]/page:grid grid-cols-2')}>
        {rows.map((row) => {
          const name = formatName(row)
          const all = buildMenu(props, row)
          const main = all.find(({ isMain }) => isMain)
          const items = all.filter((item) => item !== main)
          return (
            <li
              key={row.id}
              className={cx(
                'relative flex gap-3 border-line border-b py-3 pr-4 pl-3.5',
                !isOneColumn && '@min-[640px]/page:odd:border-r',
                selection?.chosen.has(row.id) ? 'bg-primary-soft' : rowClass?.(row),
              )}
            >
              {isChoosing && (
                <span className="relative z-1 pt-1">
                  <selection.Check
                    id={row.id}
                    name={name}
                    isChosen={selection.chosen.has(row.id)}
                    obstacle={selection.findObstacle?.(row.id)}
                    onToggle={selection.onToggle}
                  />
                </span>
              )}
              <div className="min-w-0 flex-1">
                {card(row)}
                {main && <MainAction action={main} name={name} className="relative z-1 mt-2 w-full" />}
              </div>
              {onOpen !== undefined && (
                <button
                  type="button"
                  aria-label={`Abrir: ${name}`}
                  className="absolute inset-0 focus-visible:-outline-offset-2"
                  onClick={() => (isChoosing ? selection.onToggle(row.id, 'one') : onOpen(row))}
                />
              )}
              {items.length > 0 && <CardMenu name={name} items={items} />}
            </li>
          )
        })}
      </ul>
      {isChoosing && (
        <div className="sticky bottom-0 z-10 border-line border-t bg-surface px-3.5 py-2 pb-[max(8px,env(safe-area-inset-bottom))]">
          <selection.Bar selection={selection} />
        </div>
      )}
    </>
  )
}

function CardMenu({ name, items }: { name: string; items: readonly MenuItem[] }) {
  return (
    <span className="absolute top-3 right-1">
      <Menu
        items={items}
        trigger={(trigger) => (
          <IconButton
            {...trigger}
            label={`Acciones: ${name}`}
            icon={<EllipsisVertical size={18} aria-hidden="true" />}
            className="[--icon-btn:44px]"
          />
        )}
      />
    </span>
  )
}

function buildMenu<Row extends { id: string }>(
  { actions, links, selection }: CardListProps<Row>,
  row: Row,
): MenuItem[] {
  const items = [...(actions?.(row) ?? []), ...(links?.(row) ?? [])]
  if (selection === undefined) return items
  const isChosen = selection.chosen.has(row.id)
  const label = isChosen ? 'Quitar de la selección' : 'Seleccionar'
  const blocked = selection.findObstacle?.(row.id)
  return [{ label, blocked, run: () => selection.onToggle(row.id, 'one') }, ...items]
}

/** Leaves room for the card's menu. */
export function CardTitle({ children, note }: { children: string; note?: string }) {
  return (
    <>
      <p className="wrap-anywhere pr-10 font-medium text-body">{children}</p>
      {note !== undefined && <p className="text-help text-muted">{note}</p>}
    </>
  )
}
