import type { Report, ReportRow } from '@casillero/shared/contract/reports'
import { formatDate } from '@casillero/shared/domain/business-date'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { formatLongRate } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import type { ReportName } from '@casillero/shared/domain/report-names'
import { nameWeek, type ReportWords, reportWords } from '@casillero/shared/domain/report-words'
import type { Period } from './report-period.ts'

export type ReportTexts = ReportWords & {
  label: string
  note: string
  /** The report shows the present, whatever the days are. */
  isOfNow?: true
  /** The report has nothing of a period before. */
  isAlone?: true
  /** What is said without rows. */
  none?: string
}

const onOwnDay = 'Una factura anulada resta el día en que se anuló.'
const answersNote =
  'La mediana de lo que un cliente esperó la primera respuesta dada aquí, en horario. Lo contestado desde el teléfono o por una regla no cuenta.'
const lineNote = `Suma las líneas de las facturas: sin envío y sin el descuento general. ${onOwnDay}`
const takenNote =
  'Sin pagos con saldo a favor; el vuelto en efectivo se resta. Un pago revertido resta el día en que se revirtió.'

export const reportTexts: Record<ReportName, ReportTexts> = {
  'sales-by-day': {
    ...reportWords['sales-by-day'],
    label: 'Por día',
    note: onOwnDay,
  },
  'sales-by-person': {
    ...reportWords['sales-by-person'],
    label: 'Por persona',
    note: onOwnDay,
  },
  'sales-by-tariff': {
    ...reportWords['sales-by-tariff'],
    label: 'Por tarifa',
    note: lineNote,
  },
  'sales-by-method': {
    ...reportWords['sales-by-method'],
    label: 'Por método',
    note: lineNote,
  },
  'sales-by-charge': {
    ...reportWords['sales-by-charge'],
    label: 'Por cargo',
    note: `Cargos de facturas en la moneda de cada una, sin el descuento general ni los adelantos. ${onOwnDay}`,
  },
  'payments-by-method': {
    ...reportWords['payments-by-method'],
    label: 'Pagos por método',
    note: takenNote,
  },
  'payments-by-currency': {
    ...reportWords['payments-by-currency'],
    label: 'Por moneda',
    note: takenNote,
  },
  'payments-by-person': {
    ...reportWords['payments-by-person'],
    label: 'Por persona',
    note: takenNote,
  },
  'debts-by-age': {
    ...reportWords['debts-by-age'],
    label: 'Por cobrar, por antigüedad',
    note: 'Lo que falta por pagar ahora, por los días desde la factura.',
    isOfNow: true,
    none: 'No hay nada por cobrar',
  },
  'pounds-by-client': {
    ...reportWords['pounds-by-client'],
    label: 'Libras por cliente',
    note: 'Paquetes recibidos en el período, con o sin factura. Lo que se corrige otro día cuenta ese día.',
  },
  'new-clients': {
    ...reportWords['new-clients'],
    label: 'Clientes nuevos',
    note: 'Por el día en que se crearon, también los que otro día se eliminaron o se unieron a otro.',
  },
  'new-clients-by-week': {
    ...reportWords['new-clients-by-week'],
    label: 'Por semana y alta',
    note: 'Alta propia: llenó sus datos en la página. Con paquete: recibió uno en sus primeros 30 días; los de estos 30 días todavía pueden.',
  },
  'shipments-margin': {
    ...reportWords['shipments-margin'],
    isAlone: true,
    label: 'Margen por embarque',
    note: 'Embarques que llegaron en el período, como están hoy: cuenta también lo que se factura, se anula o se gasta después. En US$, cada factura a su propia tasa; sin costos no hay margen.',
  },
  promises: {
    ...reportWords.promises,
    isAlone: true,
    label: 'Promesas',
    note: 'Por el mes de la fecha que se dijo primero, que no cambia. Lo que sigue sin estar listo cuenta hasta hoy.',
  },
  'dispatches-by-carrier': {
    ...reportWords['dispatches-by-carrier'],
    label: 'Despachos',
    note: 'Lo que costaron, con sus libras reales, por la fecha del despacho. Un despacho deshecho resta el día en que se deshizo.',
  },
  'voided-invoices': {
    ...reportWords['voided-invoices'],
    label: 'Anuladas',
    note: 'Por el día en que se anularon.',
  },
  'waived-charges': {
    ...reportWords['waived-charges'],
    label: 'Cargos quitados',
    note: `Cargos que se aplican solos y alguien quitó, con lo que habrían sumado. ${onOwnDay}`,
  },
  'waived-storage': {
    ...reportWords['waived-storage'],
    label: 'Almacenaje condonado',
    note: `Lo que se quitó o se bajó del almacenaje. ${onOwnDay}`,
  },
  'advances-by-charge': {
    ...reportWords['advances-by-charge'],
    label: 'Adelantos',
    note: `Lo que se pagó por cuenta de los clientes: no es ingreso y no lleva descuento. ${onOwnDay}`,
  },
  'discounts-given': {
    ...reportWords['discounts-given'],
    label: 'Descuentos dados',
    note: `El descuento general y los de cada línea, en la moneda de la factura. ${onOwnDay}`,
  },
  'waiting-now': {
    ...reportWords['waiting-now'],
    label: 'Por atender ahora',
    note: 'Lo que espera ahora a una persona, y la espera más larga, contada de corrido.',
    isOfNow: true,
    none: 'Ninguna conversación espera',
  },
  'answers-by-day': {
    ...reportWords['answers-by-day'],
    isAlone: true,
    label: 'Primera respuesta por día',
    note: answersNote,
  },
  'answers-by-person': {
    ...reportWords['answers-by-person'],
    isAlone: true,
    label: 'Primera respuesta por persona',
    note: answersNote,
  },
  'answers-by-rule': {
    ...reportWords['answers-by-rule'],
    isAlone: true,
    label: 'Por regla',
    note: 'Lo que contestaron solas, y cuántas veces se marcó «No era eso», por el día en que se marcó.',
  },
}

