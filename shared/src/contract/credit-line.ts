import * as z from 'zod/mini'

/** At today's rates; null without a credit limit. */
export const creditLine = z.nullable(z.object({ limit: z.number(), used: z.number() }))
