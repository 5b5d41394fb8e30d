import * as z from 'zod/mini'
import { createdBetween, flag, severalStatuses } from './endpoint.ts'
import { date, id } from './schema.ts'
import { shippingKind } from './tariffs.ts'

/** `invoice`: it left, and its invoice was voided or there was none. */
const missingParts = ['client', 'weight', 'tariff', 'invoice'] as const

export const packageFilter = {
  clientId: z.optional(id),
  statusId: z.optional(severalStatuses),
  shippingMethod: z.optional(shippingKind),
  invoiced: z.optional(flag),
  missing: z.optional(z.enum(missingParts, { error: 'Elija qué falta' })),
  ...createdBetween,
  statusSince: z.optional(date),
  statusFrom: z.optional(date),
  tariffId: z.optional(id),
  shipmentId: z.optional(id),
}
