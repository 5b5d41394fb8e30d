import type { Statement } from '@casillero/shared/contract/statements'
import { addMonths, businessDate, formatDate } from '@casillero/shared/domain/business-date'
import { ledgerText } from '@casillero/shared/domain/ledger-entry'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { keepPreviousData, useMutation, useQuery } from '@tanstack/react-query'
import { Download, Send } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { LostRow } from '../../crud/lost-row.tsx'
import { call, describeError, read } from '../../lib/api.ts'
import { saveFile } from '../../lib/print-file.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { DateInput } from '../../ui/forms/date-input.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { useIsWide } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { statementTexts } from './statement-texts.ts'

type Account = Statement['accounts'][number]
type Entry = Account['entries'][number]
type StatementAccountProps = { account: Account; from: string; to: string }

function StatementAccount({ account, from, to }: StatementAccountProps) {
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
      <WideHeads />
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

function WideHeads() {
  return (
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

const periodChoices = [
  { id: 'month', label: 'Este mes' },
  { id: 'last', label: 'Mes pasado' },
  { id: 'quarter', label: 'Últimos 3 meses' },
  { id: 'year', label: 'Este año' },
  { id: 'own', label: 'Otro período' },
] as const
type PeriodId = (typeof periodChoices)[number]['id']

type Period = { from: string; to: string }

const dayMs = 86_400_000

/** Includes the first and the last day. */
export function buildPeriod(id: PeriodId, today: string = businessDate(new Date())): Period {
  const month = `${today.slice(0, 8)}01`
  if (id === 'last') {
    const before = new Date(Date.parse(month) - dayMs).toISOString().slice(0, 10)
    return { from: `${before.slice(0, 8)}01`, to: before }
  }
  if (id === 'quarter') return { from: addMonths(today, -3), to: today }
  if (id === 'year') return { from: `${today.slice(0, 4)}-01-01`, to: today }
  return { from: month, to: today }
}

const key = 'statement period'

/** A custom period is not stored. */
const keptPeriod = (): PeriodId =>
  periodChoices.find(({ id }) => id !== 'own' && id === localStorage.getItem(key))?.id ?? 'month'

const keepPeriod = (id: PeriodId): void => localStorage.setItem(key, id)

// While a day is typed, the field holds an incomplete text.
const isDay = (text: string): boolean => /^\d{4}-\d{2}-\d{2}$/.test(text)

const failed = 'Error al cargar el estado de cuenta'

function usePeriod() {
  const [choice, setChoice] = useState(keptPeriod)
  const [days, setDays] = useState<Period>(() => buildPeriod(choice))
  const choose = (value: string) => {
    const id = periodChoices.find((one) => one.id === value)?.id ?? 'month'
    setChoice(id)
    if (id === 'own') return
    keepPeriod(id)
    setDays(buildPeriod(id))
  }
  const change = (part: Partial<Period>) => {
    setChoice('own')
    setDays({ ...days, ...part })
  }
  return { choice, days, choose, change }
}

/** docs/product/clients.md, "Statement". */
export function ClientStatement({ clientId, casillero }: { clientId: string; casillero: string }) {
  const { choice, days, choose, change } = usePeriod()
  const query = useQuery({
    ...read('GET /api/clients/:id/statement', { params: { id: clientId }, query: days }),
    placeholderData: keepPreviousData,
    enabled: isDay(days.from) && isDay(days.to),
    meta: { failed },
  })
  const statement = query.data?.data
  return (
    <>
      <div className="mb-3 flex flex-wrap items-end gap-x-3 gap-y-2">
        <Field label="Período" className="w-full sm:w-44">
          {(control) => (
            <SelectInput {...control} value={choice} onChange={({ target }) => choose(target.value)}>
              {periodChoices.map(({ id, label }) => (
                <option key={id} value={id}>
                  {label}
                </option>
              ))}
            </SelectInput>
          )}
        </Field>
        <Field label="Desde" className="flex-1 sm:w-40 sm:flex-none">
          {(control) => <DateInput {...control} value={days.from} onChange={(from) => change({ from })} />}
        </Field>
        <Field label="Hasta" className="flex-1 sm:w-40 sm:flex-none">
          {(control) => <DateInput {...control} value={days.to} onChange={(to) => change({ to })} />}
        </Field>
        <Actions clientId={clientId} casillero={casillero} days={days} />
      </div>
      {query.isError ? (
        <Surface className="grid min-h-40 place-items-center">
          <LostRow
            error={query.error}
            lost="Este cliente no existe o fue eliminado."
            failed={describeError(query.error, failed)}
            onRetry={() => void query.refetch()}
          />
        </Surface>
      ) : statement === undefined ? (
        <Surface className="grid min-h-40 place-items-center">
          <Spinner label="Cargando estado de cuenta..." />
        </Surface>
      ) : statement.accounts.length === 0 ? (
        <Surface>
          <EmptyState title="Sin movimientos en este período" hint="Elija otro período para ver facturas y pagos." />
        </Surface>
      ) : (
        statement.accounts.map((account) => (
          <StatementAccount key={account.currencyId} account={account} from={statement.from} to={statement.to} />
        ))
      )}
    </>
  )
}

function Actions({ clientId, casillero, days }: { clientId: string; casillero: string; days: Period }) {
  const may = useMay()
  const params = { id: clientId }
  const paper = useMutation({
    mutationFn: () => call('GET /api/clients/:id/statement/document', { params, query: days }),
    onSuccess: (content) => saveFile(content, `Estado-de-cuenta-${casillero}.pdf`),
    onError: (error) => toastError(describeError(error, 'Error al descargar el estado de cuenta')),
  })
  const send = useMutation({
    mutationFn: () => call('POST /api/clients/:id/statement/messages', { params }),
    onSuccess: () => toastSuccess(statementTexts.done),
    onError: (error) => toastError(describeError(error, statementTexts.failed)),
  })
  return (
    <div className="ml-auto flex gap-2 max-sm:w-full max-sm:*:last:flex-1">
      <Button icon={<Download size={16} aria-hidden="true" />} busy={paper.isPending} onClick={() => paper.mutate()}>
        PDF
      </Button>
      {may('messages.send') && (
        <Button icon={<Send size={16} aria-hidden="true" />} busy={send.isPending} onClick={() => send.mutate()}>
          Enviar por WhatsApp
        </Button>
      )}
    </div>
  )
}
