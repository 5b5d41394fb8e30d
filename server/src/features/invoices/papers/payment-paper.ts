import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { clientName } from '@casillero/shared/domain/client-name'
import { convertedSteps } from '@casillero/shared/domain/conversion-text'
import { computeBalance } from '@casillero/shared/domain/invoice-totals'
import { atLeastZero, exact, minus, sum, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { formatPhone } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FileOrder } from '../../../platform/http/endpoint.ts'
import { getCompanySettings } from '../../company/queries.ts'
import { changeRows, drawerText, reversalFacts, sumColumns, sumRow } from '../../papers/receipt-rows.ts'
import { type ReportFacts, type ReportPaper, type ReportSection, reportHeading } from '../../papers/report-facts.ts'
import { changeColumns } from '../invoice-view.ts'

/** Ids follow the order of writing, because it is done under the invoice's lock. */
const position = sql<number>`(
  select count(*) from invoice_payments s where s.invoice_id = p.invoice_id and s.id <= p.id)`

/** Includes all payments of the same moment, and those reversed later. */
const paidByThen = sql<number>`(
  select coalesce(sum(s.converted_total), 0) from invoice_payments s
  where s.invoice_id = p.invoice_id and (s.reversed_at is null or s.reversed_at > p.created_at)
    and s.id <= (
      select l.id from invoice_payments l
      where l.invoice_id = p.invoice_id and l.created_at = p.created_at order by l.id desc limit 1))`

/** A tender's change is on one receipt: that of its first cash payment, else its first payment. */
const bearsChange = sql<boolean>`p.id = (
  select s.id from invoice_payments s
  where s.invoice_id = p.invoice_id and s.tender = p.tender
  order by s.method = 'cash' desc, s.id limit 1)`

/** Change given up to then. */
const givenByThen = sql<number>`(
  select coalesce(sum(x.converted_total), 0) from invoice_changes x
  where x.invoice_id = p.invoice_id and x.created_at <= p.created_at and (x.reversed_at is null or x.reversed_at > p.created_at))`

const findPayment = (db: Db, id: string) =>
  db
    .selectFrom('invoice_payments as p')
    .innerJoin('invoices as i', 'i.id', 'p.invoice_id')
    .innerJoin('users as u', 'u.id', 'p.created_by')
    .leftJoin('users as r', 'r.id', 'p.reversed_by')
    .leftJoin('collection_payments as cp', 'cp.id', 'p.collection_payment_id')
    .leftJoin('collections as c', 'c.id', 'cp.collection_id')
    .leftJoin('cash_sessions as cs', (join) =>
      join.on('cs.id', '=', sql`coalesce(p.cash_session_id, cp.cash_session_id)`),
    )
    .leftJoin('cash_drawers as d', 'd.id', 'cs.drawer_id')
    .select([
      'p.method',
      'p.reference',
      'p.total',
      'p.converted_total as convertedTotal',
      'p.created_at as createdAt',
      'p.currency_code as code',
      'p.currency_symbol as symbol',
      'p.rate_compra as rateCompra',
      'p.rate_venta as rateVenta',
      'p.reversed_at as reversedAt',
      'p.reversal_reason as reversalReason',
      'p.reversal_reference as reversalReference',
      'r.full_name as reversedBy',
      'u.full_name as clerk',
      'i.company_invoice_id as companyInvoiceId',
      'i.status as invoiceStatus',
      'i.total_amount as totalAmount',
      'i.currency_code as invoiceCode',
      'i.currency_symbol as invoiceSymbol',
      'i.rate_compra as invoiceRateCompra',
      'i.rate_venta as invoiceRateVenta',
      'i.client_first_name as firstName',
      'i.client_middle_name as middleName',
      'i.client_last_names as lastNames',
      'i.client_casillero as casillero',
      'i.client_phone as phone',
      'c.company_collection_id as companyCollectionId',
      'cs.company_session_id as companySessionId',
      'd.name as drawer',
    ])
    .select([
      position.as('position'),
      paidByThen.as('paidTotal'),
      givenByThen.as('givenTotal'),
      bearsChange.as('bearsChange'),
    ])
    .where('p.id', '=', id)
    .executeTakeFirst()

type Payment = NonNullable<Awaited<ReturnType<typeof findPayment>>>

/** Includes change that came back since. */
const listChanges = (db: Db, id: string) =>
  db
    .selectFrom('invoice_changes')
    .select(changeColumns)
    .where(
      sql<boolean>`(invoice_id, tender) = (select p.invoice_id, p.tender from invoice_payments p where p.id = ${id})`,
    )
    .where('shrinks_id', 'is', null)
    .orderBy('id')
    .execute()

