import type { Debtor, DebtTotal } from '@casillero/shared/contract/debts'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { HandCoins, MessageCircle } from 'lucide-react'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import type { ListQuery } from '../../crud/list-state.ts'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { ResourceSearch } from '../../crud/resource-search.tsx'
import { call, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { daysText } from '../../lib/waiting.ts'
import { cx } from '../../ui/class-names.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { useMedia } from '../../ui/layout/media.ts'
import { ScrollBox } from '../../ui/layout/scroll-box.tsx'
import { Toolbar } from '../../ui/layout/toolbar.tsx'
import { TotalsCard } from '../../ui/layout/totals-card.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import type { MenuItem } from '../../ui/overlays/menu.tsx'
import { fullName } from '../client-search/client-name.ts'
import { CreditText } from '../clients/credit-text.tsx'
import { NoMessages, NoMessagesSign } from '../clients/no-messages.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { reminderText, whyNotRemind } from './debt-texts.ts'
import { RemindDialog } from './remind-dialog.tsx'

/** Lists the credit and the last reminder, which few clients have. */
function listNotes(debtor: Debtor): string[] {
  const credit = debtor.credit.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')
  return [credit === '' ? '' : `A favor ${credit}`, reminderText(debtor) ?? ''].filter((note) => note !== '')
}

// One line for each currency, in the same order in every cell of a row.
const stepColumns = ageSteps.map(
  ({ label }, step): Column<Debtor> => ({
    header: label,
    width: 98,
    align: 'end',
    figures: ({ debts }) => debts.map(({ symbol, byAge }) => formatMoney(byAge[step] ?? 0, symbol)),
    cell: ({ debts }) =>
      debts.map(({ currencyId, symbol, byAge }) => (
        <span key={currencyId} className="block text-help leading-5">
          {byAge[step] ? (
            <Amount>{formatMoney(byAge[step], symbol)}</Amount>
          ) : (
            <span className="text-muted" aria-hidden="true">
              —
            </span>
          )}
        </span>
      )),
  }),
)

const debtColumns: readonly Column<Debtor>[] = [
  {
    header: 'Cliente',
    cell: (debtor) => (
      <div className="py-1.5">
        <span className="flex items-center gap-2">
          <Link
            to={`/clients/${debtor.id}?tab=estado`}
            className="wrap-anywhere font-medium hover:underline"
            title={fullName(debtor)}
          >
            {fullName(debtor)}
          </Link>
          {!debtor.messagesAllowed && <NoMessagesSign />}
        </span>
        <span className="block wrap-anywhere text-help text-muted">{`${debtor.casillero} · ${daysText(debtor.days)}`}</span>
        <CreditText credit={debtor.creditLine} />
        {listNotes(debtor).map((note) => (
          <span key={note} className="block wrap-anywhere text-help text-muted" title={note}>
            {note}
          </span>
        ))}
      </div>
    ),
  },
  ...stepColumns,
  {
    header: 'Debe',
    width: 116,
    align: 'end',
    figures: ({ debts }) => debts.map(({ symbol, amount }) => formatMoney(amount, symbol)),
    cell: ({ debts }) =>
      debts.map(({ currencyId, symbol, amount }) => (
        <span key={currencyId} className="block font-semibold">
          <Amount>{formatMoney(amount, symbol)}</Amount>
        </span>
      )),
  },
]

function DebtCard({ debtor }: { debtor: Debtor }) {
  return (
    <>
      <p className="break-words pr-10 font-semibold text-body">{fullName(debtor)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-2 pr-10 text-help text-muted">
        <Tag>{debtor.casillero}</Tag>
        <span>{daysText(debtor.days)}</span>
        {!debtor.messagesAllowed && <NoMessages />}
      </div>
      {debtor.debts.map(({ currencyId, symbol, amount, count, byAge }) => (
        <div key={currencyId} className="mt-2">
          <p className="flex justify-between gap-3 text-body">
            <span className="text-muted">{countText(count, 'factura', 'facturas')}</span>
            <span className="font-semibold">
              <Amount>{formatMoney(amount, symbol)}</Amount>
            </span>
          </p>
          {ageSteps.map(({ label }, step) =>
            byAge[step] ? (
              <p key={label} className="flex justify-between gap-3 text-help text-muted">
                <span>{label}</span>
                <Amount>{formatMoney(byAge[step], symbol)}</Amount>
              </p>
            ) : null,
          )}
        </div>
      ))}
      <CreditText credit={debtor.creditLine} className="mt-1" />
      {listNotes(debtor).map((note) => (
        <p key={note} className="mt-1 text-help text-muted">
          {note}
        </p>
      ))}
    </>
  )
}

const failed = 'Error al cargar los totales por cobrar'

/** Stacks the ages where they do not fit side by side. */
function DebtTotals({ clients }: { clients: number | undefined }) {
  const query = useQuery({ ...read('GET /api/debts/totals'), meta: { failed } })
  const isRoomy = useMedia('(min-width: 900px)')
  const totals = query.data?.data
  // Without debts the list says so. Users without the right to see totals get only the list.
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

const texts = {
  title: 'Por cobrar',
  search: 'Buscar por nombre o casillero...',
  create: '',
  empty: 'No hay nada por cobrar',
  emptyHint: 'Aquí aparecen los clientes con facturas pendientes, la deuda más vieja primero.',
  noHits: 'Ningún cliente que deba',
  failed: 'Error al cargar lo que está por cobrar',
}

const readDebtors = (query: ListQuery) => read('GET /api/debts', { query })

/** docs/product/cash.md, "Debts". */
export function DebtsPanel() {
  const may = useMay()
  const navigate = useNavigate()
  const resource = useResource(readDebtors, texts)
  const clients = useQuery(read('GET /api/debts', { query: { page: '1', limit: '1' } })).data?.pagination.total
  const [reminded, setReminded] = useState<Debtor>()
  const open = ({ id }: Debtor) => void navigate(`/clients/${id}?tab=estado`)
  const listActions = (debtor: Debtor): MenuItem[] => [
    ...(may('messages.send')
      ? [
          {
            label: 'Recordar por WhatsApp',
            icon: <MessageCircle size={18} />,
            blocked: whyNotRemind(debtor),
            run: () => setReminded(debtor),
          },
        ]
      : []),
    ...(may('payments.write')
      ? [
          {
            label: 'Cobrar',
            icon: <HandCoins size={18} />,
            run: () => void navigate(`/clients/${debtor.id}/cobrar`),
          },
        ]
      : []),
  ]
  return (
    <>
      <DebtTotals clients={clients} />
      <Toolbar>
        <ResourceSearch resource={resource} exact={({ casillero }) => [casillero]} onOpen={open} />
      </Toolbar>
      <ResourceList
        resource={resource}
        table={{
          columns: debtColumns,
          card: (debtor) => <DebtCard debtor={debtor} />,
          formatName: fullName,
          onOpen: open,
          actions: listActions,
          look: { minWidth: 900, rowHeight: 56, isOneColumn: true },
        }}
      />
      {reminded && <RemindDebtor debtor={reminded} onClose={() => setReminded(undefined)} />}
    </>
  )
}

function RemindDebtor({ debtor, onClose }: { debtor: Debtor; onClose: () => void }) {
  return (
    <RemindDialog
      client={debtor}
      says={
        <>
          Recibirá por WhatsApp lo que debe:{' '}
          <b className="font-semibold">
            {debtor.debts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')}
          </b>
        </>
      }
      run={() => call('POST /api/clients/:id/reminders', { params: { id: debtor.id } })}
      onClose={onClose}
    />
  )
}
