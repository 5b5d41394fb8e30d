import * as z from 'zod/mini'
import { dataReply, endpoint, flag } from './endpoint.ts'
import { id } from './schema.ts'

export const shippingMethod = z.object({
  id,
  name: z.string(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  version: z.number(),
})
export type ShippingMethod = z.infer<typeof shippingMethod>

export const shippingMethodEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/shipping-methods',
    who: 'shippingMethods.read',
    summary: 'Shipping methods by name; inactive ones only when asked for',
    query: z.object({ includeInactive: z.optional(flag) }),
    reply: dataReply(z.array(shippingMethod)),
  }),
  active: endpoint({
    method: 'GET',
    path: '/api/shipping-methods/active',
    who: 'shippingMethods.read',
    summary: 'What an invoice can be sent with',
    reply: dataReply(z.array(shippingMethod)),
  }),
  default: endpoint({
    method: 'GET',
    path: '/api/shipping-methods/default',
    who: 'shippingMethods.read',
    summary: 'The preselected one, or null while there is none',
    reply: dataReply(z.nullable(shippingMethod)),
  }),
}