type Change = Awaited<ReturnType<typeof listChanges>>[number]

function paymentSection(payment: Payment): ReportSection {
  const { method, reference, total, convertedTotal, code, symbol, rateCompra, rateVenta } = payment
  const invoiceCurrency = {
    code: payment.invoiceCode,
    rateCompra: payment.invoiceRateCompra,
    rateVenta: payment.invoiceRateVenta,
  }
  const steps = convertedSteps(
    { total, convertedTotal, currency: { code, rateCompra, rateVenta } },
    invoiceCurrency,
  ).trim()
  const name = paymentMethodNames[method]
  const own = formatMoney(total, symbol)
  const counted = formatMoney(convertedTotal, payment.invoiceSymbol)
  return {
    title: 'Pago',
    columns: [
      { head: 'Método', width: 110 },
      { head: 'Referencia', width: 152 },
      { head: 'Monto', width: 90, isNumber: true },
      { head: 'Tasa', width: 90, isNumber: true },
      { head: 'Abono', width: 90, isNumber: true },
    ],
    rows: [
      {
        cells: [name, reference ?? '', own, steps, counted],
        slip: {
          label: name,
          value: own,
          note: [steps && `${steps} = ${counted}`, reference].filter(Boolean).join(' · '),
        },
        isStrong: true,
      },
    ],
  }
}

function invoiceSection(payment: Payment, changes: readonly Change[]): ReportSection {
  const { companyInvoiceId, invoiceStatus, totalAmount, paidTotal, givenTotal, invoiceSymbol } = payment
  const money = (amount: number) => formatMoney(amount, invoiceSymbol)
  const { pendingTotal } = computeBalance({ totalAmount, paidTotal, givenTotal })
  // Older invoices have no parts: their change is what was paid above the total.
  const ofBefore = toWire(atLeastZero(minus(exact(paidTotal), exact(totalAmount))))
  const change = changes.length > 0 ? toWire(sum(changes.map(({ convertedTotal }) => exact(convertedTotal)))) : ofBefore
  const parts = changes.map((part) => ({ ...part, currency: { symbol: part.currencySymbol } }))
  return {
    title: `Factura #${companyInvoiceId}`,
    note: invoiceStatus === 'cancelled' ? 'Cancelada' : '',
    columns: sumColumns,
    rows: [
      sumRow('Total de la factura', money(totalAmount)),
      sumRow('Este pago', money(payment.convertedTotal)),
      sumRow('Pagado en total', money(paidTotal)),
      ...(change > 0 && payment.bearsChange ? changeRows(money(change), parts) : []),
      ...(invoiceStatus === 'cancelled' ? [] : [sumRow('Saldo Pendiente', money(pendingTotal), true)]),
    ],
  }
}

const describeReversal = ({ reversedAt, reversedBy, reversalReason, reversalReference }: Payment) =>
  reversedAt === null
    ? null
    : {
        at: reversedAt,
        by: { fullName: reversedBy ?? '' },
        reason: reversalReason ?? '',
        reference: reversalReference,
      }

function buildFacts(payment: Payment, changes: readonly Change[]): ReportFacts {
  const { companyInvoiceId, companyCollectionId } = payment
  const number = `#${companyInvoiceId}-${payment.position}`
  return {
    title: `Recibo ${number}`,
    kind: 'Recibo',
    number,
    ...reversalFacts(describeReversal(payment)),
    about: [clientName(payment), [payment.casillero, formatPhone(payment.phone)].filter(Boolean).join(' · ')],
    facts: [
      ['Fecha', formatDateTime(payment.createdAt)],
      ['Recibió', payment.clerk],
      ['Caja', drawerText(payment.drawer, payment.companySessionId)],
      ['Factura', `#${companyInvoiceId}`],
      ['Cobro', companyCollectionId === null ? '' : `#${companyCollectionId}`],
    ],
    sections: [paymentSection(payment), invoiceSection(payment, changes)],
  }
}

/** docs/product/papers.md, "Receipts". */
export async function getPaymentPaper(db: Db, id: string, format: PaperFormat): Promise<FileOrder> {
  const [payment, changes, company, logo] = await Promise.all([
    findPayment(db, id),
    listChanges(db, id),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  if (!payment) throw new AppError('not_found')
  const drawing: ReportPaper = {
    format,
    report: buildFacts(payment, changes),
    heading: reportHeading(company),
    logo: logo ?? null,
    createdAt: payment.createdAt,
  }
  return { fileName: `Recibo-${payment.companyInvoiceId}-${payment.position}.pdf`, drawing }
}
