import type { ShippingMethod } from '@casillero/shared/contract/shipping-methods'
import { Badge } from '../../ui/display/badge.tsx'
import { Switch } from '../../ui/forms/switch.tsx'
import type { Column } from '../../ui/lists/table.tsx'

type Toggle = ((method: ShippingMethod) => void) | undefined

export const methodColumns = (toggle: Toggle): readonly Column<ShippingMethod>[] => [
  { header: 'Nombre', cell: (method) => <MethodName method={method} /> },
  { header: 'Estado', width: 176, cell: (method) => <MethodState method={method} toggle={toggle} /> },
]

export function MethodCard({ method, toggle }: { method: ShippingMethod; toggle: Toggle }) {
  return (
    <>
      <MethodName method={method} />
      {/* Above the card, which opens as a whole. */}
      <div className="relative z-1 w-fit text-body">
        <MethodState method={method} toggle={toggle} />
      </div>
    </>
  )
}

function MethodName({ method: { name, isActive, isDefault } }: { method: ShippingMethod }) {
  return (
    <span className="flex min-h-6 flex-wrap items-center gap-2 max-md:pr-10">
      <span className="min-w-0 break-words font-medium text-body" title={name}>
        {name}
      </span>
      {isDefault && <Badge tone="blue">Predeterminado</Badge>}
      {!isActive && <Badge tone="grey">Inactivo</Badge>}
    </span>
  )
}

/** The default one is always on. */
function MethodState({ method, toggle }: { method: ShippingMethod; toggle: Toggle }) {
  if (method.isDefault) return <span className="text-muted">Siempre activo</span>
  if (toggle === undefined) return null
  return (
    <Switch
      checked={method.isActive}
      onChange={() => toggle(method)}
      label={
        <>
          Activo <span className="sr-only">{method.name}</span>
        </>
      }
    />
  )
}
