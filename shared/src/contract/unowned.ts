import * as z from 'zod/mini'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { courierPackage } from './packages.ts'
import { id, instant, no, requiredId, version } from './schema.ts'
import { shippingKind } from './tariffs.ts'

const ownerCandidate = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  /** The mailbox number as on the label; null if the names are similar. */
  found: z.nullable(z.string()),
  /** The client announced this tracking. */
  isAnnounced: z.optional(z.boolean()),
})
export type OwnerCandidate = z.infer<typeof ownerCandidate>

export const unownedPackage = z.object({
  id,
  companyPackageId: z.number(),
  /** The name on the label. */
  clientPackageName: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  warehouseTracking: z.nullable(z.string()),
  shippingMethod: shippingKind,
  weight: z.nullable(z.number()),
  tariffId: z.nullable(id),
  createdAt: instant,
  days: z.number(),
  version: z.number(),
  candidates: z.array(ownerCandidate),
})
export type UnownedPackage = z.infer<typeof unownedPackage>

export const unownedEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/packages/unowned',
    who: 'packages.read',
    summary: 'The packages without a client, newest first, with the clients whose they may be',
    query: z.object(listQuery),
    reply: pageReply(unownedPackage),
  }),
  count: endpoint({
    method: 'GET',
    path: '/api/packages/unowned/count',
    who: 'packages.read',
    summary: 'How many packages have no client, at most 1,000',
    reply: dataReply(z.object({ count: z.number() })),
  }),
  assign: endpoint({
    method: 'POST',
    path: '/api/packages/:id/owner',
    idempotent: true,
    who: 'packages.write',
    summary: 'Give a package without a client its owner, with the tariff that follows',
    params: z.object({ id }),
    body: z.object({
      clientId: requiredId('Elija un cliente'),
      notify: no,
      version,
    }),
    reply: dataReply(courierPackage),
  }),
}
