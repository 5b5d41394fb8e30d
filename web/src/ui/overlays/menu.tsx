import { type ReactElement, type ReactNode, useState } from 'react'
import { defer } from '../feedback/defer.tsx'
import { DialogWait } from './dialog-wait.tsx'

/** They come with the popup, and not with every list. */
export type LateIcon = 'columns' | 'sheet' | 'text' | 'upload'

export type MenuItem = {
  label: string
  icon?: ReactNode
  lateIcon?: LateIcon
  tone?: 'danger'
  /** The item is then shown, but not offered. */
  blocked?: string | undefined
  /** The button does not get the focus back. */
  takesFocus?: true
  run: () => void
}

type TriggerProps = { 'aria-haspopup'?: 'menu'; onPointerDown?: () => void; onClick?: () => void }

export type MenuProps = {
  items: readonly MenuItem[]
  trigger: (props: TriggerProps) => ReactElement
  side?: 'bottom' | 'right' | undefined
  /** Left out, the end for one below the button. */
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

/** Its code loads when the user reaches for it. */
export function Menu({ items, trigger, side, align, startsOpen = false }: MenuProps) {
  const [wanted, setWanted] = useState(startsOpen)
  if (!wanted)
    return trigger({ 'aria-haspopup': 'menu', onPointerDown: MenuPopup.preload, onClick: () => setWanted(true) })
  return <MenuPopup items={items} trigger={trigger} side={side} align={align} onClose={() => setWanted(false)} />
}
