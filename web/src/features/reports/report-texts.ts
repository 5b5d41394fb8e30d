import type { Report, ReportRow } from '@casillero/shared/contract/reports'
import { formatDate } from '@casillero/shared/domain/business-date'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatRate } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import type { ReportName } from '@casillero/shared/domain/report-names'
import type { Period } from './report-period.ts'

/** A report on the screen: its place in the address, its names, the heading of its rows, what it counts, and what it leaves out. */
export type ReportTexts = {
  slug: string
  label: string
  title: string
  row: string
  count: string
  note: string
  /** What a row without a key is of. */
  without?: string
  /** It tells what is now, whatever the days are. */
  isOfNow?: true
}

const noVoided = 'Sin facturas anuladas.'
const lineNote = 'Suma las líneas de las facturas: sin envío y sin el descuento general. Sin facturas anuladas.'
const takenNote = 'Sin pagos revertidos ni pagos con saldo a favor; el vuelto en efectivo se resta.'

export const reportTexts: Record<ReportName, ReportTexts> = {
  'sales-by-day': {
    slug: 'ventas-por-dia',
    label: 'Por día',
    title: 'Ventas por día',
    row: 'Día',
    count: 'Facturas',
    note: noVoided,
  },
  'sales-by-person': {
    slug: 'ventas-por-persona',
    label: 'Por persona',
    title: 'Ventas por persona',
    row: 'Persona',
    count: 'Facturas',
    note: noVoided,
  },
  'sales-by-tariff': {
    slug: 'ventas-por-tarifa',
    label: 'Por tarifa',
    title: 'Ventas por tarifa',
    row: 'Tarifa',
    count: 'Paquetes',
    note: lineNote,
    without: 'Sin tarifa',
  },
  'sales-by-method': {
    slug: 'ventas-por-metodo',
    label: 'Por método',
    title: 'Ventas por método',
    row: 'Método',
    count: 'Paquetes',
    note: lineNote,
  },
  'payments-by-method': {
    slug: 'pagos-por-metodo',
    label: 'Pagos por método',
    title: 'Pagos por método',
    row: 'Método',
    count: 'Pagos',
    note: takenNote,
  },
  'payments-by-currency': {
    slug: 'pagos-por-moneda',
    label: 'Por moneda',
    title: 'Pagos por moneda',
    row: 'Moneda',
    count: 'Pagos',
    note: takenNote,
  },
  'payments-by-person': {
    slug: 'pagos-por-persona',
    label: 'Por persona',
    title: 'Pagos por persona',
    row: 'Persona',
    count: 'Pagos',
    note: takenNote,
  },
  'debts-by-age': {
    slug: 'por-cobrar',
    label: 'Por cobrar, por antigüedad',
    title: 'Por cobrar, por antigüedad',
    row: 'Antigüedad',
    count: 'Facturas',
    note: 'Lo que falta por pagar ahora, por los días desde la factura.',
    isOfNow: true,
  },
  'pounds-by-client': {
    slug: 'libras-por-cliente',
    label: 'Libras por cliente',
    title: 'Libras por cliente',
    row: 'Cliente',
    count: 'Paquetes',
    note: 'Paquetes recibidos en el período, con o sin factura.',
    without: 'Sin dueño',
  },
  'new-clients': {
    slug: 'clientes-nuevos',
    label: 'Clientes nuevos',
    title: 'Clientes nuevos',
    row: 'Día',
    count: 'Clientes',
    note: 'Por el día en que se crearon; sin los eliminados ni los que se unieron a otro.',
  },
  'shipments-margin': {
    slug: 'margen-por-embarque',
    label: 'Margen por embarque',
    title: 'Margen por embarque',
    row: 'Embarque',
    count: 'Paquetes facturados',
    note: 'Embarques que llegaron en el período. En US$, cada factura a su propia tasa; sin costos no hay margen.',
  },
  'voided-invoices': {
    slug: 'anuladas',
    label: 'Anuladas',
    title: 'Facturas anuladas',
    row: 'Quién anuló',
    count: 'Facturas',
    note: 'Por el día en que se anularon.',
  },
  'discounts-given': {
    slug: 'descuentos',
    label: 'Descuentos dados',
    title: 'Descuentos dados',
    row: 'Quién facturó',
    count: 'Facturas con descuento',
    note: 'El descuento general y los de cada línea, en la moneda de la factura. Sin facturas anuladas.',
  },
}

export const reportGroups: readonly { title: string; names: readonly ReportName[] }[] = [
  { title: 'Ventas', names: ['sales-by-day', 'sales-by-person', 'sales-by-tariff', 'sales-by-method'] },
  { title: 'Cobros', names: ['payments-by-method', 'payments-by-currency', 'payments-by-person', 'debts-by-age'] },
  { title: 'Clientes', names: ['pounds-by-client', 'new-clients'] },
  { title: 'Embarques', names: ['shipments-margin'] },
  { title: 'Control', names: ['voided-invoices', 'discounts-given'] },
]

const weekdays = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb']

/** `lun 16 nov`, of `YYYY-MM-DD`. */
export const shortDay = (day: string): string =>
  `${weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]} ${formatDate(day).replace(/ \d{4}$/, '')}`

/** `16 nov 2026 al 21 nov 2026`; one day is one date. */
export const periodText = ({ from, to }: Period): string =>
  from === to ? formatDate(from) : `${formatDate(from)} al ${formatDate(to)}`

const shippingMethods: Record<string, string> = { aereo: 'Aéreo', maritimo: 'Marítimo' }
const paymentMethods: Record<string, string> = paymentMethodNames

/** What a row is called. */
export function rowName(name: ReportName, { key, label }: Pick<ReportRow, 'key' | 'label'>): string {
  if (key === null) return reportTexts[name].without ?? '—'
  if (name === 'sales-by-day' || name === 'new-clients') return shortDay(key)
  if (name === 'sales-by-method') return shippingMethods[key] ?? key
  if (name === 'payments-by-method') return paymentMethods[key] ?? key
  if (name === 'debts-by-age') return ageSteps[Number(key)]?.label ?? key
  return label
}

/** How far a figure is from the one it is compared with: `+37.7%`; nothing where there was none. */
export function changeText(now: number, before: number | null): string | undefined {
  if (before === null || before === 0) return undefined
  const percent = ((now - before) / Math.abs(before)) * 100
  const text = `${Math.abs(percent).toFixed(1)}%`
  if (text === '0.0%') return text
  return percent < 0 ? `−${text}` : `+${text}`
}

/** What the reference is computed with: `US$ × 36.8000`; nothing where all is in córdobas. */
export function referenceNote({ rate, currencies }: Pick<Report, 'rate' | 'currencies'>): string | undefined {
  const used = rate?.of.filter(({ code }) => currencies.some((currency) => currency.code === code)) ?? []
  if (used.length === 0) return undefined
  const rates = used.map(({ symbol, rate: one }) => `${symbol} × ${formatRate(one, '')}`).join(', ')
  return `«Todo en ${rate?.symbol}» es referencia: ${rates}, la tasa de hoy.`
}

/** Whether its days are few enough to be bars, and more than one. */
export const hasChart = ({ rows, rate }: Pick<Report, 'rows' | 'rate'>): boolean =>
  rate !== null && rows.length > 1 && rows.length <= 62
