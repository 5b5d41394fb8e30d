import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { Plane, Ship } from 'lucide-react'
import type { Choice } from '../../ui/forms/segmented.tsx'

const kinds = {
  maritimo: { label: 'Marítimo', icon: Ship },
  aereo: { label: 'Aéreo', icon: Plane },
}

export const shippingKindChoices: readonly Choice<ShippingKind>[] = [choice('maritimo'), choice('aereo')]

function choice(value: ShippingKind): Choice<ShippingKind> {
  return { value, label: kinds[value].label, icon: <ShippingKindIcon kind={value} /> }
}

export const shippingKindName = (kind: ShippingKind): string => kinds[kind].label

/** Proposes a name for a method's first tariff. */
export const proposedTariffName = (kind: ShippingKind): string =>
  kind === 'aereo' ? 'Tarifa aérea' : 'Tarifa marítima'

export function ShippingKindIcon({ kind, size = 16 }: { kind: ShippingKind; size?: number }) {
  const Icon = kinds[kind].icon
  return <Icon size={size} className="shrink-0" aria-hidden="true" />
}

/** `Marítimo`, `Aéreo`. */
export function ShippingKindLabel({ kind }: { kind: ShippingKind }) {
  return (
    <span className="inline-flex items-center gap-1.5 whitespace-nowrap align-middle">
      <span className="text-muted">
        <ShippingKindIcon kind={kind} size={15} />
      </span>
      {kinds[kind].label}
    </span>
  )
}
