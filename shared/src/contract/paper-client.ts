import * as z from 'zod/mini'
import { id } from './schema.ts'

/** A client as a paper names them. Papers keep it as it was that day; those of before migration 0056 kept no middle name. */
export const paperClient = z.object({
  id,
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  casillero: z.string(),
  phone: z.string(),
})
