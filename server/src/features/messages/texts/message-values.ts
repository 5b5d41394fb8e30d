import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { type ArrivalWindow, nameArrival } from '@casillero/shared/domain/arrival-days'
import { formatDate } from '@casillero/shared/domain/business-date'
import { type Charge, type CurrencySum, sumToBill } from '@casillero/shared/domain/charges'
import type { DiscountType } from '@casillero/shared/domain/discount'
import { exact, roundToCents, sum, times, toWire } from '@casillero/shared/domain/money'
import { formatMoney, formatTariffPrice, formatWeight } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { formatArithmetic, toPriced } from '@casillero/shared/domain/price-arithmetic'
import { shortenName } from '@casillero/shared/domain/spanish-name'
import { computeStorage, type StorageRule } from '@casillero/shared/domain/storage'
import { type PriceRules, plainRules } from '@casillero/shared/domain/tariff-rules'
import type { TemplateValues } from '@casillero/shared/domain/template'
import { fillAddress } from '@casillero/shared/domain/us-address'
import { sql } from 'kysely'
import { readLinkCode } from '../../../platform/auth/link-token.ts'

export type MessageClient = { firstName: string; lastNames: string; casillero: string; phone: string }

export type MessagePackage = {
  tracking: string | null
  warehouseTracking: string | null
  contents: string | null
  description: string | null
  weight: number | null
  chargedQuantity?: number | null
  length: number | null
  width: number | null
  height: number | null
  pricePerPound: number | null
  priceRules: PriceRules | null
  discountType: DiscountType
  discountValue: number
  finalPricePerPound: number | null
  totalPrice: number | null
  shippingMethod: ShippingKind
  waitDays?: number | null
  /** `from` is the first day charged. */
  storage?: (Pick<Charge, 'price'> & { rule: StorageRule; from: string }) | null
  /** Sums by currency; present only if the template says them. */
  chargedTotal?: readonly CurrencySum[]
}

/** Of the client `c` and the package `p`. */
export const messageColumns = [
  'c.first_name as firstName',
  'c.last_names as lastNames',
  'c.casillero',
  'c.phone',
  'p.id as packageId',
  'p.tracking',
  'p.warehouse_tracking as warehouseTracking',
  'p.contents',
  'p.description',
  'p.weight',
  'p.length',
  'p.width',
  'p.height',
  'p.price_per_pound as pricePerPound',
  sql<PriceRules | null>`p.price_rules`.as('priceRules'),
  'p.discount_type as discountType',
  'p.discount_value as discountValue',
  'p.final_price_per_pound as finalPricePerPound',
  'p.total_price as totalPrice',
  'p.shipping_method as shippingMethod',
] as const

const join = (values: (string | null)[]) => values.filter((value) => value !== null && value !== '').join(', ')

const addUp = (values: (number | null)[]) => toWire(sum(values.filter((value) => value !== null).map(exact)))

/** Undefined if they differ. */
function findCommon<T>(values: T[]): T | undefined {
  const [first] = values
  return values.every((value) => value === first) ? first : undefined
}

const methodNames: Record<ShippingKind, string> = { maritimo: 'Marítimo', aereo: 'Aéreo' }

export const clientValues = (client: MessageClient): TemplateValues => ({
  nombre_cliente: `${client.firstName} ${client.lastNames}`,
  nombre_corto: shortenName(client.firstName),
  casillero_cliente: client.casillero,
  telefono_cliente: formatPhone(client.phone),
})

/** Of Mi casillero, whose door stands before the page where the device is not in. */
export const pagesLink = (origin: string | null, page: string): string => (origin === null ? '' : `${origin}/mi${page}`)

/** Leaves out the lines with a link to what does not exist. */
export function leaveOutAbsent(content: string, links: TemplateValues): string {
  const absent = Object.entries(links).flatMap(([name, link]) => (link === '' ? [name] : []))
  const isAbsent = (line: string) => absent.some((name) => new RegExp(`\\{\\{ *${name} *\\}\\}`).test(line))
  const lines = content.split('\n')
  const kept = lines.filter((line) => !isAbsent(line))
  return kept.length === 0 ? content : kept.join('\n')
}

/** Says what today costs, or a day's price and its start. docs/product/charges.md, "Storage". */
function formatStorage(packages: MessagePackage[]): string | undefined {
  const charged = packages.flatMap((one) => (one.storage ? [{ ...one.storage, one }] : []))
  const [first] = charged.toSorted((a, b) => a.from.localeCompare(b.from))
  if (!first) return undefined
  const amounts = charged.flatMap(({ rule, price, one }) => {
    const stored = { ...one, chargedQuantity: one.chargedQuantity ?? null, readyDays: one.waitDays ?? null }
    const storage = computeStorage({ storage: rule, price }, stored)
    return storage === null ? [] : toWire(roundToCents(times(exact(storage.quantity), exact(storage.unitPrice))))
  })
  if (amounts.length > 0) return formatMoney(addUp(amounts))
  const unit = first.rule.isPerPound ? 'por libra y día' : 'por paquete y día'
  return `${formatMoney(first.price ?? 0)} ${unit} desde el ${formatDate(first.from)}`
}

/** `US$36.50 + C$350.00`, never added up. */
const formatCharged = (packages: MessagePackage[]): string => {
  const sums = packages.flatMap(({ chargedTotal = [] }) =>
    chargedTotal.map(({ amount, ...currency }) => ({ quantity: 1, unitPrice: amount, currency })),
  )
  return sumToBill(null, sums)
    .map(({ amount, symbol }) => formatMoney(amount, symbol))
    .join(' + ')
}

