import type { CashSession } from '@casillero/shared/contract/cash'
import type { PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { takingsByCurrency } from '@casillero/shared/domain/takings'
import type { Db } from '../../platform/database/database.ts'
import type { FileOrder } from '../../platform/http/endpoint.ts'
import { getCompanySettings } from '../company/queries.ts'
import {
  type ReportFacts,
  type ReportPaper,
  type ReportRow,
  type ReportSection,
  reportHeading,
} from '../papers/report-facts.ts'
import { getSession } from './session-view.ts'

function buildBalanceSections({ balances }: CashSession): ReportSection[] {
  return (balances ?? []).map((balance) => {
    const { name, symbol, opening, cash, change, rounding, expected, counted, difference } = balance
    const money = (amount: number) => formatMoney(amount, symbol)
    const rows: [string, number | null, boolean?][] = [
      ['Fondo', opening],
      ['Efectivo cobrado', cash],
      ['Vuelto', -change],
      ['Redondeo', rounding],
      ['Entradas', balance.in],
      ['Salidas', -balance.out],
      ['Esperado', expected, true],
      ['Contado', counted],
      ['Diferencia', difference, true],
    ]
    return {
      title: `${name} (${symbol})`,
      columns: [
        { head: 'Efectivo', width: 412 },
        { head: 'Monto', width: 120, isNumber: true },
      ],
      rows: rows.flatMap(([label, amount, isStrong = false]) =>
        amount === null ? [] : [{ cells: [label, money(amount)], slip: { label, value: money(amount) }, isStrong }],
      ),
    }
  })
}

/** Takes the place of balances that are not shown. */
function collectedRows({ takings, balances }: CashSession): ReportRow[] {
  if (balances !== null) return []
  return takingsByCurrency(takings).flatMap(({ code, symbol, change, returned, total }) => {
    if (change === 0 && returned === 0) return []
    const row = (label: string, amount: number, isStrong = false) => {
      const value = formatMoney(amount, symbol)
      return { cells: [`${label} ${code}`, '', value], slip: { label: `${label} ${code}`, value }, isStrong }
    }
    return [
      ...(change === 0 ? [] : [row('Vuelto entregado', -change)]),
      ...(returned === 0 ? [] : [row('Devuelto', -returned)]),
      row('Cobrado', total, true),
    ]
  })
}

function buildTakingsSection(session: CashSession): ReportSection {
  const { takings } = session
  return {
    title: 'Cobros por moneda y método',
    columns: [
      { head: 'Método', width: 332 },
      { head: 'Pagos', width: 80, isNumber: true },
      { head: 'Monto', width: 120, isNumber: true },
    ],
    rows: [
      ...takings.flatMap(({ method, code, symbol, count, total }): ReportRow[] => {
        if (count === 0) return []
        const label = `${paymentMethodNames[method]} ${code}`
        const value = formatMoney(total, symbol)
        return [{ cells: [label, String(count), value], slip: { label: `${label} · ${count}`, value } }]
      }),
      ...collectedRows(session),
    ],
  }
}

type TakenPayment = CashSession['payments'][number] | CashSession['collected'][number]

const describePaid = (payment: TakenPayment): [number: string, clientName: string] =>
  'invoice' in payment
    ? [`#${payment.invoice.companyInvoiceId}`, payment.invoice.clientName]
    : [`Cobro #${payment.collection.companyCollectionId}`, payment.collection.clientName]

/** Marks payments that were taken back. */
function buildPaymentSection({ payments, reversedPayments, collected }: CashSession): ReportSection {
  const taken: TakenPayment[] = [...payments, ...reversedPayments, ...collected]
  return {
    title: 'Pagos',
    columns: [
      { head: 'Hora', width: 100 },
      { head: 'Factura o cobro', width: 172 },
      { head: 'Método', width: 100 },
      { head: 'Recibió', width: 80 },
      { head: 'Monto', width: 80, isNumber: true },
    ],
    rows: taken
      .toSorted((a, b) => (a.createdAt < b.createdAt ? -1 : 1))
      .map((payment) => {
        const { createdAt, createdBy, method, reference, total, symbol, reversal } = payment
        const how = [paymentMethodNames[method], reference, reversal && '(revertido)'].filter(Boolean).join(' ')
        const [number, clientName] = describePaid(payment)
        const value = formatMoney(total, symbol)
        return {
          cells: [formatDateTime(createdAt), `${number} ${clientName}`, how, createdBy.fullName, value],
          slip: { label: `${number} ${how}`, value, note: `${formatDateTime(createdAt)} · ${createdBy.fullName}` },
        }
      }),
  }
}

function buildMovementSections({ movements }: CashSession): ReportSection[] {
  if (movements.length === 0) return []
  return [
    {
      title: 'Movimientos',
      columns: [
        { head: 'Hora', width: 100 },
        { head: 'Motivo', width: 232 },
        { head: 'Quién', width: 100 },
        { head: 'Monto', width: 100, isNumber: true },
      ],
      rows: movements.toReversed().map(({ createdAt, createdBy, direction, amount, symbol, reason }) => {
        const value = formatMoney(direction === 'in' ? amount : -amount, symbol)
        return {
          cells: [formatDateTime(createdAt), reason, createdBy.fullName, value],
          slip: { label: reason, value, note: `${formatDateTime(createdAt)} · ${createdBy.fullName}` },
        }
      }),
    },
  ]
}

function buildFacts(session: CashSession): ReportFacts {
  const { companySessionId, drawer, openedBy, openedAt, closedBy, closedAt, note } = session
  return {
    title: `Turno #${companySessionId}`,
    kind: 'Turno de caja',
    number: `#${companySessionId}`,
    status: closedAt === null ? 'Abierto' : 'Cerrado',
    mark: '',
    about: [drawer.name],
    facts: [
      ['Abrió', openedBy.fullName],
      ['Abierto', formatDateTime(openedAt)],
      ['Cerró', closedBy?.fullName ?? ''],
      ['Cerrado', closedAt === null ? '' : formatDateTime(closedAt)],
    ],
    sections: [
      ...buildBalanceSections(session),
      buildTakingsSection(session),
      buildPaymentSection(session),
      ...buildMovementSections(session),
    ],
    remark: note === null ? '' : `Explicación de la diferencia: ${note}`,
  }
}

/** docs/product/papers.md, "Reports". */
export async function getSessionPaper(db: Db, id: string, format: PaperFormat): Promise<FileOrder> {
  const [session, company, logo] = await Promise.all([
    getSession(db, id, false),
    getCompanySettings(db),
    db.selectFrom('logos').select(['hash', 'content']).executeTakeFirst(),
  ])
  const drawing: ReportPaper = {
    format,
    report: buildFacts(session),
    heading: reportHeading(company),
    logo: logo ?? null,
    createdAt: session.closedAt ?? session.openedAt,
  }
  return { fileName: `Turno-${session.companySessionId}.pdf`, drawing }
}
