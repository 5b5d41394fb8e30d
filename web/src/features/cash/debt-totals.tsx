import type { DebtTotal } from '@casillero/shared/contract/debts'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { ScrollBox } from '../../ui/layout/scroll-box.tsx'
import { TotalsCard } from '../../ui/layout/totals-card.tsx'
import { countText } from '../invoices/invoice-texts.ts'

const failed = 'Error al cargar los totales por cobrar'

/** One age below the other where there is no room. */
export function DebtTotals({ clients }: { clients: number | undefined }) {
  const query = useQuery({ ...read('GET /api/debts/totals'), meta: { failed } })
  const isRoomy = useMedia('(min-width: 900px)')
  const totals = query.data?.data
  // Without debts the list says so; who sees no sums of money has the list alone.
  if (totals === null || totals?.length === 0) return null
  return (
    <TotalsCard query={query} totals={totals} failed={failed}>
      {(loaded) => <TotalsTable totals={loaded} clients={clients} isRoomy={isRoomy} />}
    </TotalsCard>
  )
}

type Line = { key: string; head: string; cells: string[]; isTotal: boolean }

const formatName = ({ name, symbol }: DebtTotal): string => `${name} (${symbol})`
const labels = [...ageSteps.map(({ label }) => label), 'Total']
const formatAmounts = ({ byAge, amount, symbol }: DebtTotal): string[] =>
  [...byAge, amount].map((one) => (one === 0 ? '—' : formatMoney(one, symbol)))

type TotalsTableProps = { totals: readonly DebtTotal[]; clients: number | undefined; isRoomy: boolean }

function TotalsTable({ totals, clients, isRoomy }: TotalsTableProps) {
  const byCurrency = totals.map((total) => ({
    key: total.currencyId,
    head: formatName(total),
    cells: formatAmounts(total),
    isTotal: false,
  }))
  const byLabel = labels.map((label, at) => ({
    key: label,
    head: label,
    cells: byCurrency.map(({ cells }) => cells[at] ?? ''),
    isTotal: at === ageSteps.length,
  }))
  const heads = isRoomy ? labels : totals.map(({ symbol }) => symbol)
  const lines: Line[] = isRoomy ? byCurrency : byLabel
  return (
    <ScrollBox label="Por cobrar por moneda y antigüedad">
      <table aria-label="Total por cobrar" className="w-full text-left text-body">
        <thead>
          <tr className="h-9 bg-surface-2 text-[12px] text-muted leading-4 *:px-1.5 *:font-medium sm:*:px-3 *:first:pl-4 *:last:pr-4">
            <th scope="col">{clients === undefined ? 'Por cobrar' : countText(clients, 'cliente', 'clientes')}</th>
            {heads.map((head) => (
              <th key={head} scope="col" className="whitespace-nowrap text-right">
                {head}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {lines.map(({ key, head, cells, isTotal }) => (
            <tr
              key={key}
              className={`h-9 border-line border-t *:px-1.5 sm:*:px-3 *:first:pl-4 *:last:pr-4 ${isTotal ? 'font-semibold' : ''}`}
            >
              <th
                scope="row"
                // A currency's name may be long, an age is short.
                className={cx(isTotal ? 'font-semibold' : 'font-normal text-muted', !isRoomy && 'whitespace-nowrap')}
              >
                {head}
              </th>
              {cells.map((cell, at) => (
                <td
                  key={heads[at]}
                  className={isRoomy && at === ageSteps.length ? 'text-right font-semibold' : 'text-right'}
                >
                  <Amount>{cell}</Amount>
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </ScrollBox>
  )
}
