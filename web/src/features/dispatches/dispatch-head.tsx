import type { ReactNode } from 'react'
import { useIsWide } from '../../ui/layout/media.ts'
import { Trail } from '../../ui/layout/trail.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { MenuButton } from '../../ui/overlays/menu-button.tsx'

type DispatchHeadProps = {
  title: string
  badge: ReactNode
  load: string | undefined
  actions: ReactNode
  menu: readonly MenuItem[]
}

/** Of a dispatch that is being made, and of one that was sent. */
export function DispatchHead({ title, badge, load, actions, menu }: DispatchHeadProps) {
  const isWide = useIsWide()
  return (
    <div className="mb-3 flex items-end gap-3 max-sm:-mt-2">
      <div className="min-w-0">
        <Trail
          places={[
            { to: '/envios', label: 'Envíos' },
            { to: '/envios/despachos', label: 'Despachos' },
          ]}
        />
        <div className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1">
          {isWide && <h1 className="font-semibold text-h1">{title}</h1>}
          {badge}
          {load !== undefined && <span className="text-body text-muted">{load}</span>}
        </div>
      </div>
      <span className="ml-auto flex items-center gap-2">
        {actions}
        <MenuButton items={menu} />
      </span>
    </div>
  )
}
