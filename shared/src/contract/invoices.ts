import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { createdBetween, dataReply, endpoint, flag, listQuery, orderedBy, pageReply } from './endpoint.ts'
import { chosenCharges, invoiceCharge } from './invoice-charges.ts'
import { invoiceStatus } from './invoice-status.ts'
import { discountType, discountValue, percentageError, percentageInRange } from './packages.ts'
import { paperClient } from './paper-client.ts'
import {
  changePart,
  currencySnapshot,
  laterPaymentDraft,
  payment,
  paymentDraft,
  reversedPayment,
  taking,
} from './payments.ts'
import { decimal, id, instant, optionalText, requiredId, requiredText } from './schema.ts'
import { priceRules } from './tariffs.ts'

const invoiceFilter = {
  status: z.optional(invoiceStatus),
  clientId: z.optional(id),
  includeVoided: z.optional(flag),
  ...createdBetween,
  currencyId: z.optional(id),
  debt: z.optional(flag),
  createdBy: z.optional(id),
}

export const paperFormat = z.enum(['letter', 'ticket'], { error: 'Elija Carta o Ticket' })
export type PaperFormat = z.infer<typeof paperFormat>

const invoiceSummary = {
  id,
  companyInvoiceId: z.number(),
  client: paperClient,
  status: invoiceStatus,
  createdAt: instant,
  currency: currencySnapshot,
  subtotal: z.number(),
  /** Discounts do not reduce amounts paid on the client's behalf. */
  chargesTotal: z.number(),
  advancesTotal: z.number(),
  shippingTotal: z.number(),
  discountTotal: z.number(),
  totalAmount: z.number(),
  paidTotal: z.number(),
  pendingTotal: z.number(),
  /** Cash and credit; 0 for a voided invoice. */
  changeTotal: z.number(),
  generalDiscountType: discountType,
  generalDiscountValue: z.number(),
  createdBy: z.object({ fullName: z.string() }),
  voidedAt: z.nullable(instant),
}

export const invoiceRow = z.object(invoiceSummary)
export type InvoiceRow = z.infer<typeof invoiceRow>

export const invoice = z.object({
  ...invoiceSummary,
  items: z.array(
    z.object({
      id,
      itemType: z.literal('package'),
      packageId: id,
      companyPackageId: z.number(),
      tracking: z.nullable(z.string()),
      description: z.nullable(z.string()),
      /** In the unit of the rules. */
      quantity: z.number(),
      weight: z.number(),
      length: z.nullable(z.number()),
      width: z.nullable(z.number()),
      height: z.nullable(z.number()),
      /** The rules behind the quantity; null for weight × price per pound. */
      priceRules,
      unitPrice: z.number(),
      /** The basis of the unit price; null on older invoices. */
      listPrice: z.nullable(z.number()),
      packageDiscountType: z.nullable(discountType),
      packageDiscountValue: z.nullable(z.number()),
      currency: z.string(),
      discountType,
      discountValue: z.number(),
      amount: z.number(),
      finalAmount: z.number(),
      total: z.number(),
      /** The hand-over of this invoice's package; null before it and after it was undone. */
      companyHandoverId: z.nullable(z.number()),
    }),
  ),
  /** Beside the lines of packages. On paper, each follows its package. */
  charges: z.array(invoiceCharge),
  shipments: z.array(
    z.object({
      id,
      shippingMethod: z.nullable(z.object({ name: z.string() })),
      typeDelivery: z.nullable(z.string()),
      status: z.enum(['pending_payment', 'paid', 'shipped']),
      shippingPrice: z.number(),
      currency: currencySnapshot,
      convertedPrice: z.number(),
      dateShipped: z.nullable(instant),
      shippingAddress: z.string(),
      shippingCity: z.nullable(z.string()),
      shippingDepartment: z.nullable(z.string()),
      comments: z.nullable(z.string()),
    }),
  ),
  payments: z.array(payment),
  /** Payments taken back; the others are in `payments`. */
  reversedPayments: z.array(reversedPayment),
  /** The parts of the change; older invoices have none. */
  change: z.array(changePart),
  isShared: z.boolean(),
})
export type Invoice = z.infer<typeof invoice>

