import * as z from 'zod/mini'
import { id, instant } from './schema.ts'

export const comingClient = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  announcedAt: instant,
  /** Since the company opened after it; null before it opens. */
  waitedMinutes: z.nullable(z.number()),
  count: z.number(),
  /** Of those that were weighed. */
  weight: z.number(),
  /** Of the first two. */
  descriptions: z.array(z.string()),
  /** On no invoice. */
  unbilled: z.number(),
  owed: z.array(z.object({ code: z.string(), symbol: z.string(), amount: z.number() })),
})
export type ComingClient = z.infer<typeof comingClient>
