import * as z from 'zod/mini'
import { createdBetween, flag, severalStatuses } from './endpoint.ts'
import { date, id } from './schema.ts'
import { shippingKind } from './tariffs.ts'

/** `invoice`: of what left, because its invoice was voided or it was handed over without one. */
const missingParts = ['client', 'weight', 'tariff', 'invoice'] as const

/** The filters of a list of packages; all of them hold at once. */
export const packageFilter = {
  clientId: z.optional(id),
  statusId: z.optional(severalStatuses),
  shippingMethod: z.optional(shippingKind),
  invoiced: z.optional(flag),
  missing: z.optional(z.enum(missingParts, { error: 'Elija qué falta' })),
  ...createdBetween,
  /** The packages that are in their status since that day or longer. */
  statusSince: z.optional(date),
  /** The packages that came to their status on that day or later. */
  statusFrom: z.optional(date),
  tariffId: z.optional(id),
  shipmentId: z.optional(id),
}
