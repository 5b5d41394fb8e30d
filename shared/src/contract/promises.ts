import * as z from 'zod/mini'
import { chosenPackages } from './chosen-packages.ts'
import { dataReply, endpoint, flag, listQuery, pageReply } from './endpoint.ts'
import { date, id, instant } from './schema.ts'
import { shippingKind } from './tariffs.ts'

/** Why the client cannot be told. */
const untellable = z.enum(['no_client', 'wants_none', 'no_phone'])

export const latePackage = z.object({
  id,
  companyPackageId: z.number(),
  title: z.nullable(z.string()),
  client: z.nullable(z.object({ id, casillero: z.string(), firstName: z.string(), lastNames: z.string() })),
  status: z.nullable(z.object({ id, name: z.string(), isFinalStatus: z.boolean(), orderPosition: z.number() })),
  shippingMethod: shippingKind,
  shipment: z.nullable(z.object({ id, companyShipmentId: z.number(), carrier: z.nullable(z.string()) })),
  /** What was said. */
  promise: z.object({ from: date, to: date }),
  /** Working days since the last day that was said. */
  days: z.number(),
  /** `isWaiting`: it has yet to leave. */
  told: z.nullable(z.object({ at: instant, isWaiting: z.boolean() })),
  untellable: z.nullable(untellable),
})
export type LatePackage = z.infer<typeof latePackage>

export const promiseEndpoints = {
  late: endpoint({
    method: 'GET',
    path: '/api/packages/late',
    who: 'packages.read',
    summary: 'The packages that are past the day that was said and not ready, the longest first',
    query: z.object({
      ...listQuery,
      shippingMethod: z.optional(shippingKind),
      /** Whether the client was told. */
      told: z.optional(flag),
    }),
    reply: pageReply(latePackage),
  }),
  countLate: endpoint({
    method: 'GET',
    path: '/api/packages/late/count',
    who: 'packages.read',
    summary: 'How many packages are late',
    reply: dataReply(z.object({ count: z.number() })),
  }),
  notifyLate: endpoint({
    method: 'POST',
    path: '/api/packages/late/notices',
    idempotent: true,
    who: 'messages.send',
    summary: 'Tell the clients of late packages, of each package once',
    body: z.object({ packageIds: chosenPackages }),
    reply: dataReply(z.object({ packages: z.number(), clients: z.number(), messageIds: z.array(id) })),
  }),
  undoNotices: endpoint({
    method: 'POST',
    path: '/api/packages/late/notices/undo',
    idempotent: true,
    who: 'messages.send',
    summary: 'Cancel notices of late packages before they leave',
    body: z.object({ messageIds: z.array(id).check(z.minLength(1), z.maxLength(500)) }),
    reply: dataReply(z.object({ cancelled: z.number() })),
  }),
}
