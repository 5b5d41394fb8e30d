import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { decimal, id, optionalId, requiredId, requiredText, version } from './schema.ts'

const weightError = 'El peso debe ser mayor a 0'
const amountError = 'El monto debe ser mayor a 0'

const costDraft = z.object({
  /** The line as it stands: with the same currency it keeps its rate. */
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
  /** Lines that name no package of the consignment, or one that another line names; the first hundred of them. */
  unmatched: z.number(),
  unmatchedWeight: z.number(),
  unmatchedLines: z.array(
    z.object({ position: z.number(), code: z.string(), weight: z.number(), isRepeated: z.boolean() }),
  ),
})

/** The reconciliation: pounds and money of a consignment as they are now. */
export const reconciliation = z.object({
  weights: z.object({
    sent: pounds,
    arrived: pounds,
    billed: z.nullable(z.number()),
    invoiced: pounds,
    /** The pounds that clients are charged for by the pound; null where no tariff of them has rules, so that they are the invoiced ones. */
    charged: z.nullable(z.number()),
  }),
  /**
   * The pounds by which each measure exceeds the weight that left, of the same packages: of those that were weighed again, of those that
   * lines of the bill name or, of pounds that were typed, of all that left, and of those that were invoiced. Null where there is none.
   */
  againstSent: z.object({
    arrived: z.nullable(z.number()),
    billed: z.nullable(z.number()),
    invoiced: z.nullable(z.number()),
  }),
  /** The amounts invoiced for its packages, by currency, and as US$ at each invoice's own rate. */
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
  /** Null while no cost is entered. */
  margin: z.nullable(z.number()),
  marginPerPound: z.nullable(z.number()),
  /** The carrier's bill as its file had it; null where none was read. */
  bill: z.nullable(bill),
  /** Billed by the carrier and on no invoice; on an invoice and not billed by the carrier; on the list and not arrived. */
  billedNotInvoiced: pounds,
  invoicedNotBilled: pounds,
  missing: pounds,
  version: z.number(),
})
export type Reconciliation = z.infer<typeof reconciliation>

/** A file of Excel or CSV, or its cells as text. */
export const billDraft = z.object({
  text: z.optional(z.string().check(z.maxLength(200_000, { error: 'Máximo 200000 caracteres' }))),
})
