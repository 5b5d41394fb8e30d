import type { Statement } from '@casillero/shared/contract/statements'
import { formatDate } from '@casillero/shared/domain/business-date'
import { ledgerText } from '@casillero/shared/domain/ledger-entry'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { Link } from 'react-router'
import { useIsWide } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'

type Account = Statement['accounts'][number]
type Entry = Account['entries'][number]
type StatementAccountProps = { account: Account; from: string; to: string }

export function StatementAccount({ account, from, to }: StatementAccountProps) {
  const isWide = useIsWide()
  const { name, symbol, owed, credit, closing, reference } = account
  const money = (amount: number) => formatMoney(amount, symbol)
  return (
    <Surface className="mb-3 overflow-clip">
      <div className="flex flex-wrap items-baseline justify-between gap-x-4 gap-y-1 px-4 py-3">
        <h2 className="font-semibold text-card">{`${name} (${symbol})`}</h2>
        <p className="text-help text-muted tabular-nums">
          {credit > 0 && `Debe ${money(owed)} − Saldo a favor ${money(credit)} = ${money(closing)}`}
          {reference !== null && (
            <span className="block">
              {`${money(closing)} × ${formatMoney(reference.rate, '')} = ${formatMoney(reference.amount, reference.symbol)} a la tasa de hoy (referencia)`}
            </span>
          )}
        </p>
      </div>
      {isWide ? (
        <WideEntries account={account} from={from} to={to} />
      ) : (
        <NarrowEntries account={account} from={from} to={to} />
      )}
    </Surface>
  )
}

const day = (entry: Entry) => <time dateTime={entry.at}>{formatDate(new Date(entry.at))}</time>

function Description({ entry }: { entry: Entry }) {
  const { conversion, reference, basis } = entry
  return (
    <>
      {ledgerText(entry)}
      <span className="text-muted">{[conversion, reference].flatMap((text) => (text ? [` ${text}`] : []))}</span>
      {basis.map((text) => (
        <span key={text} className="block text-help text-muted">
          {text}
        </span>
      ))}
    </>
  )
}

function InvoiceLink({ invoice }: Pick<Entry, 'invoice'>) {
  if (invoice === null) return null
  return (
    <Link
      to={`/facturar/${invoice.id}?tab=facturas`}
      state={{ step: 1 }}
      className="inline-flex min-h-6 items-center font-medium text-primary-text pointer-coarse:min-h-11"
    >
      {`#${invoice.companyInvoiceId}`}
    </Link>
  )
}

function WideEntries({ account, from, to }: StatementAccountProps) {
  const money = (amount: number) => formatMoney(amount, account.symbol)
  const side = (amount: number) => (amount === 0 ? '' : money(amount))
  return (
    <table className="w-full table-fixed text-body tabular-nums [&_td]:px-4 [&_th]:px-4">
      <caption className="sr-only">{`Movimientos en ${account.name}`}</caption>
      <thead className="border-line border-y bg-surface-2 text-[12px] text-muted *:h-9">
        <tr className="[&>th]:font-medium">
          <th scope="col" className="w-32 text-left">
            Fecha
          </th>
          <th scope="col" className="text-left">
            Movimiento
          </th>
          <th scope="col" className="w-24 text-left">
            Número
          </th>
          <th scope="col" className="w-32 text-right">
            Cargo
          </th>
          <th scope="col" className="w-32 text-right">
            Abono
          </th>
          <th scope="col" className="w-36 text-right">
            Saldo
          </th>
        </tr>
      </thead>
      <tbody className="[&>tr]:h-10 [&>tr]:border-line [&>tr]:border-b">
        <tr className="text-muted">
          <td>{formatDate(from)}</td>
          <td>Saldo anterior</td>
          <td />
          <td />
          <td />
          <td className="text-right">{money(account.opening)}</td>
        </tr>
        {account.entries.map((entry) => (
          <tr key={`${entry.kind} ${entry.id}`}>
            <td className="whitespace-nowrap text-muted">{day(entry)}</td>
            <td className="break-words">
              <Description entry={entry} />
            </td>
            <td>
              <InvoiceLink invoice={entry.invoice} />
            </td>
            <td className="whitespace-nowrap text-right">{side(entry.debit)}</td>
            <td className="whitespace-nowrap text-right">{side(entry.credit)}</td>
            <td className="whitespace-nowrap text-right text-muted">{money(entry.balance)}</td>
          </tr>
        ))}
      </tbody>
      <tfoot className="bg-surface-2 font-semibold *:h-10">
        <tr>
          <td>{formatDate(to)}</td>
          <td>Saldo al cierre</td>
          <td />
          <td className="whitespace-nowrap text-right">{money(account.debits)}</td>
          <td className="whitespace-nowrap text-right">{money(account.credits)}</td>
          <td className="whitespace-nowrap text-right">{money(account.closing)}</td>
        </tr>
      </tfoot>
    </table>
  )
}

function NarrowEntries({ account }: StatementAccountProps) {
  const money = (amount: number) => formatMoney(amount, account.symbol)
  return (
    <ul className="border-line border-t text-body tabular-nums *:flex *:items-baseline *:justify-between *:gap-3 *:border-line *:border-b *:px-4 *:py-2.5">
      <li className="text-muted">
        <span>Saldo anterior</span>
        <span>{money(account.opening)}</span>
      </li>
      {account.entries.map((entry) => (
        <li key={`${entry.kind} ${entry.id}`}>
          <span className="min-w-0 break-words">
            <Description entry={entry} />
            <span className="flex flex-wrap items-center gap-x-2 text-help text-muted">
              {day(entry)}
              <InvoiceLink invoice={entry.invoice} />
            </span>
          </span>
          <span className="shrink-0 text-right">
            <span className="block font-medium">{entry.debit > 0 ? money(entry.debit) : money(-entry.credit)}</span>
            <span className="block text-help text-muted">{`Saldo ${money(entry.balance)}`}</span>
          </span>
        </li>
      ))}
      <li className="bg-surface-2 font-semibold">
        <span>Saldo al cierre</span>
        <span>{money(account.closing)}</span>
      </li>
    </ul>
  )
}
