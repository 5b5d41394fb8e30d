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
  /** The declared value in US$ of which a percentage was taken. */
  percentage: z.nullable(z.number()),
  declaredValue: z.nullable(z.number()),
  days: z.nullable(z.number()),
  /** In the invoice's currency. A waived charge adds 0. */
  total: z.number(),
  isWaived: z.boolean(),
  /** The amount before the clerk lowered it, in the invoice's currency. */
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
  /** The lowered amount of storage, in the invoice's currency. */
  amount: typedAmount,
})

const tooMany = { error: 'Una factura tiene como máximo 2000 cargos' }

export const chosenCharges = {
  /** Added to the automatic charges. */
  charges: z._default(z.array(chargeLineDraft).check(z.maxLength(2000, tooMany)), []),
  waivedCharges: z._default(z.array(waiverDraft).check(z.maxLength(2000, tooMany)), []),
}
