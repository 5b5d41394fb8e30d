import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { chargeKind } from './charges.ts'
import { decimal, id, optionalId, optionalText, requiredId } from './schema.ts'

export const invoiceCharge = z.object({
  id,
  itemType: z.literal('charge'),
  chargeId: id,
  /** Null for a charge of the invoice itself. */
  packageId: z.nullable(id),
  name: z.string(),
  kind: chargeKind,
  quantity: z.number(),
  unitPrice: z.number(),
  /** The currency of the unit price. */
  currency: z.object({ code: z.string(), symbol: z.string() }),
  /** The declared value in US$ that a percentage was taken of. */
  percentage: z.nullable(z.number()),
  declaredValue: z.nullable(z.number()),
  /** The charged days of storage. */
  days: z.nullable(z.number()),
  /** In the invoice's currency; 0 is added of one that was waived. */
  total: z.number(),
  /** Taken off by the clerk. */
  isWaived: z.boolean(),
  /** In the invoice's currency, before the clerk lowered it; null of one that was not. */
  fullTotal: z.nullable(z.number()),
  waiverReason: z.nullable(z.string()),
})
export type InvoiceCharge = z.infer<typeof invoiceCharge>

const chargePlace = { chargeId: requiredId('Elija un cargo'), packageId: optionalId }

const typedAmount = z.optional(
  z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' })),
)

/** A charge that is added by hand; the amount and its currency are those of a charge that is typed. */
const chargeLineDraft = z.object({
  ...chargePlace,
  amount: typedAmount,
  currencyId: optionalId,
})
const waiverDraft = z.object({
  ...chargePlace,
  reason: optionalText(200),
  /** Of storage that is lowered and not taken off: the amount that stays, in the invoice's currency. */
  amount: typedAmount,
})

const tooMany = { error: 'Una factura tiene como máximo 2000 cargos' }

/** The choices of the clerk about the charges of an invoice. */
export const chosenCharges = {
  /** Beside those that apply by themselves, which stand on the invoice unless they are waived. */
  charges: z._default(z.array(chargeLineDraft).check(z.maxLength(2000, tooMany)), []),
  waivedCharges: z._default(z.array(waiverDraft).check(z.maxLength(2000, tooMany)), []),
}
