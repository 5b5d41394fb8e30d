import { type ReactElement, type ReactNode, useState } from 'react'
import { defer } from '../feedback/defer.tsx'
import { DialogWait } from './dialog-wait.tsx'

/** Icons that come with the popup: those of a menu that every list has would be loaded with every list. */
export type LateIcon = 'columns' | 'sheet' | 'text' | 'upload'

export type MenuItem = {
  label: string
  icon?: ReactNode
  lateIcon?: LateIcon
  tone?: 'danger'
  /** Why it cannot be done now; the item is then shown, but not offered. */
  blocked?: string | undefined
  /** Opens something that takes the focus, which the button then does not get back. */
  takesFocus?: true
  run: () => void
}

type TriggerProps = { 'aria-haspopup'?: 'menu'; onPointerDown?: () => void; onClick?: () => void }

export type MenuProps = {
  items: readonly MenuItem[]
  /** The button that opens it; spread the given properties on it. */
  trigger: (props: TriggerProps) => ReactElement
  side?: 'bottom' | 'right' | undefined
  /** The edge of the button that the list begins at; left out, the end for one below it. */
  align?: 'start' | 'end' | undefined
  /** Opens as soon as it is there. */
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

/** A button with a list of things to do; the list's code loads when the user reaches for it. */
export function Menu({ items, trigger, side, align, startsOpen = false }: MenuProps) {
  const [wanted, setWanted] = useState(startsOpen)
  if (!wanted)
    return trigger({ 'aria-haspopup': 'menu', onPointerDown: MenuPopup.preload, onClick: () => setWanted(true) })
  return <MenuPopup items={items} trigger={trigger} side={side} align={align} onClose={() => setWanted(false)} />
}
