import * as z from 'zod/mini'

/** A client's credit in US$: the limit, and what is owed in all currencies at today's rates; null for a client without credit. */
export const creditLine = z.nullable(z.object({ limit: z.number(), used: z.number() }))