const invoiceLineDraft = z
  .object({
    itemType: z._default(z.literal('package'), 'package'),
    packageId: requiredId('Elija un paquete'),
    description: optionalText(300),
    /** Compared with the locked package, never used in sums. */
    quantity: z.optional(z.nullable(z.number())),
    unitPrice: z.optional(z.nullable(z.number())),
    discountType: z._default(discountType, 'none'),
    discountValue,
  })
  .check(z.refine(percentageInRange, percentageError))

export const shippingDraft = z.object({
  shippingMethodId: requiredId('Debe seleccionar un método de envío'),
  currencyId: requiredId('Debe seleccionar una moneda para el envío'),
  shippingPrice: decimal({
    min: 0.01,
    max: maxAmount,
    decimals: 2,
    error: 'Debe especificar un costo de envío válido',
  }),
  shippingAddress: requiredText(300, 'Debe especificar la dirección de envío'),
  shippingCity: optionalText(120),
  shippingDepartment: optionalText(120),
  comments: optionalText(500),
})
export type ShippingDraft = z.infer<typeof shippingDraft>

const noPackage = 'Debe seleccionar al menos un paquete'

export const invoiceDraft = z
  .object({
    clientId: requiredId('Debe seleccionar un cliente'),
    items: z
      .array(invoiceLineDraft, { error: noPackage })
      .check(
        z.minLength(1, { error: noPackage }),
        z.maxLength(500, { error: 'Una factura tiene como máximo 500 paquetes' }),
      ),
    currencyId: requiredId('Debe seleccionar una moneda'),
    payments: z._default(
      z.array(paymentDraft).check(z.maxLength(50, { error: 'Una factura tiene como máximo 50 pagos' })),
      [],
    ),
    ...chosenCharges,
    generalDiscountType: z._default(discountType, 'none'),
    generalDiscountValue: discountValue,
    shipping: z.pipe(
      z.optional(z.nullable(shippingDraft)),
      z.transform((value: ShippingDraft | null | undefined) => value ?? null),
    ),
    ...taking,
    /** The total that the clerk saw. */
    expectedTotal: z.optional(z.nullable(z.number())),
  })
  .check(
    z.refine((draft) => draft.generalDiscountType !== 'percentage' || draft.generalDiscountValue <= 100, {
      path: ['generalDiscountValue'],
      error: percentageError.error,
    }),
  )
export type InvoiceDraft = z.infer<typeof invoiceDraft>

const params = z.object({ id })

export const invoiceEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/invoices',
    who: 'invoices.read',
    summary: 'Invoices, newest first; voided ones only when asked for',
    query: z.object({
      ...listQuery,
      ...invoiceFilter,
      sort: orderedBy('number'),
    }),
    reply: pageReply(invoiceRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/invoices/:id',
    who: 'invoices.read',
    summary: 'One invoice with its lines, shipments and payments',
    params,
    reply: dataReply(invoice),
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/invoices/:id/document',
    who: 'invoices.read',
    summary: 'One invoice as a paper, a letter or a ticket of 80 mm',
    params,
    query: z.object({ format: z._default(paperFormat, 'letter') }),
    file: 'application/pdf',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/invoices',
    who: 'invoices.write',
    summary: 'Invoice ready packages of one client; every amount is computed by the server',
    body: invoiceDraft,
    reply: dataReply(invoice),
    status: 201,
    idempotent: true,
  }),
  registerPayment: endpoint({
    method: 'POST',
    path: '/api/invoices/:id/payments',
    who: 'payments.write',
    summary: 'Add a payment to a pending invoice at the rates of this moment',
    params,
    body: laterPaymentDraft,
    reply: dataReply(invoice),
    status: 201,
    idempotent: true,
  }),
}
