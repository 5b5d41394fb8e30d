import type { Collection } from '@casillero/shared/contract/collections'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { clientName } from '@casillero/shared/domain/client-name'
import { convertedSteps } from '@casillero/shared/domain/conversion-text'
import type { Rates } from '@casillero/shared/domain/currency'
import { computeBalance } from '@casillero/shared/domain/invoice-totals'
import { nameOwnDebt } from '@casillero/shared/domain/ledger-entry'
import { exact, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { formatPhone } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import { changeRows, drawerText, reversalFacts, sumColumns } from '../papers/receipt-rows.ts'
import {
  type ReportFacts,
  type ReportPaper,
  type ReportRow,
  type ReportSection,
  reportHeading,
} from '../papers/report-facts.ts'
import { listPaidDebts, type PaidDebt } from './collected-debts.ts'
import { getCollection } from './queries.ts'

/** Payments that were reversed later still counted then. */
const listPaidByThen = (db: Db, id: string) =>
  db
    .selectFrom((parts) =>
      parts
        .selectFrom('invoice_payments as p')
        .innerJoin('collection_payments as cp', 'cp.id', 'p.collection_payment_id')
        .distinctOn('p.invoice_id')
        .select(['p.invoice_id', 'p.id', 'p.created_at'])
        .where('cp.collection_id', '=', id)
        .orderBy('p.invoice_id')
        .orderBy('p.id', 'desc')
        .as('last'),
    )
    .innerJoin('invoices as i', 'i.id', 'last.invoice_id')
    .select(['i.id', 'i.currency_code as code', 'i.rate_compra as rateCompra', 'i.rate_venta as rateVenta'])
    .select(
      sql<number>`(
        select coalesce(sum(s.converted_total), 0) from invoice_payments s
        where s.invoice_id = i.id and s.id <= last.id and (s.reversed_at is null or s.reversed_at > last.created_at))`.as(
        'paidTotal',
      ),
    )
    .select(
      sql<number>`(
        select coalesce(sum(x.converted_total), 0) from invoice_changes x
        where x.invoice_id = i.id and x.created_at <= last.created_at
          and (x.reversed_at is null or x.reversed_at > last.created_at))`.as('givenTotal'),
    )
    .execute()

type Known = Awaited<ReturnType<typeof listPaidByThen>>[number]

const findDrawer = (db: Db, id: string) =>
  db
    .selectFrom('collection_payments as p')
    .innerJoin('cash_sessions as s', 's.id', 'p.cash_session_id')
    .innerJoin('cash_drawers as d', 'd.id', 's.drawer_id')
    .select(['d.name', 's.company_session_id as session'])
    .where('p.collection_id', '=', id)
    .limit(1)
    .executeTakeFirst()

const formatMethod = ({ method, reference }: Collection['payments'][number]): string =>
  [paymentMethodNames[method], reference].filter(Boolean).join(' ')

/** Ends with a sum if several are in one currency. */
function paymentSection({ payments }: Collection): ReportSection {
  const rows = payments.map((payment): ReportRow => {
    const value = formatMoney(payment.total, payment.currency.symbol)
    const name = paymentMethodNames[payment.method]
    return {
      cells: [name, payment.reference ?? '', value],
      slip: { label: name, value, note: payment.reference ?? '' },
    }
  })
  const sums = [...Map.groupBy(payments, ({ currency }) => currency.id).values()].flatMap((own): ReportRow[] => {
    const [first] = own
    if (!first) return []
    const label = `Recibido en ${first.currency.code}`
    const value = formatMoney(toWire(sum(own.map(({ total }) => exact(total)))), first.currency.symbol)
    return [{ cells: [label, '', value], slip: { label, value }, isStrong: true }]
  })
  return {
    title: 'Pagos',
    columns: [
      { head: 'Método', width: 160 },
      { head: 'Referencia', width: 252 },
      { head: 'Monto', width: 120, isNumber: true },
    ],
    rows: [...rows, ...sums],
  }
}

type Part = Collection['parts'][number]

/** Shows both currencies. */
function listParts(
  { payments }: Collection,
  paid: readonly Part[],
  { label, number, symbol, rates }: { label: string; number: string; symbol: string; rates: Rates | undefined },
): ReportRow[] {
  return paid.flatMap((part): ReportRow[] => {
    const payment = payments.find(({ id }) => id === part.paymentId)
    if (!payment) return []
    const own = formatMoney(part.total, payment.currency.symbol)
    const steps = rates === undefined ? '' : convertedSteps({ ...part, currency: payment.currency }, rates)
    const value = formatMoney(part.convertedTotal, symbol)
    return [
      {
        cells: [number, formatMethod(payment), `${own}${steps}`, value],
        slip: { label, value, note: `${formatMethod(payment)} · ${own}${steps}` },
      },
    ]
  })
}

/** Shows below each debt what it still owed. */
const debtRows = (collection: Collection, debts: readonly PaidDebt[]): ReportRow[] =>
  debts.flatMap((debt) => {
    const { id, invoice, symbol, leftThen } = debt
    const paid = collection.parts.filter(({ debtId }) => debtId === id)
    const label = nameOwnDebt(invoice.companyInvoiceId)
    return [
      ...listParts(collection, paid, { label, number: `#${invoice.companyInvoiceId}`, symbol, rates: debt }),
      strongRow(label, formatMoney(leftThen, symbol)),
    ]
  })

/** Shows both currencies, and below each invoice what it still owed. */
function invoiceSection(collection: Collection, known: readonly Known[], debts: readonly PaidDebt[]): ReportSection {
  const { parts, invoices } = collection
  const rows = invoices.flatMap((invoice): ReportRow[] => {
    const now = known.find(({ id }) => id === invoice.id)
    const number = `#${invoice.companyInvoiceId}`
    const money = (amount: number) => formatMoney(amount, invoice.currency.symbol)
    const paid = parts.filter(({ invoiceId }) => invoiceId === invoice.id)
    const isVoid = invoice.status === 'cancelled'
    const { totalAmount } = invoice
    const { pendingTotal } = computeBalance({
      totalAmount,
      paidTotal: now?.paidTotal ?? 0,
      givenTotal: now?.givenTotal ?? 0,
    })
    return [
      ...listParts(collection, paid, {
        label: `Factura ${number}`,
        number,
        symbol: invoice.currency.symbol,
        rates: now && pickRates(now),
      }),
      isVoid
        ? strongRow(`Factura ${number}`, 'Cancelada')
        : strongRow(`Saldo Pendiente de la factura ${number}`, money(pendingTotal)),
    ]
  })
  return {
    title: 'Facturas',
    columns: [
      { head: 'Factura', width: 60 },
      { head: 'Pago', width: 212 },
      { head: 'Monto', width: 160, isNumber: true },
      { head: 'Abono', width: 100, isNumber: true },
    ],
    rows: [...rows, ...debtRows(collection, debts)],
  }
}

const pickRates = ({ code, rateCompra, rateVenta }: Known): Rates => ({ code, rateCompra, rateVenta })

const strongRow = (label: string, value: string): ReportRow => ({
  cells: ['', label, '', value],
  slip: { label, value },
  isStrong: true,
})

function changeSections({ changeTotal, changeCurrency, change }: Collection): ReportSection[] {
  if (changeCurrency === null) return []
  const rows = changeRows(formatMoney(changeTotal, changeCurrency.symbol), change)
  return [{ title: 'Vuelto', columns: sumColumns, rows }]
}

function buildFacts(
  collection: Collection,
  known: readonly Known[],
  debts: readonly PaidDebt[],
  drawer: string,
): ReportFacts {
  const { client } = collection
  const number = `#${collection.companyCollectionId}`
  return {
    title: `Cobro ${number}`,
    kind: 'Cobro',
    number,
    ...reversalFacts(collection.reversal),
    about: [clientName(client), [client.casillero, formatPhone(client.phone)].filter(Boolean).join(' · ')],
    facts: [
      ['Fecha', formatDateTime(collection.createdAt)],
      ['Recibió', collection.createdBy.fullName],
      ['Caja', drawer],
    ],
    sections: [paymentSection(collection), invoiceSection(collection, known, debts), ...changeSections(collection)],
  }
}

/** docs/product/papers.md, "Receipts". */
export async function getCollectionPaper(db: Db, id: string, format: PaperFormat): Promise<FileOrder> {
  const [collection, known, debts, drawer, company, logo] = await Promise.all([
    getCollection(db, id),
    listPaidByThen(db, id),
    listPaidDebts(db, id),
    findDrawer(db, id),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  const drawing: ReportPaper = {
    format,
    report: buildFacts(collection, known, debts, drawerText(drawer?.name ?? null, drawer?.session ?? null)),
    heading: reportHeading(company),
    logo: logo ?? null,
    createdAt: collection.createdAt,
  }
  return { fileName: `Cobro-${collection.companyCollectionId}.pdf`, drawing }
}
