import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { invoiceStatus } from './invoice-status.ts'
import { paperClient } from './paper-client.ts'
import { changePart, currencySnapshot, paymentDraft, paymentMethod, reversal, taking } from './payments.ts'
import { reversalDraft, reversalPreview, reversalPreviewQuery } from './reversals.ts'
import { decimal, id, instant, optionalId, requiredId } from './schema.ts'

const currency = z.object({ id, code: z.string(), symbol: z.string() })

export const collection = z.object({
  id,
  companyCollectionId: z.number(),
  createdAt: instant,
  createdBy: z.object({ fullName: z.string() }),
  client: paperClient,
  payments: z.array(
    z.object({
      id,
      method: paymentMethod,
      reference: z.nullable(z.string()),
      total: z.number(),
      currency: currencySnapshot,
    }),
  ),
  /** Each in both currencies, in the order of payment. */
  parts: z.array(
    z.object({
      paymentId: id,
      invoiceId: z.nullable(id),
      debtId: z.optional(id),
      total: z.number(),
      convertedTotal: z.number(),
    }),
  ),
  /** Oldest first, in their current state; `amount` is what this collection paid. */
  invoices: z.array(
    z.object({
      id,
      companyInvoiceId: z.number(),
      currency,
      amount: z.number(),
      totalAmount: z.number(),
      pendingTotal: z.number(),
      status: invoiceStatus,
    }),
  ),
  /** Used credit whose payment was taken back. */
  debts: z.array(
    z.object({
      id,
      invoice: z.object({ id, companyInvoiceId: z.number() }),
      currency,
      amount: z.number(),
      pendingTotal: z.number(),
    }),
  ),
  changeTotal: z.number(),
  changeCurrency: z.nullable(currency),
  change: z.array(changePart),
  /** The voucher it was registered from. */
  voucherId: z.nullable(id),
  reversal: z.nullable(reversal),
})
export type Collection = z.infer<typeof collection>

type Named = { invoiceId?: string | null | undefined; debtId?: string | null | undefined }

const eachOnce = (rows: readonly Named[]): boolean =>
  new Set(rows.map(({ invoiceId, debtId }) => invoiceId ?? debtId)).size === rows.length
const namesOne = ({ invoiceId, debtId }: Named): boolean => (invoiceId == null) !== (debtId == null)

const noPayment = 'Agregue un pago'

export const collectionDraft = z.object({
  payments: z
    .array(z.extend(paymentDraft, { currencyId: requiredId('Elija una moneda') }), { error: noPayment })
    .check(z.minLength(1, { error: noPayment }), z.maxLength(50, { error: 'Un cobro tiene como máximo 50 pagos' })),
  /** Each in its invoice's currency. 0 excludes the invoice; the rest of the money is distributed without it. */
  allocations: z._default(
    z
      .array(
        z
          .object({
            invoiceId: optionalId,
            debtId: optionalId,
            amount: decimal({ min: 0, max: maxAmount * 10_000, decimals: 2, error: 'Ingrese un monto de 0 o más' }),
          })
          .check(z.refine(namesOne, { error: 'Elija una factura', path: ['invoiceId'] })),
      )
      .check(
        z.maxLength(500, { error: 'Como máximo 500 facturas' }),
        z.refine(eachOnce, { error: 'Cada factura va una sola vez' }),
      ),
    [],
  ),
  ...taking,
  /** The amounts that the clerk saw. */
  expected: z.optional(
    z.nullable(
      z.object({
        invoices: z.array(z.object({ invoiceId: id, amount: z.number() })).check(z.maxLength(10_000)),
        debts: z.optional(z.array(z.object({ debtId: id, amount: z.number() })).check(z.maxLength(10_000))),
        change: z.number(),
      }),
    ),
  ),
})
export type CollectionDraft = z.infer<typeof collectionDraft>

const params = z.object({ id })

export const collectionEndpoints = {
  create: endpoint({
    method: 'POST',
    path: '/api/clients/:id/collections',
    who: 'payments.write',
    summary: 'Take payments of a client over several invoices, with one number and one receipt',
    params,
    body: collectionDraft,
    reply: dataReply(collection),
    status: 201,
    idempotent: true,
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/collections/:id',
    who: 'invoices.read',
    summary: 'One collection with its payments, its parts and its invoices',
    params,
    reply: dataReply(collection),
  }),
  previewReversal: endpoint({
    method: 'GET',
    path: '/api/collections/:id/reversal',
    who: 'payments.reverse',
    summary: 'What taking a collection back would do to cash, credit and its invoices; nothing is written',
    params,
    query: reversalPreviewQuery,
    reply: dataReply(reversalPreview),
  }),
  reverse: endpoint({
    method: 'POST',
    path: '/api/collections/:id/reverse',
    who: 'payments.reverse',
    summary: 'Take a collection back as a whole: its invoices are pending again',
    params,
    body: reversalDraft,
    reply: dataReply(collection),
    idempotent: true,
  }),
}
