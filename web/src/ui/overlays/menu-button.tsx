import { EllipsisVertical } from 'lucide-react'
import { IconButton } from '../controls/icon-button.tsx'
import { Menu, type MenuItem } from './menu.tsx'

export function MenuButton({ items, label = 'Más acciones' }: { items: readonly MenuItem[]; label?: string }) {
  if (items.length === 0) return null
  return (
    <Menu
      items={items}
      trigger={(props) => (
        <IconButton {...props} label={label} icon={<EllipsisVertical size={20} aria-hidden="true" />} />
      )}
    />
  )
}
