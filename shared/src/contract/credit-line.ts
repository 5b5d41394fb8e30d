import * as z from 'zod/mini'

/** At today's rates; null without credit. */
export const creditLine = z.nullable(z.object({ limit: z.number(), used: z.number() }))
