import type { CashSession } from '@casillero/shared/contract/cash'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { ArrowDownLeft, ArrowUpRight } from 'lucide-react'
import { useState } from 'react'
import { Link } from 'react-router'
import { DataTable } from '../../crud/data-table.tsx'
import { cx } from '../../ui/class-names.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Amount } from '../../ui/display/amount.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { CollectionDialog } from '../collecting/collection-dialog.tsx'
import { formatTime, signedMoney } from './cash-texts.ts'

const shown = 8

/** Shows change under its payment. */
export function EntryList({ session }: { session: CashSession }) {
  const [isWhole, setIsWhole] = useState(false)
  const entries = sessionEntries(session)
  const [collectionId, setCollectionId] = useState<string>()
  return (
    <Surface className="overflow-clip">
      <div className="flex min-h-11 items-center justify-between gap-3 border-line border-b px-4 py-2">
        <h2 className="font-semibold text-card">Movimientos</h2>
        <span className="text-label text-muted">{`${entries.length} en este turno`}</span>
      </div>
      {entries.length === 0 ? (
        <p className="px-4 py-6 text-center text-body text-muted">
          Aquí aparecen los pagos, entradas y salidas del turno.
        </p>
      ) : (
        <DataTable
          rows={isWhole ? entries : entries.slice(0, shown)}
          label="Movimientos"
          formatName={formatTitle}
          columns={buildColumns(entries, setCollectionId)}
          card={(entry) => <EntryCard entry={entry} onCollection={setCollectionId} />}
          look={{ minWidth: 620, rowHeight: 56, isOneColumn: true }}
        />
      )}
      {entries.length > shown && !isWhole && (
        <div className="border-line border-t px-2 py-1">
          <Button variant="link" className="px-2 text-label" onClick={() => setIsWhole(true)}>
            {`Ver los ${entries.length}`}
          </Button>
        </div>
      )}
      {collectionId !== undefined && (
        <CollectionDialog collectionId={collectionId} onClose={() => setCollectionId(undefined)} />
      )}
    </Surface>
  )
}

const getMoney = (entry: Entry) => (entry.kind === 'payment' ? entry.payment : entry.movement)

const formatTitle = (entry: Entry): string => {
  if (entry.kind === 'movement') return entry.movement.reason
  return 'invoice' in entry.payment ? entry.payment.invoice.clientName : entry.payment.collection.clientName
}

type EntryProps = { entry: Entry; onCollection: (id: string) => void }

const linkClass =
  'inline-flex min-h-6 items-center underline decoration-line underline-offset-3 hover:decoration-current pointer-coarse:-my-3 pointer-coarse:min-h-11'

/** A movement has no invoice or collection to link to. */
function PaidLink({ entry, onCollection }: EntryProps) {
  if (entry.kind === 'movement') return null
  if ('invoice' in entry.payment) {
    const { id, companyInvoiceId } = entry.payment.invoice
    return (
      <Link to={`/facturar/${id}?tab=facturas`} state={{ step: 1 }} className={linkClass}>
        {`Factura #${companyInvoiceId}`}
      </Link>
    )
  }
  const { id, companyCollectionId } = entry.payment.collection
  return (
    <button type="button" className={linkClass} onClick={() => onCollection(id)}>
      {`Cobro #${companyCollectionId}`}
    </button>
  )
}

const formatMethod = (entry: Entry): string =>
  entry.kind === 'payment'
    ? paymentMethodNames[entry.payment.method]
    : entry.movement.direction === 'in'
      ? 'Entrada'
      : 'Salida'

function formatDetail(entry: Entry): string {
  if (entry.kind === 'payment') {
    const { reference, reversal } = entry.payment
    const gone = reversal && `Revertido por ${reversal.by.fullName}: ${reversal.reason}`
    return [reference, gone].flatMap((part) => (part ? [` · ${part}`] : [])).join('')
  }
  const { createdBy, otherDrawer, direction } = entry.movement
  const drawer = otherDrawer === null ? null : `${direction === 'in' ? 'desde' : 'a'} ${otherDrawer}`
  return [createdBy.fullName, drawer].filter(Boolean).join(' · ')
}

function formatEntryAmount(entry: Entry): string {
  if (entry.kind === 'payment') return formatMoney(entry.payment.total, entry.payment.symbol)
  const { direction, amount, symbol } = entry.movement
  return signedMoney(direction === 'in' ? amount : -amount, symbol)
}

const struck = (entry: Entry) => (entry.kind === 'payment' && entry.isStruck ? 'line-through' : undefined)

const changeText = (handed: number, symbol: string): string => `Vuelto ${formatMoney(-handed, symbol)}`

function buildColumns(entries: readonly Entry[], onCollection: (id: string) => void): Column<Entry>[] {
  const currencies = new Map(
    entries
      .flatMap((entry) => [getMoney(entry), ...(entry.kind === 'payment' ? entry.changes : [])])
      .map(({ currencyId, code, symbol }) => [currencyId, { id: currencyId, code, symbol }]),
  )
  return [
    {
      header: 'Hora',
      width: 72,
      cell: ({ createdAt }) => (
        <time dateTime={createdAt} className="text-muted tabular-nums">
          {formatTime(createdAt)}
        </time>
      ),
    },
    { header: 'Qué', cell: (entry) => <What entry={entry} onCollection={onCollection} /> },
    { header: 'Método', width: 140, cell: (entry) => <Method entry={entry} /> },
    ...[...currencies.values()]
      .toSorted((a, b) => (a.code < b.code ? -1 : 1))
      .map(
        ({ id, symbol }): Column<Entry> => ({
          header: symbol,
          width: 152,
          align: 'end',
          cell: (entry) => <AmountCell entry={entry} currencyId={id} />,
        }),
      ),
  ]
}

