import * as z from 'zod/mini'
import { describeCatalogue, oneRow } from './catalogue.ts'
import { dataReply, endpoint, flag } from './endpoint.ts'
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

export const shippingMethodCatalogue = describeCatalogue(
  {
    name: 'shipping-methods',
    table: 'shipping_methods',
    page: '/admin/settings/shipping-methods',
    row: shippingMethod,
    draft: shippingMethodDraft,
    write: 'settings.write',
    remove: 'settings.write',
    summaries: {
      create: 'Add a shipping method; the first becomes the default one',
      update: 'Change a shipping method',
      remove: 'Delete a shipping method that no invoice was sent with',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/shipping-methods',
      who: 'settings.read',
      summary: 'Shipping methods by name; inactive ones only when asked for',
      query: z.object({ includeInactive: z.optional(flag) }),
      reply: dataReply(z.array(shippingMethod)),
    }),
    active: endpoint({
      method: 'GET',
      path: '/api/shipping-methods/active',
      who: 'settings.read',
      summary: 'What an invoice can be sent with',
      reply: dataReply(z.array(shippingMethod)),
    }),
    default: endpoint({
      method: 'GET',
      path: '/api/shipping-methods/default',
      who: 'settings.read',
      summary: 'The preselected one, or null while there is none',
      reply: dataReply(z.nullable(shippingMethod)),
    }),
    toggleActive: endpoint({
      method: 'PUT',
      path: '/api/shipping-methods/:id/toggle-active',
      who: 'settings.write',
      summary: 'Switch a shipping method on or off',
      params: oneRow,
      reply: dataReply(shippingMethod),
    }),
    setDefault: endpoint({
      method: 'PUT',
      path: '/api/shipping-methods/:id/set-default',
      who: 'settings.write',
      summary: 'Make an active shipping method the default one',
      params: oneRow,
      reply: dataReply(shippingMethod),
    }),
  },
)
