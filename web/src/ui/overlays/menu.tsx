import { type ReactElement, type ReactNode, useState } from 'react'
import { defer } from '../feedback/defer.tsx'
import { DialogWait } from './dialog-wait.tsx'

/** Icons loaded with the popup, rather than with every list. */
export type LateIcon = 'columns' | 'sheet' | 'text' | 'upload'

export type MenuItem = {
  label: string
  icon?: ReactNode
  lateIcon?: LateIcon
  tone?: 'danger'
  /** Why the item is disabled; it is still shown. */
  blocked?: string | undefined
  /** A list shows it as a button with its label, in front of the others. */
  isMain?: true
  /** The focus does not return to the button. */
  takesFocus?: true
  run: () => void
}

type TriggerProps = { 'aria-haspopup'?: 'menu'; onPointerDown?: () => void; onClick?: () => void }

export type MenuProps = {
  items: readonly MenuItem[]
  trigger: (props: TriggerProps) => ReactElement
  side?: 'bottom' | 'right' | undefined
  /** By default `end` below the button. */
  align?: 'start' | 'end' | undefined
  /** Opens as soon as it is mounted. */
  startsOpen?: boolean | undefined
}

type PopupProps = MenuProps & { onClose: () => void }

const MenuPopup = defer<PopupProps>(
  () => import('./menu-popup.tsx').then((module) => module.MenuPopup),
  ({ trigger, onClose, retry }) => (
    <>
      {trigger({ 'aria-haspopup': 'menu' })}
      {retry && <DialogWait onClose={onClose} retry={retry} />}
    </>
  ),
)

/** Loads its code when the user approaches the button. */
export function Menu({ items, trigger, side, align, startsOpen = false }: MenuProps) {
  const [wanted, setWanted] = useState(startsOpen)
  if (!wanted)
    return trigger({ 'aria-haspopup': 'menu', onPointerDown: MenuPopup.preload, onClick: () => setWanted(true) })
  return <MenuPopup items={items} trigger={trigger} side={side} align={align} onClose={() => setWanted(false)} />
}
