import type { Debtor } from '@casillero/shared/contract/debts'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Link } from 'react-router'
import { daysText } from '../../lib/waiting.ts'
import { Amount } from '../../ui/display/amount.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { fullName } from '../client-search/client-name.ts'
import { CreditText } from '../clients/credit-text.tsx'
import { NoMessages, NoMessagesSign } from '../clients/no-messages.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { reminderText } from './debt-texts.ts'

/** Few clients have them. */
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

export const debtColumns: readonly Column<Debtor>[] = [
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

export function DebtCard({ debtor }: { debtor: Debtor }) {
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
