import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { priceSuffixes } from '@casillero/shared/domain/price-units'
import { Amount } from '../../ui/display/amount.tsx'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { ShippingKindLabel } from './shipping-kind.tsx'

export const tariffColumns: readonly Column<Tariff>[] = [
  {
    header: 'Nombre',
    cell: (tariff) => (
      <span className="flex items-center gap-2">
        <span className="wrap-anywhere font-medium" title={tariff.name}>
          {tariff.name}
        </span>
        {tariff.isDefault && <DefaultBadge />}
      </span>
    ),
  },
  { header: 'Tipo', width: 120, cell: (tariff) => <ShippingKindLabel kind={tariff.type} /> },
  {
    header: 'Precio por Libra',
    width: 144,
    align: 'end',
    cell: (tariff) => (
      <span className="font-semibold">
        <Amount>{formatMoney(tariff.pricePerPound)}</Amount>
        {tariff.unit !== 'pound' && <span className="font-normal text-muted">{priceSuffixes[tariff.unit]}</span>}
      </span>
    ),
  },
  {
    header: 'Vigencia',
    width: 168,
    cell: ({ startDate, endDate }) =>
      startDate === null ? (
        <span className="text-muted">Sin expiración</span>
      ) : (
        <>
          <span className="block">Desde {formatDate(startDate)}</span>
          {endDate !== null && <span className="block text-help text-muted">Hasta {formatDate(endDate)}</span>}
        </>
      ),
  },
  { header: 'Estado', width: 110, cell: (tariff) => <ActiveBadge isActive={tariff.isActive} /> },
]

export function TariffCard({ tariff }: { tariff: Tariff }) {
  return (
    <>
      <div className="flex flex-wrap items-center gap-x-2 gap-y-1 pr-10">
        <span className="min-w-0 break-words font-semibold text-body">{tariff.name}</span>
        {tariff.isDefault && <DefaultBadge />}
      </div>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 gap-y-1 pr-10 text-help text-muted">
        <ShippingKindLabel kind={tariff.type} />
        <ActiveBadge isActive={tariff.isActive} />
      </div>
      <div className="mt-1 flex flex-wrap items-baseline gap-x-2 text-help text-muted">
        <span>{validity(tariff)}</span>
        <span className="ml-auto font-semibold text-card text-fg">
          <Amount>{formatMoney(tariff.pricePerPound)}</Amount>
          <span className="font-normal text-help text-muted">{priceSuffixes[tariff.unit]}</span>
        </span>
      </div>
      {tariff.notes !== null && <p className="mt-1 whitespace-pre-line break-words text-help">{tariff.notes}</p>}
    </>
  )
}

function validity({ startDate, endDate }: Tariff): string {
  if (startDate === null) return 'Sin expiración'
  return `Desde ${formatDate(startDate)}${endDate === null ? '' : ` · Hasta ${formatDate(endDate)}`}`
}

const DefaultBadge = () => (
  <span className="shrink-0">
    <Badge tone="blue">Por defecto</Badge>
  </span>
)

const ActiveBadge = ({ isActive }: { isActive: boolean }) =>
  isActive ? <Badge tone="green">Activa</Badge> : <Badge tone="grey">Inactiva</Badge>
