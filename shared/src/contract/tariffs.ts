import * as z from 'zod/mini'
import { catalogueEndpoints } from './catalogue.ts'
import { endpoint, flag, listQuery, pageReply } from './endpoint.ts'
import { date, decimal, id, no, optionalDate, optionalText, requiredText, version, yes } from './schema.ts'

export const shippingKind = z.enum(['maritimo', 'aereo'], { error: 'Elija marítimo o aéreo' })
export type ShippingKind = z.infer<typeof shippingKind>

export const tariff = z.object({
  id,
  name: z.string(),
  type: shippingKind,
  pricePerPound: z.number(),
  startDate: z.nullable(date),
  endDate: z.nullable(date),
  notes: z.nullable(z.string()),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  version: z.number(),
})
export type Tariff = z.infer<typeof tariff>

const priceError = 'Ingrese un precio por libra válido'

export const tariffDraft = z
  .object({
    name: requiredText(120, 'El nombre es requerido'),
    type: shippingKind,
    pricePerPound: decimal({ min: 0, max: 999.99, decimals: 2, error: priceError }),
    startDate: optionalDate,
    endDate: optionalDate,
    notes: optionalText(500),
    isDefault: no,
    isActive: yes,
    version,
  })
  .check(
    z.refine((draft) => !draft.endDate || draft.startDate !== null, {
      path: ['startDate'],
      error: 'Ingrese la fecha de inicio',
    }),
    z.refine((draft) => !draft.startDate || draft.endDate !== null, {
      path: ['endDate'],
      error: 'Ingrese la fecha de fin',
    }),
    z.refine((draft) => !draft.startDate || !draft.endDate || draft.startDate <= draft.endDate, {
      path: ['endDate'],
      error: 'La fecha de fin debe ser igual o posterior a la de inicio',
    }),
  )
export type TariffDraft = z.infer<typeof tariffDraft>

export const tariffEndpoints = catalogueEndpoints(
  {
    name: 'tariffs',
    row: tariff,
    draft: tariffDraft,
    write: 'tariffs.write',
    remove: 'tariffs.delete',
    summaries: {
      create: 'Add a tariff',
      update: 'Change a tariff; packages keep the price they were given',
      remove: 'Delete a tariff that nothing uses',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/tariffs',
      who: 'tariffs.read',
      summary: 'Tariffs by name; `isActive=true` gives those that can be assigned today',
      query: z.object({ ...listQuery, isActive: z.optional(flag), type: z.optional(shippingKind) }),
      reply: pageReply(tariff),
    }),
  },
)
