import * as z from 'zod/mini'
import { dataReply, emptyReply, endpoint, flag } from './endpoint.ts'
import { id, no, requiredText, version, yes } from './schema.ts'

export const shippingMethod = z.object({
  id,
  name: z.string(),
  isActive: z.boolean(),
  isDefault: z.boolean(),
  version: z.number(),
})
export type ShippingMethod = z.infer<typeof shippingMethod>

export const shippingMethodDraft = z.object({
  name: requiredText(120, 'El nombre del método de envío es requerido'),
  isActive: yes,
  isDefault: no,
  version,
})
export type ShippingMethodDraft = z.infer<typeof shippingMethodDraft>

const params = z.object({ id })

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
  create: endpoint({
    method: 'POST',
    path: '/api/shipping-methods',
    who: 'shippingMethods.write',
    summary: 'Add a shipping method; the first becomes the default one',
    body: shippingMethodDraft,
    reply: dataReply(shippingMethod),
    status: 201,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/shipping-methods/:id',
    who: 'shippingMethods.write',
    summary: 'Change a shipping method',
    params,
    body: shippingMethodDraft,
    reply: dataReply(shippingMethod),
  }),
  toggleActive: endpoint({
    method: 'PUT',
    path: '/api/shipping-methods/:id/toggle-active',
    who: 'shippingMethods.write',
    summary: 'Switch a shipping method on or off',
    params,
    reply: dataReply(shippingMethod),
  }),
  setDefault: endpoint({
    method: 'PUT',
    path: '/api/shipping-methods/:id/set-default',
    who: 'shippingMethods.write',
    summary: 'Make an active shipping method the default one',
    params,
    reply: dataReply(shippingMethod),
  }),
  remove: endpoint({
    method: 'DELETE',
    path: '/api/shipping-methods/:id',
    who: 'shippingMethods.write',
    summary: 'Delete a shipping method that no invoice was sent with',
    params,
    reply: emptyReply,
  }),
}