/** Empty if they differ, or nothing is said of one. */
export function formatPromise(packages: { promise: ArrivalWindow | null }[], today: string): string {
  const texts = packages.map(({ promise }) => promise && nameArrival(promise, today))
  return findCommon(texts) ?? ''
}

/** Joins texts, sums weights and prices; gives a price per pound only if all share it. docs/product/messages.md, "Templates". */
export function packageValues(packages: MessagePackage[]): TemplateValues {
  const price = findCommon(packages.map(({ finalPricePerPound }) => finalPricePerPound))
  const unit = findCommon(packages.map(({ priceRules }) => priceRules?.unit ?? 'pound'))
  const sums = packages.flatMap(
    (one) => formatArithmetic({ ...toPriced(one), rules: one.priceRules ?? plainRules }) ?? [],
  )
  const waits = packages.flatMap(({ waitDays }) => waitDays ?? [])
  const storage = formatStorage(packages)
  const charged = formatCharged(packages)
  const hasWeight = packages.some(({ weight }) => weight !== null)
  const hasPrice = packages.some(({ totalPrice }) => totalPrice !== null)
  return {
    tracking: join(packages.map(({ tracking, warehouseTracking }) => tracking ?? warehouseTracking)),
    contenido: join(packages.map(({ contents }) => contents)),
    descripcion: join(packages.map(({ description }) => description)),
    metodo_envio: join([...new Set(packages.map(({ shippingMethod }) => methodNames[shippingMethod]))]),
    cantidad_paquetes: packages.length === 1 ? '1 paquete' : `${packages.length} paquetes`,
    ...(storage === undefined ? {} : { almacenaje: storage }),
    ...(waits.length > 0 ? { dias_espera: String(Math.max(...waits)) } : {}),
    ...(hasWeight ? { peso: formatWeight(addUp(packages.map(({ weight }) => weight))) } : {}),
    ...(hasPrice ? { precio_total: formatMoney(addUp(packages.map(({ totalPrice }) => totalPrice))) } : {}),
    ...(charged === '' ? {} : { total_con_cargos: charged }),
    ...(price && unit ? { costo_por_libra: formatTariffPrice(price, unit) } : {}),
    ...(sums.length > 0 ? { calculo: sums.join('; ') } : {}),
  }
}

export type MessageInvoice = { number: number; total: number; pending: number; symbol: string; link: string | null }

export type MessageAccount = {
  company: string
  owed: { symbol: string; amount: number }[]
  credit: { symbol: string; amount: number }[]
  invoices: number[]
}

const sums = (values: { symbol: string; amount: number }[]) =>
  values.map(({ symbol, amount }) => formatMoney(amount, symbol)).join(' · ') || 'nada'

/** docs/product/messages.md, "Templates". */
export const accountValues = ({ company, owed, credit, invoices }: MessageAccount): TemplateValues => ({
  debe: sums(owed),
  a_favor: sums(credit),
  facturas_pendientes: invoices.map((number) => `#${number}`).join(', ') || 'ninguna',
  cantidad_facturas: invoices.length === 1 ? '1 factura' : `${invoices.length} facturas`,
  nombre_empresa: company,
})

/** docs/product/messages.md, "Templates". */
export const invoiceValues = ({ number, total, pending, symbol, link }: MessageInvoice): TemplateValues => ({
  numero_factura: String(number),
  total: formatMoney(total, symbol),
  pendiente: formatMoney(pending, symbol),
  enlace: link ?? '',
})

/** docs/product/client-pages.md, "Way in". */
export const accessValues = (link: string): TemplateValues => ({
  enlace: link,
  codigo: readLinkCode(link.slice(link.lastIndexOf('/') + 1)),
})

/** `expectedOn` is `YYYY-MM-DD`. */
export type AnnouncedPurchase = {
  tracking: string
  store: string | null
  description: string | null
  expectedOn: string | null
}

/** docs/product/messages.md, "Templates". */
export const prealertValues = ({ tracking, store, description, expectedOn }: AnnouncedPurchase): TemplateValues => ({
  tracking,
  tienda: store ?? '',
  descripcion: description ?? '',
  fecha_esperada: expectedOn === null ? '' : formatDate(expectedOn),
})

type Joined = MessageClient & {
  company: string
  usAddress: string | null
  link: string | null
  addedPhone: string | null
}

/** docs/product/sign-up.md, "The welcome". */
export function welcomeValues({ firstName, lastNames, casillero, ...joined }: Joined): TemplateValues {
  const lines = fillAddress(joined.usAddress ?? '', { nombre: `${firstName} ${lastNames}`, casillero })
  return {
    nombre_empresa: joined.company,
    direccion: lines.map(({ text }) => `\n${text}`).join(''),
    // The device that opens it is shown the welcome.
    enlace: joined.link === null ? '' : `${joined.link}?alta`,
    telefono_agregado: joined.addedPhone === null ? '' : formatPhone(joined.addedPhone),
  }
}

type DecidedVoucher = { amounts: { total: number; symbol: string }[]; reason: string }

/** docs/product/messages.md, "Templates". */
export const voucherValues = ({ amounts, reason }: DecidedVoucher): TemplateValues => ({
  monto: amounts.map(({ total, symbol }) => formatMoney(total, symbol)).join(' + '),
  motivo: reason,
})

export type MessageShipment = {
  methodName: string
  address: string
  city: string | null
  department: string | null
  price: number
  symbol: string
}

export const shipmentValues = (shipment: MessageShipment): TemplateValues => ({
  tipo_envio_cliente: shipment.methodName,
  direccion_envio: shipment.address,
  ciudad_envio: shipment.city ?? '',
  departamento_envio: shipment.department ?? '',
  direccion_completa: join([shipment.address, shipment.city, shipment.department]),
  precio_envio: formatMoney(shipment.price, shipment.symbol),
})
