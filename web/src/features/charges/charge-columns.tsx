import type { Charge } from '@casillero/shared/contract/charges'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { chargeKindNames } from '@casillero/shared/domain/charge-text'
import { Badge } from '../../ui/display/badge.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { priceTexts, ruleTexts } from './charge-texts.ts'

const small = 'block text-help text-muted'

export const chargeColumns = (tariffs: readonly Tariff[]): readonly Column<Charge>[] => [
  {
    header: 'Nombre',
    cell: ({ name }) => (
      <span className="wrap-anywhere font-medium" title={name}>
        {name}
      </span>
    ),
  },
  { header: 'Se cobra', width: 190, cell: ({ kind }) => chargeKindNames[kind] },
  {
    header: 'Precio',
    width: 140,
    align: 'end',
    cell: (charge) => {
      const { price, note } = priceTexts(charge)
      return (
        <>
          <span className="block font-semibold tabular-nums">{price}</span>
          {note !== '' && <span className={small}>{note}</span>}
        </>
      )
    },
  },
  {
    header: 'Se aplica',
    width: 230,
    cell: (charge) => {
      const { rule, note } = ruleTexts(charge, tariffs)
      return (
        <>
          <span className={charge.isAutomatic ? 'block' : 'block text-muted'}>{rule}</span>
          {note !== '' && <span className={`${small} wrap-anywhere`}>{note}</span>}
        </>
      )
    },
  },
  { header: 'Estado', width: 110, cell: ({ isActive }) => <ActiveBadge isActive={isActive} /> },
]

export const ActiveBadge = ({ isActive }: { isActive: boolean }) => (
  <Badge tone={isActive ? 'green' : 'grey'}>{isActive ? 'Activo' : 'Inactivo'}</Badge>
)

export function ChargeCard({ charge, tariffs }: { charge: Charge; tariffs: readonly Tariff[] }) {
  const { price, note } = priceTexts(charge)
  const { rule, note: where } = ruleTexts(charge, tariffs)
  return (
    <>
      <p className="flex items-baseline justify-between gap-3 pr-10">
        <span className="min-w-0 break-words font-semibold text-body">{charge.name}</span>
        <span className="whitespace-nowrap font-semibold tabular-nums">{price}</span>
      </p>
      <p className="mt-1 pr-10 text-help text-muted">
        {[chargeKindNames[charge.kind], note].filter(Boolean).join(' · ')}
      </p>
      <p className="mt-1 flex flex-wrap items-center gap-2 pr-10 text-help text-muted">
        <span className="min-w-0 break-words">{[rule, where].filter(Boolean).join(' · ')}</span>
        <ActiveBadge isActive={charge.isActive} />
      </p>
    </>
  )
}