function What({ entry, onCollection }: EntryProps) {
  return (
    <>
      <span className="block truncate font-medium" title={formatTitle(entry)}>
        {formatTitle(entry)}
      </span>
      <span className="block truncate text-help text-muted">
        <PaidLink entry={entry} onCollection={onCollection} />
        {formatDetail(entry)}
      </span>
    </>
  )
}

function Method({ entry }: { entry: Entry }) {
  if (entry.kind === 'payment') return formatMethod(entry)
  const Icon = entry.movement.direction === 'in' ? ArrowDownLeft : ArrowUpRight
  return (
    <span className="flex items-center gap-1.5">
      <Icon size={14} aria-hidden="true" />
      {formatMethod(entry)}
    </span>
  )
}

function AmountCell({ entry, currencyId }: { entry: Entry; currencyId: string }) {
  const changes = entry.kind === 'payment' ? entry.changes.filter((change) => change.currencyId === currencyId) : []
  return (
    <>
      {getMoney(entry).currencyId === currencyId && (
        <span className={cx('block', struck(entry))}>
          <Amount>{formatEntryAmount(entry)}</Amount>
        </span>
      )}
      {changes.map(({ id, handed, symbol }) => (
        <span key={id} className={cx('block text-help text-muted', struck(entry))}>
          <Amount>{changeText(handed, symbol)}</Amount>
        </span>
      ))}
    </>
  )
}

function EntryCard({ entry, onCollection }: EntryProps) {
  const changes = entry.kind === 'payment' ? entry.changes : []
  return (
    <>
      <div className="flex justify-between gap-3">
        <span className="min-w-0 break-words font-semibold text-body">{formatTitle(entry)}</span>
        <span className={cx('font-semibold text-body', struck(entry))}>
          <Amount>{formatEntryAmount(entry)}</Amount>
        </span>
      </div>
      <div className="flex flex-wrap justify-between gap-x-3 text-help text-muted">
        <span className="min-w-0 break-words">
          {`${formatTime(entry.createdAt)} · ${formatMethod(entry)} · `}
          <PaidLink entry={entry} onCollection={onCollection} />
          {formatDetail(entry)}
        </span>
        {changes.length > 0 && (
          <span className={cx('ml-auto', struck(entry))}>
            {changes.map(({ id, handed, symbol }) => (
              <span key={id} className="block text-right">
                <Amount>{changeText(handed, symbol)}</Amount>
              </span>
            ))}
          </span>
        )}
      </div>
    </>
  )
}

type Payment = CashSession['payments'][number]
type Change = CashSession['changes'][number]
type Collected = CashSession['collected'][number]
type CollectedChange = CashSession['collectedChanges'][number]
type Movement = CashSession['movements'][number]

type Entry = {
  id: string
  createdAt: string
} /** Struck through if it was taken back while the session was open. */ & (
  | {
      kind: 'payment'
      payment: Payment | Collected
      changes: readonly (Change | CollectedChange)[]
      isStruck: boolean
    }
  | { kind: 'movement'; movement: Movement }
)

/** Returns the invoice's last payment before the change, cash before other methods. */
function findPayer(change: Change, payments: readonly Payment[]): Payment | undefined {
  const own = payments.filter(
    ({ invoice, createdAt }) => invoice.id === change.invoiceId && createdAt <= change.createdAt,
  )
  const latest = own.reduce((last, { createdAt }) => (createdAt > last ? createdAt : last), '')
  const last = own.filter(({ createdAt }) => createdAt === latest)
  return last.find(({ method }) => method === 'cash') ?? last[0]
}

/** Puts the change under the first cash payment, else under the first payment. */
function collectedEntries({ collected, collectedChanges }: CashSession): Entry[] {
  const byCollection = Map.groupBy(collected, ({ collection }) => collection.id)
  const payers = new Map(
    [...byCollection].map(([id, rows]) => [id, rows.findLast(({ method }) => method === 'cash') ?? rows.at(-1)]),
  )
  return collected.map((payment) => {
    const isPayer = payers.get(payment.collection.id)?.id === payment.id
    return {
      id: payment.id,
      createdAt: payment.createdAt,
      kind: 'payment',
      payment,
      changes: isPayer ? collectedChanges.filter(({ collectionId }) => collectionId === payment.collection.id) : [],
      isStruck: !payment.isCounted,
    }
  })
}

/** Newest first. */
export function sessionEntries(session: CashSession): Entry[] {
  const { payments, reversedPayments, changes, reversedChanges, movements } = session
  // Change stays handed out when its payment is taken back, so it is still shown there.
  const all = [...payments, ...reversedPayments]
  const payers = [
    ...changes.map((change) => ({ change, payer: findPayer(change, all)?.id })),
    ...reversedChanges.map((change) => ({ change, payer: findPayer(change, reversedPayments)?.id })),
  ]
  const byPayment = Map.groupBy(payers, ({ payer }) => payer)
  const toEntry = (payment: Payment, isStruck: boolean): Entry => ({
    id: payment.id,
    createdAt: payment.createdAt,
    kind: 'payment',
    payment,
    changes: (byPayment.get(payment.id) ?? []).map(({ change }) => change),
    isStruck,
  })
  const entries: Entry[] = [
    ...payments.map((payment) => toEntry(payment, false)),
    ...reversedPayments.map((payment) => toEntry(payment, true)),
    ...collectedEntries(session),
    ...movements.map((movement) => ({
      id: movement.id,
      createdAt: movement.createdAt,
      kind: 'movement' as const,
      movement,
    })),
  ]
  return entries.toSorted((a, b) => (a.createdAt < b.createdAt ? 1 : a.createdAt > b.createdAt ? -1 : 0))
}
