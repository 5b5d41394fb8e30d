import * as z from 'zod/mini'
import { id, instant } from './schema.ts'

export const comingClient = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  announcedAt: instant,
  /** Counted from the company's opening, if the client announced earlier; null before it opens. */
  waitedMinutes: z.nullable(z.number()),
  count: z.number(),
  /** Pounds of the weighed packages. */
  weight: z.number(),
  /** The first two descriptions. */
  descriptions: z.array(z.string()),
  /** The number of packages on no invoice. */
  unbilled: z.number(),
  owed: z.array(z.object({ code: z.string(), symbol: z.string(), amount: z.number() })),
})
export type ComingClient = z.infer<typeof comingClient>
