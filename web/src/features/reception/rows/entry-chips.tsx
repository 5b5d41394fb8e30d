import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { businessDate } from '@casillero/shared/domain/business-date'
import { isTariffOffered } from '@casillero/shared/domain/package-choice'
import { useQuery } from '@tanstack/react-query'
import { ChevronDown, PackageOpen, Pin, Plane, Ruler, Ship } from 'lucide-react'
import type { ReactNode } from 'react'
import { read } from '../../../lib/api.ts'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Menu, type MenuItem } from '../../../ui/overlays/menu.tsx'
import type { Pinned, Settings } from '../device/settings.ts'

export const methodNames: Record<ShippingKind, string> = { maritimo: 'Marítimo', aereo: 'Aéreo' }
export const methodIcon = (method: ShippingKind, size = 16): ReactNode =>
  method === 'aereo' ? <Plane size={size} aria-hidden="true" /> : <Ship size={size} aria-hidden="true" />

type EntryChipsProps = {
  settings: Settings
  clientName: string | null
  mayMeasure: boolean
  onChange: (change: Partial<Settings>) => void
}

/** Without a connection, earlier choices stay. */
function useItems(method: ShippingKind, onChange: EntryChipsProps['onChange']) {
  const shipments = useQuery(read('GET /api/shipments', { query: { status: 'open', page: '1', limit: '50' } }))
  const tariffs = useQuery(read('GET /api/tariffs', { query: { isActive: 'true' } }))
  const today = businessDate(new Date())
  const shipmentItems = (shipments.data?.data ?? [])
    .filter(({ shippingMethod }) => shippingMethod === method)
    .map(({ id, companyShipmentId: number, carrier }) => ({
      label: carrier === null ? `#${number}` : `#${number} · ${carrier}`,
      run: () => onChange({ shipment: { id, number, method } }),
    }))
  const tariffItems = (tariffs.data?.data ?? [])
    .filter((one) => one.type === method && isTariffOffered(one, today))
    .map(({ id, name }) => ({ label: name, run: () => onChange({ tariff: { id, name, method } }) }))
  return { shipmentItems, tariffItems }
}

/** Each setting has a pin that keeps it for the next package. */
export function EntryChips({ settings, clientName, mayMeasure, onChange }: EntryChipsProps) {
  const { method, shipment, tariff, pinned } = settings
  const { shipmentItems, tariffItems } = useItems(method, onChange)
  const pin = (name: Pinned) => ({
    isPinned: pinned[name],
    onPin: () => onChange({ pinned: { ...pinned, [name]: !pinned[name] } }),
  })
  return (
    <>
      <Chip
        name="Método"
        value={methodNames[method]}
        icon={methodIcon(method)}
        items={(['aereo', 'maritimo'] as const).map((one) => ({
          label: methodNames[one],
          icon: methodIcon(one),
          run: () => onChange({ method: one, isMethodChosen: true }),
        }))}
        {...pin('method')}
      />
      <Chip
        name="Embarque"
        value={shipment ? `#${shipment.number}` : 'Ninguno'}
        icon={<PackageOpen size={16} aria-hidden="true" />}
        items={[{ label: 'Ninguno', run: () => onChange({ shipment: null }) }, ...shipmentItems]}
        {...pin('shipment')}
      />
      <Chip
        name="Tarifa"
        value={tariff?.name ?? 'La del cliente'}
        items={[{ label: 'La del cliente', run: () => onChange({ tariff: null }) }, ...tariffItems]}
        {...pin('tariff')}
      />
      {mayMeasure && (
        <Pinnable name="Medidas" {...pin('measures')}>
          <span className="flex items-center gap-2 self-center px-3 text-body">
            Medidas
            <Ruler size={16} aria-hidden="true" />
          </span>
        </Pinnable>
      )}
      {(clientName !== null || pinned.client) && (
        <Pinnable name="Cliente" {...pin('client')}>
          <span className="self-center truncate px-3 text-body">{clientName ?? 'Cliente'}</span>
        </Pinnable>
      )}
    </>
  )
}

type PinnableProps = { name: string; isPinned: boolean; onPin: () => void }
type ChipProps = PinnableProps & { value: string; icon?: ReactNode; items: readonly MenuItem[] }

function Chip({ name, value, icon, items, ...pin }: ChipProps) {
  return (
    <Pinnable name={name} {...pin}>
      <Menu
        items={items}
        trigger={(trigger) => (
          <button
            type="button"
            {...trigger}
            aria-label={`${name}: ${value}`}
            className="flex min-w-0 items-center gap-2 rounded-l-md px-3 max-md:pr-1"
          >
            <span className="text-help text-muted max-md:hidden">{name}</span>
            {icon}
            <span className="truncate font-semibold text-body">{value}</span>
            <ChevronDown size={15} aria-hidden="true" className="shrink-0 max-md:hidden" />
          </button>
        )}
      />
    </Pinnable>
  )
}

const Pinnable = ({ name, isPinned, onPin, children }: PinnableProps & { children: ReactNode }) => (
  <div
    className={cx(
      'flex min-h-(--control) min-w-0 max-w-full items-stretch rounded-md border',
      isPinned ? 'border-primary bg-primary-soft text-primary-text' : 'border-grey-line bg-surface',
    )}
  >
    {children}
    <IconButton
      label={`Fijar: ${name}`}
      icon={<Pin size={16} aria-hidden="true" fill={isPinned ? 'currentColor' : 'none'} />}
      aria-pressed={isPinned}
      className={cx('reception-pin my-auto', isPinned && 'text-primary-text')}
      onClick={onPin}
    />
  </div>
)
