import type { CompanySettings } from '@casillero/shared/contract/company'
import type { InvoiceCharge } from '@casillero/shared/contract/invoice-charges'
import type { InvoiceStatus } from '@casillero/shared/contract/invoice-status'
import type { Invoice, PaperFormat } from '@casillero/shared/contract/invoices'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { formatChargeBasis } from '@casillero/shared/domain/charge-text'
import { clientName } from '@casillero/shared/domain/client-name'
import { convertedSteps } from '@casillero/shared/domain/conversion-text'
import type { DiscountType } from '@casillero/shared/domain/discount'
import { computeFreight } from '@casillero/shared/domain/invoice-totals'
import { divideRounded, exact, roundToCents, sum, times, toWire } from '@casillero/shared/domain/money'
import { formatMoney, formatUnitPrice } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'
import { formatPhone } from '@casillero/shared/domain/phone'
import { formatBasis, formatChargedColumn } from '@casillero/shared/domain/price-arithmetic'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import type { Logo } from './logo-picture.ts'

type Heading = Pick<CompanySettings, 'name' | 'ruc' | 'address' | 'phone'> & {
  footer: string | null
  logo: Logo | null
}

export type InvoicePaper = {
  format: PaperFormat
  invoice: Invoice
  heading: Heading
  /** The rate when the invoice was made. */
  cordoba: { symbol: string; rateCompra: number } | null
  /** One account per line. */
  accounts?: string[]
}

export type Amount = { label: string; value: string }

/** Shared by all formats. */
export type InvoiceFacts = ReturnType<typeof invoiceFacts>

const statuses: Record<InvoiceStatus, string> = { pending: 'Pendiente', paid: 'Pagada', cancelled: 'Cancelada' }

const weightFormat = new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 2 })
const rateFormat = new Intl.NumberFormat('es-NI', { minimumFractionDigits: 2, maximumFractionDigits: 4 })

/** docs/product/papers.md, "Invoice". */
export function invoiceFacts({ invoice, heading, cordoba, accounts = [] }: InvoicePaper) {
  const { client, currency } = invoice
  const change = invoice.changeTotal
  const isPaid = invoice.status === 'paid'
  const money = (amount: number) => formatMoney(amount, currency.symbol)
  const isLive = invoice.status !== 'cancelled'
  return {
    title: `Factura #${invoice.companyInvoiceId}`,
    number: `#${invoice.companyInvoiceId}`,
    status: statuses[invoice.status],
    isVoid: !isLive,
    company: heading.name,
    ruc: heading.ruc ? `RUC ${heading.ruc}` : '',
    address: heading.address ?? '',
    phone: heading.phone ? formatPhone(heading.phone) : '',
    footer: heading.footer ?? '',
    /** Shown on a letter. */
    letterFooter: [
      ...(accounts.length > 0 ? [`Cuentas para pagar:\n${accounts.join('\n')}`] : []),
      heading.footer ?? '',
    ]
      .filter(Boolean)
      .join('\n'),
    date: formatDateTime(invoice.createdAt),
    clerk: invoice.createdBy.fullName,
    client: clientName(client),
    clientFacts: [client.casillero, formatPhone(client.phone)].filter(Boolean).join(' · '),
    rate: rateText(invoice, cordoba),
    lines: invoice.items.map((item) => lineFacts(item, listCharges(invoice, item.packageId), money)),
    charges: listCharges(invoice, null).map((charge) => chargeFacts(charge, money)),
    pounds: `${weightFormat.format(totalWeight(invoice.items.map(({ weight }) => weight)))} lbs`,
    shipments: invoice.shipments.map((shipment) => shipmentFacts(shipment, money)),
    freight: hasCharges(invoice) ? money(computeFreight(invoice)) : '',
    chargesTotal: invoice.chargesTotal > 0 ? money(invoice.chargesTotal) : '',
    advancesTotal: invoice.advancesTotal > 0 ? money(invoice.advancesTotal) : '',
    subtotal: money(invoice.subtotal),
    shipping: invoice.shipments.length > 0 ? money(invoice.shippingTotal) : '',
    discount: invoice.discountTotal > 0 ? discountAmount(invoice, money) : null,
    code: currency.code,
    total: money(invoice.totalAmount),
    reference: formatReference(invoice, cordoba),
    payments: invoice.payments.map((payment) => ({
      label: paymentMethodNames[payment.method],
      own: formatMoney(payment.total, payment.currency.symbol),
      steps: convertedSteps(payment, currency),
      reference: payment.reference ?? '',
      value: money(payment.convertedTotal),
    })),
    paid: invoice.payments.length > 0 ? money(invoice.paidTotal) : '',
    pending: isLive && !isPaid ? money(invoice.pendingTotal) : '',
    change: isLive && change > 0 ? money(change) : '',
    changeParts: isLive ? invoice.change.map(changePart) : [],
  }
}