export const reportGroups: readonly { title: string; names: readonly ReportName[] }[] = [
  {
    title: 'Ventas',
    names: ['sales-by-day', 'sales-by-person', 'sales-by-tariff', 'sales-by-method', 'sales-by-charge'],
  },
  { title: 'Cobros', names: ['payments-by-method', 'payments-by-currency', 'payments-by-person', 'debts-by-age'] },
  { title: 'Clientes', names: ['pounds-by-client', 'new-clients', 'new-clients-by-week'] },
  { title: 'Embarques y envíos', names: ['promises', 'shipments-margin', 'dispatches-by-carrier'] },
  {
    title: 'Control',
    names: ['voided-invoices', 'discounts-given', 'waived-charges', 'waived-storage', 'advances-by-charge'],
  },
  {
    title: 'Conversaciones',
    names: ['waiting-now', 'answers-by-day', 'answers-by-person', 'answers-by-rule'],
  },
]

const weekdays = ['dom', 'lun', 'mar', 'mié', 'jue', 'vie', 'sáb']

/** `lun 16 nov`, from `YYYY-MM-DD`. */
export const shortDay = (day: string): string =>
  `${weekdays[new Date(`${day}T12:00:00Z`).getUTCDay()]} ${formatDate(day).replace(/ \d{4}$/, '')}`

/** `16 al 21 nov 2026`; a single day is one date. */
export function periodText({ from, to }: Period): string {
  const last = formatDate(to)
  if (from === to) return last
  const first = formatDate(from)
  const kept = [7, 4].map((length) => from.slice(0, length) === to.slice(0, length)).indexOf(true)
  const words = first.split(' ')
  return `${kept === -1 ? first : words.slice(0, kept + 1).join(' ')} al ${last}`
}

const shippingMethods: Record<string, string> = { aereo: 'Aéreo', maritimo: 'Marítimo' }
const paymentMethods: Record<string, string> = paymentMethodNames

export function rowName(name: ReportName, { key, label }: Pick<ReportRow, 'key' | 'label'>): string {
  if (key === null) return reportTexts[name].without ?? '—'
  if (name === 'sales-by-day' || name === 'new-clients' || name === 'answers-by-day') return shortDay(key)
  if (name === 'new-clients-by-week') return nameWeek(key)
  if (name === 'sales-by-method') return shippingMethods[key] ?? key
  if (name === 'payments-by-method') return paymentMethods[key] ?? key
  if (name === 'debts-by-age') return ageSteps[Number(key)]?.label ?? key
  return label
}

/** `menos de 1 min`, `1 h 20 min`, `2 d 3 h`. */
export function formatWait(seconds: number): string {
  const minutes = Math.floor(seconds / 60)
  const hours = Math.floor(minutes / 60)
  if (minutes < 1) return 'menos de 1 min'
  if (hours < 1) return `${minutes} min`
  return hours < 24 ? `${hours} h ${minutes % 60} min` : `${Math.floor(hours / 24)} d ${hours % 24} h`
}

/** `+37.7%`; undefined without a previous amount. */
export function changeText(now: number, before: number | null): string | undefined {
  if (before === null || before === 0) return undefined
  const percent = ((now - before) / Math.abs(before)) * 100
  const text = `${Math.abs(percent).toFixed(1)}%`
  if (text === '0.0%') return text
  return percent < 0 ? `−${text}` : `+${text}`
}

/** `US$ × 36.8000`; undefined if all amounts are in córdobas. */
export function referenceNote({ rate, currencies }: Pick<Report, 'rate' | 'currencies'>): string | undefined {
  const used = rate?.of.filter(({ code }) => currencies.some((currency) => currency.code === code)) ?? []
  if (used.length === 0) return undefined
  const rates = used.map(({ symbol, rate: one }) => `${symbol} × ${formatLongRate(one)}`).join(', ')
  return `«Todo en ${rate?.symbol}» es referencia: ${rates}, la tasa de hoy.`
}

/** True for more than one row, but few enough for bars. */
export const hasChart = ({ rows, rate }: Pick<Report, 'rows' | 'rate'>): boolean =>
  rate !== null && rows.length > 1 && rows.length <= 62
