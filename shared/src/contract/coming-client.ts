import * as z from 'zod/mini'
import { id, instant } from './schema.ts'

/** A client who announced that they come for what is ready. */
export const comingClient = z.object({
  /** The client's. */
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  announcedAt: instant,
  /** Since the announcement, or since the company opened after it; null before it opens. */
  waitedMinutes: z.nullable(z.number()),
  /** The number of ready packages. */
  count: z.number(),
  /** Pounds of those that were weighed. */
  weight: z.number(),
  /** Descriptions of the first two. */
  descriptions: z.array(z.string()),
  /** The number of those that are on no invoice. */
  unbilled: z.number(),
  /** The client's debts by currency. */
  owed: z.array(z.object({ code: z.string(), symbol: z.string(), amount: z.number() })),
})
export type ComingClient = z.infer<typeof comingClient>