type Cordoba = InvoicePaper['cordoba']

/** `C$36.80 por US$ 1`; an invoice in US$ shows the córdoba's rate. */
function rateText({ currency }: Invoice, cordoba: Cordoba): string {
  const rated = currency.code === 'USD' ? cordoba : currency
  return rated ? `${rated.symbol}${rateFormat.format(rated.rateCompra)} por US$ 1` : ''
}

/** The total in US$, or in córdobas for an invoice in US$, at the printed rate. */
function formatReference({ currency, totalAmount }: Invoice, cordoba: Cordoba): string {
  const total = exact(totalAmount)
  if (currency.code !== 'USD') {
    return formatMoney(toWire(divideRounded(total, exact(currency.rateCompra), 2, 'halfAwayFromZero')))
  }
  return cordoba ? formatMoney(toWire(roundToCents(times(total, exact(cordoba.rateCompra)))), cordoba.symbol) : ''
}

const hasCharges = ({ charges }: Invoice): boolean => charges.some(({ isWaived }) => !isWaived)

const listCharges = ({ charges }: Invoice, packageId: string | null): InvoiceCharge[] =>
  charges.filter((charge) => !charge.isWaived && charge.packageId === packageId)

function shipmentFacts(shipment: Invoice['shipments'][number], money: (amount: number) => string) {
  return {
    method: shipment.shippingMethod?.name ?? 'Envío',
    address: [shipment.shippingAddress, shipment.shippingCity, shipment.shippingDepartment].filter(Boolean).join(', '),
    price: money(shipment.convertedPrice),
  }
}

function discountAmount(invoice: Invoice, money: (amount: number) => string): Amount {
  const percent = invoice.generalDiscountType === 'percentage' ? ` (${invoice.generalDiscountValue}%)` : ''
  return {
    label: `Descuento${percent}${invoice.advancesTotal > 0 ? ', sin impuestos' : ''}`,
    value: money(-invoice.discountTotal),
  }
}

function chargeFacts(charge: InvoiceCharge, money: (amount: number) => string) {
  const { symbol } = charge.currency
  return {
    name: charge.name,
    basis: formatChargeBasis(charge),
    quantity: charge.kind === 'per_pound' ? weightFormat.format(charge.quantity) : String(charge.quantity),
    /** Currencies other than US$ show their symbol. */
    price: formatMoney(charge.unitPrice, symbol === 'US$' ? '' : symbol),
    total: money(charge.total),
  }
}

function lineFacts(item: Invoice['items'][number], charges: InvoiceCharge[], money: (amount: number) => string) {
  const hasList = item.listPrice !== null
  const own = hasList ? (item.packageDiscountType ?? 'none') : 'none'
  return {
    number: `#${item.companyPackageId}`,
    description: item.description ?? 'Sin descripción',
    tracking: item.tracking ?? '',
    pounds: weightFormat.format(item.quantity),
    charged: formatChargedColumn(item),
    basis: formatBasis(item),
    hasRules: item.priceRules !== null,
    price: formatUnitPrice(item.listPrice ?? item.unitPrice, ''),
    discount: discountText(
      { type: own, value: item.packageDiscountValue ?? 0 },
      { type: item.discountType, value: item.discountValue },
    ),
    total: money(item.total),
    charges: charges.map((charge) => chargeFacts(charge, money)),
  }
}

type Discount = { type: DiscountType; value: number }

function discountText(...discounts: Discount[]): string {
  const given = discounts.filter(({ type, value }) => type !== 'none' && value > 0)
  if (given.length > 1 && given.every(({ type }) => type === 'fixed_amount'))
    return formatMoney(toWire(sum(given.map(({ value }) => exact(value)))))
  return given.map(({ type, value }) => (type === 'percentage' ? `${value}%` : formatMoney(value))).join(' + ')
}

const changePart = ({ kind, currency, amount, handed }: Invoice['change'][number]): Amount =>
  kind === 'cash'
    ? { label: `en ${currency.symbol}`, value: formatMoney(handed, currency.symbol) }
    : { label: 'a favor', value: formatMoney(amount, currency.symbol) }
