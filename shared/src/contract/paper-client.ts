import * as z from 'zod/mini'
import { id } from './schema.ts'

/** Stored as on that day; before migration 0056 without a middle name. */
export const paperClient = z.object({
  id,
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  casillero: z.string(),
  phone: z.string(),
})
