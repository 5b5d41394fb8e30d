import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { chargeKind } from './charges.ts'
import { decimal, id, optionalId, optionalText, requiredId } from './schema.ts'

export const invoiceCharge = z.object({
  id,
  itemType: z.literal('charge'),
  chargeId: id,
  packageId: z.nullable(id),
  name: z.string(),
  kind: chargeKind,
  quantity: z.number(),
  unitPrice: z.number(),
  currency: z.object({ code: z.string(), symbol: z.string() }),
  /** US$, of the declared value. */
  percentage: z.nullable(z.number()),
  declaredValue: z.nullable(z.number()),
  days: z.nullable(z.number()),
  /** In the invoice's currency; 0 is added of one that was waived. */
  total: z.number(),
  isWaived: z.boolean(),
  /** In the invoice's currency, before the clerk lowered it. */
  fullTotal: z.nullable(z.number()),
  waiverReason: z.nullable(z.string()),
})
export type InvoiceCharge = z.infer<typeof invoiceCharge>

const chargePlace = { chargeId: requiredId('Elija un cargo'), packageId: optionalId }

const typedAmount = z.optional(
  z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' })),
)

const chargeLineDraft = z.object({
  ...chargePlace,
  amount: typedAmount,
  currencyId: optionalId,
})
const waiverDraft = z.object({
  ...chargePlace,
  reason: optionalText(200),
  /** What stays of storage that is lowered, in the invoice's currency. */
  amount: typedAmount,
})

const tooMany = { error: 'Una factura tiene como máximo 2000 cargos' }

export const chosenCharges = {
  /** Beside those that apply by themselves. */
  charges: z._default(z.array(chargeLineDraft).check(z.maxLength(2000, tooMany)), []),
  waivedCharges: z._default(z.array(waiverDraft).check(z.maxLength(2000, tooMany)), []),
}
