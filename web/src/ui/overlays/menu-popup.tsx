import { Columns3, FileSpreadsheet, FileText, FileUp } from 'lucide-react'
import { DropdownMenu } from 'radix-ui'
import { type ReactElement, useRef } from 'react'
import { cx } from '../class-names.ts'
import type { LateIcon, MenuItem, MenuProps } from './menu.tsx'

const lateIcons: Record<LateIcon, ReactElement> = {
  columns: <Columns3 size={18} />,
  sheet: <FileSpreadsheet size={18} />,
  text: <FileText size={18} />,
  upload: <FileUp size={18} />,
}

/** Opens when loaded, because a click requested it. */
export function MenuPopup({ items, trigger, side = 'bottom', align = side === 'right' ? 'start' : 'end' }: MenuProps) {
  const isTaken = useRef(false)
  const choose = (item: MenuItem) => {
    isTaken.current = item.takesFocus === true
    item.run()
  }
  return (
    <DropdownMenu.Root defaultOpen modal={false}>
      <DropdownMenu.Trigger asChild>{trigger({})}</DropdownMenu.Trigger>
      <DropdownMenu.Portal>
        <DropdownMenu.Content
          side={side}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          onCloseAutoFocus={(event) => isTaken.current && event.preventDefault()}
          className="z-50 max-h-(--radix-dropdown-menu-content-available-height) min-w-[180px] max-w-[280px] data-[state=open]:animate-pop overflow-y-auto rounded-md border border-line bg-surface p-1 shadow-pop"
        >
          {items.map((item) => (
            <DropdownMenu.Item
              key={item.label}
              disabled={item.blocked !== undefined}
              onSelect={() => choose(item)}
              className={cx(
                'flex min-h-(--control) cursor-pointer items-center gap-2.5 rounded-sm px-2.5 text-body data-disabled:cursor-not-allowed data-highlighted:bg-surface-3 data-disabled:text-subtle data-highlighted:outline-none',
                item.tone === 'danger' && 'text-danger-text data-highlighted:bg-danger-soft',
              )}
            >
              {item.lateIcon === undefined ? item.icon : lateIcons[item.lateIcon]}
              <span>
                {item.label}
                {item.blocked !== undefined && <span className="block text-help">{item.blocked}</span>}
              </span>
            </DropdownMenu.Item>
          ))}
        </DropdownMenu.Content>
      </DropdownMenu.Portal>
    </DropdownMenu.Root>
  )
}
