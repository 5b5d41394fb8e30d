import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { dataReply, emptyReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { message } from './messages.ts'
import {
  decimal,
  id,
  instant,
  optionalDate,
  optionalText,
  requiredId,
  requiredTracking,
  smallFile,
  version,
} from './schema.ts'

const nullableText = z.nullable(z.string())

export const prealertState = z.enum(['expected', 'received', 'cancelled'])

const announcer = z.object({ id, casillero: z.string(), name: z.string() })

export const prealert = z.object({
  id,
  client: announcer,
  /** Another client who announced the number later. Saving the pre-alert decides whose it is. */
  rival: z.nullable(announcer),
  tracking: z.string(),
  store: nullableText,
  description: nullableText,
  declaredValue: z.nullable(z.number()),
  expectedOn: nullableText,
  /** `received` while a live package has its tracking. */
  state: prealertState,
  /** Negative before the day; null without one, and when it is no longer expected. */
  daysLate: z.nullable(z.number()),
  /** The claim made to the store or the carrier. */
  claimNote: nullableText,
  /** When the client was last asked, and when they may be asked again. */
  askedAt: z.nullable(instant),
  askableOn: nullableText,
  isOwn: z.boolean(),
  /** The file is kept for 180 days. */
  hasFile: z.boolean(),
  package: z.nullable(z.object({ id, companyPackageId: z.number() })),
  createdAt: instant,
  version: z.number(),
})
export type Prealert = z.infer<typeof prealert>

/** `late`: expected before today. */
export const prealertView = z.enum(['expected', 'late', 'received', 'all'], { error: 'Vista no válida' })
export type PrealertView = z.infer<typeof prealertView>

export const announcedFields = {
  tracking: requiredTracking('Escriba el número de rastreo'),
  store: optionalText(120),
  description: optionalText(300),
  declaredValue: z.pipe(
    z.optional(z.nullable(decimal({ min: 0, max: maxAmount, decimals: 2, error: 'Ingrese un valor válido' }))),
    z.transform((value: number | null | undefined) => value ?? null),
  ),
  expectedOn: optionalDate,
}

export const prealertDraft = z.object({
  clientId: requiredId('Elija un cliente'),
  ...announcedFields,
  claimNote: optionalText(300),
  version,
})
export type PrealertDraft = z.infer<typeof prealertDraft>

const askedAll = z.object({
  asked: z.number(),
  askedBefore: z.number(),
  unwanted: z.number(),
  unreachable: z.number(),
})
export type AskedAll = z.infer<typeof askedAll>

const invoiceDraft = z.object({ content: z.optional(smallFile) })

const params = z.object({ id })

export const prealertEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/prealerts',
    who: 'packages.read',
    summary: 'Pre-alerts: expected ones by their day, the longest overdue first, others newest first',
    query: z.object({ ...listQuery, view: z._default(prealertView, 'expected'), clientId: z.optional(id) }),
    reply: pageReply(prealert),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/prealerts/counts',
    who: 'packages.read',
    summary:
      'How many pre-alerts are expected, how many of them should have arrived, and about how many of those can be asked',
    reply: dataReply(z.object({ expected: z.number(), late: z.number(), askable: z.number() })),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/prealerts/:id',
    who: 'packages.read',
    summary: 'One pre-alert',
    params,
    reply: dataReply(prealert),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/prealerts',
    idempotent: true,
    who: 'packages.write',
    summary: 'Note a purchase that a client announces',
    body: prealertDraft,
    reply: dataReply(prealert),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/prealerts/:id',
    who: 'packages.write',
    summary: 'Change a pre-alert that is still expected',
    params,
    body: prealertDraft,
    reply: dataReply(prealert),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/prealerts/:id',
    who: 'packages.write',
    summary: 'Cancel a pre-alert that is still expected',
    params,
    reply: emptyReply,
  }),
  ask: endpoint({
    method: 'POST',
    path: '/api/prealerts/:id/ask',
    idempotent: true,
    who: 'messages.send',
    summary: 'Ask the client about a purchase that should have arrived, at most once in 7 days',
    params,
    reply: dataReply(message),
    status: 201,
  }),
  file: endpoint({
    method: 'GET',
    path: '/api/prealerts/:id/file',
    who: 'packages.read',
    summary: "The store's invoice of a pre-alert: a picture, or a PDF as a download; it is kept 180 days",
    params,
    file: 'image/webp',
    otherFile: 'application/pdf',
  }),
  addFile: endpoint({
    method: 'POST',
    path: '/api/prealerts/:id/file',
    who: 'packages.write',
    summary:
      "Give a pre-alert the store's invoice, as a form with `file`, or a small one as Base64 in `content`; it takes the place of an earlier one",
    params,
    body: invoiceDraft,
    upload: 'file',
    reply: dataReply(prealert),
  }),
  askAll: endpoint({
    method: 'POST',
    path: '/api/prealerts/ask',
    idempotent: true,
    who: 'messages.send',
    summary: 'Ask the clients about all purchases that should have arrived, about each at most once in 7 days',
    reply: dataReply(askedAll),
  }),
}
