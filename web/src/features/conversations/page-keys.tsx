import type { Conversation } from '@casillero/shared/contract/conversations'
import { Keyboard } from 'lucide-react'
import { useEffect, useEffectEvent, useState } from 'react'
import { typedIn } from '../../lib/broken-scans.ts'
import { openLayers } from '../../lib/open-layers.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { focusList, useWaitingWalk } from './waiting-walk.ts'

const keys: readonly { keys: readonly string[]; does: string }[] = [
  { keys: ['↑', '↓'], does: 'Recorrer la lista' },
  { keys: ['Enter'], does: 'Abrir la conversación y escribir' },
  { keys: ['Esc'], does: 'Volver a la lista' },
  { keys: ['Alt ↓'], does: 'La siguiente por atender' },
  { keys: ['Alt ↑'], does: 'La anterior por atender' },
  { keys: ['Enter'], does: 'Enviar la respuesta' },
  { keys: ['Mayús Enter'], does: 'Otra línea' },
  { keys: ['Ctrl Enter'], does: 'Enviar y abrir la siguiente por atender' },
  { keys: ['/'], does: 'Al escribir: respuestas rápidas; fuera: buscar aquí' },
  { keys: ['Ctrl K'], does: 'Buscar en todo' },
  { keys: ['?'], does: 'Estas teclas' },
]

const Key = ({ children }: { children: string }) => (
  <kbd className="rounded-[4px] border border-grey-line bg-surface-2 px-1.5 font-sans text-label leading-6">
    {children}
  </kbd>
)

/** Listens to the keys of the page, and shows them. docs/product/conversations.md, "Keys". */
export function PageKeys({ open }: { open: Pick<Conversation, 'id' | 'lastIncomingAt'> | undefined }) {
  const [isShown, setIsShown] = useState(false)
  const walk = useWaitingWalk(open)
  const onKey = useEffectEvent((event: KeyboardEvent) => {
    const { key, target } = event
    if (!(target instanceof Element) || event.isComposing || openLayers().length > 0) return
    const isArrow = key === 'ArrowDown' || key === 'ArrowUp'
    if (event.ctrlKey || event.metaKey) return
    if (event.altKey) {
      if (!isArrow || target.closest('select, [role=combobox], [role=menu]') !== null) return
      event.preventDefault()
      if (!event.repeat) walk(key === 'ArrowDown' ? 1 : -1)
    } else if (key === '?' && target.closest(typedIn) === null) {
      event.preventDefault()
      setIsShown(true)
    } else if (key === 'ArrowDown' && (target === document.body || target.matches('main, [type=search]'))) {
      if (focusList()) event.preventDefault()
    } else if (key === 'Escape' && target.closest('[role=log]') !== null) focusList()
  })
  useEffect(() => {
    window.addEventListener('keydown', onKey)
    return () => window.removeEventListener('keydown', onKey)
  }, [])
  return (
    <>
      <span className="pointer-coarse:hidden">
        <IconButton
          label="Teclas"
          aria-keyshortcuts="?"
          icon={<Keyboard size={18} aria-hidden="true" />}
          onClick={() => setIsShown(true)}
        />
      </span>
      {isShown && (
        <Dialog title="Teclas" size="sm" onClose={() => setIsShown(false)}>
          <dl className="grid grid-cols-[auto_minmax(0,1fr)] items-baseline gap-x-4 gap-y-2 p-5 pt-3 text-body">
            {keys.map(({ keys: pressed, does }) => (
              <div key={does} className="contents">
                <dt className="flex gap-1">
                  {pressed.map((one) => (
                    <Key key={one}>{one}</Key>
                  ))}
                </dt>
                <dd>{does}</dd>
              </div>
            ))}
          </dl>
        </Dialog>
      )}
    </>
  )
}
