import * as z from 'zod/mini'
import { collection, collectionDraft } from './collections.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { id, instant, optionalText, requiredText } from './schema.ts'

const nullableText = z.nullable(z.string())
const collectionName = z.nullable(z.object({ id, companyCollectionId: z.number() }))

export const voucher = z.object({
  id,
  client: z.object({ id, casillero: z.string(), name: z.string() }),
  source: z.enum(['page', 'conversation']),
  /** `isExpired`: its content was deleted. */
  file: z.object({ kind: z.enum(['picture', 'pdf']), isExpired: z.boolean() }),
  /** The amount that the client stated. */
  amount: z.nullable(z.number()),
  currency: z.nullable(z.object({ id, code: z.string(), symbol: z.string() })),
  reference: nullableText,
  state: z.enum(['pending', 'accepted', 'rejected']),
  /** Another use of the same file or reference, or of the same amount on that day, while the voucher waits. */
  repeated: z.nullable(
    z.object({
      by: z.enum(['file', 'reference', 'amount']),
      at: instant,
      clientName: z.string(),
      collection: collectionName,
    }),
  ),
  collection: collectionName,
  repeatReason: nullableText,
  rejectReason: nullableText,
  decidedBy: z.nullable(z.object({ fullName: z.string() })),
  decidedAt: z.nullable(instant),
  createdAt: instant,
  version: z.number(),
})
export type Voucher = z.infer<typeof voucher>

export const voucherState = z.enum(['pending', 'verified'], { error: 'Estado no válido' })
export type VoucherState = z.infer<typeof voucherState>

export const voucherAcceptance = z.extend(collectionDraft, {
  /** Why it is accepted although its file or reference was used before. */
  repeatReason: optionalText(200),
})
export type VoucherAcceptance = z.infer<typeof voucherAcceptance>

export const voucherRejection = z.object({ reason: requiredText(300, 'Escriba el motivo') })

const params = z.object({ id })

export const voucherEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/vouchers',
    who: 'invoices.read',
    summary: 'Vouchers that wait to be verified, or that were, newest first',
    query: z.object({ ...listQuery, state: z._default(voucherState, 'pending'), clientId: z.optional(id) }),
    reply: pageReply(voucher),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/vouchers/counts',
    who: 'invoices.read',
    summary: 'How many vouchers wait to be verified, of the company or of one client',
    query: z.object({ clientId: z.optional(id) }),
    reply: dataReply(z.object({ pending: z.number() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/vouchers/:id',
    who: 'invoices.read',
    summary: 'One voucher',
    params,
    reply: dataReply(voucher),
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/vouchers/:id/file',
    who: 'invoices.read',
    summary: 'The file of a voucher: a picture, or a PDF as a download; it is kept 180 days',
    params,
    file: 'image/webp',
    otherFile: 'application/pdf',
  }),
  accept: endpoint({
    method: 'POST',
    path: '/api/vouchers/:id/accept',
    who: 'payments.write',
    summary: 'Register the payment that a voucher proves, as a collection of its client',
    params,
    body: voucherAcceptance,
    reply: dataReply(z.object({ voucher, collection })),
    idempotent: true,
  }),
  reject: endpoint({
    method: 'POST',
    path: '/api/vouchers/:id/reject',
    who: 'payments.write',
    summary: 'Refuse a voucher, and tell its client why',
    params,
    body: voucherRejection,
    reply: dataReply(voucher),
    idempotent: true,
  }),
}
