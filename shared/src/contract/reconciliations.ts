import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { decimal, id, optionalId, requiredId, requiredText, version } from './schema.ts'

const weightError = 'El peso debe ser mayor a 0'
const amountError = 'El monto debe ser mayor a 0'

const costDraft = z.object({
  /** An existing line keeps its rate if the currency is the same. */
  id: optionalId,
  concept: requiredText(120, 'Escriba el concepto'),
  currencyId: requiredId('Elija una moneda'),
  amount: z.optional(z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: amountError }))),
  pricePerPound: z.optional(z.nullable(decimal({ min: 0.0001, max: 9_999, decimals: 4, error: amountError }))),
})

export const costsDraft = z.object({
  billedWeight: z.pipe(
    z.optional(z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: weightError }))),
    z.transform((value: number | null | undefined) => value ?? null),
  ),
  costs: z
    .array(
      costDraft.check(
        z.refine((cost) => (cost.amount ?? null) !== null || (cost.pricePerPound ?? null) !== null, {
          path: ['amount'],
          error: amountError,
        }),
      ),
    )
    .check(z.maxLength(50, { error: 'Un embarque tiene como máximo 50 costos' })),
  version,
})
export type CostsDraft = z.infer<typeof costsDraft>

const pounds = z.object({ packages: z.number(), weight: z.number() })

const bill = z.object({
  fileName: z.string(),
  lines: z.number(),
  weight: z.number(),
  /** Lines that match no package of the consignment, or one matched by another line. The first hundred are listed. */
  unmatched: z.number(),
  unmatchedWeight: z.number(),
  unmatchedLines: z.array(
    z.object({ position: z.number(), code: z.string(), weight: z.number(), isRepeated: z.boolean() }),
  ),
})

export const reconciliation = z.object({
  weights: z.object({
    sent: pounds,
    arrived: pounds,
    billed: z.nullable(z.number()),
    invoiced: pounds,
    /** Pounds charged by the pound; null if no tariff has rules, so that they equal the invoiced ones. */
    charged: z.nullable(z.number()),
  }),
  /** Compared for the same packages; null if there are none. */
  againstSent: z.object({
    arrived: z.nullable(z.number()),
    billed: z.nullable(z.number()),
    invoiced: z.nullable(z.number()),
  }),
  invoiced: z.array(
    z.object({ currency: z.object({ id, code: z.string(), symbol: z.string() }), total: z.number(), usd: z.number() }),
  ),
  invoicedUsd: z.number(),
  costs: z.array(
    z.object({
      id,
      concept: z.string(),
      currency: z.object({ id, code: z.string(), symbol: z.string() }),
      pricePerPound: z.nullable(z.number()),
      amount: z.number(),
      rateCompra: z.number(),
      usd: z.number(),
    }),
  ),
  costsUsd: z.number(),
  /** Null without costs. */
  margin: z.nullable(z.number()),
  marginPerPound: z.nullable(z.number()),
  /** Null if no file was read. */
  bill: z.nullable(bill),
  billedNotInvoiced: pounds,
  invoicedNotBilled: pounds,
  missing: pounds,
  version: z.number(),
})
export type Reconciliation = z.infer<typeof reconciliation>

/** An Excel or CSV file, or its cells as text. */
export const billDraft = z.object({
  text: z.optional(z.string().check(z.maxLength(200_000, { error: 'Máximo 200000 caracteres' }))),
})
