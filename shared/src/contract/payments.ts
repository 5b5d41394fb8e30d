import * as z from 'zod/mini'
import { changeKinds } from '../domain/change.ts'
import { maxAmount } from '../domain/max-amount.ts'
import { decimal, id, instant, optionalId, optionalText, requiredId } from './schema.ts'

export const paymentMethod = z.enum(['cash', 'card', 'transfer', 'check', 'credit'], {
  error: 'Elija el método de pago',
})
export type PaymentMethod = z.infer<typeof paymentMethod>

const changeKind = z.enum(changeKinds, { error: 'Elija cómo se da el vuelto' })

/** The currency when the invoice, payment or shipment was created. */
export const currencySnapshot = z.object({
  id,
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  rateCompra: z.number(),
  rateVenta: z.number(),
})

export const payment = z.object({
  id,
  method: paymentMethod,
  reference: z.nullable(z.string()),
  total: z.number(),
  currency: currencySnapshot,
  convertedTotal: z.number(),
  createdAt: instant,
  collection: z.nullable(z.object({ id, companyCollectionId: z.number() })),
})

/** `reference`: the bank's reference of the refund. */
export const reversal = z.object({
  at: instant,
  by: z.object({ fullName: z.string() }),
  reason: z.string(),
  reference: z.nullable(z.string()),
})

export const reversedPayment = z.extend(payment, { reversal })

/** One part of the change of an invoice. */
export const changePart = z.object({
  id,
  kind: changeKind,
  currency: currencySnapshot,
  amount: z.number(),
  convertedTotal: z.number(),
  /** `rounding` is the rest left by the smallest coin. */
  handed: z.number(),
  rounding: z.number(),
  createdAt: instant,
})

const paymentAmount = decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' })

export const paymentDraft = z.object({
  total: paymentAmount,
  method: paymentMethod,
  reference: optionalText(120),
  currencyId: optionalId,
})
export type PaymentDraft = z.infer<typeof paymentDraft>

/** Tells where payments go, and how change is given. */
export const taking = {
  /** If left out, the only open session is used, if there is just one. */
  cashSessionId: optionalId,
  /**
   * If left out: cash up to the cash payments, in the invoice's currency if all of it was paid in that, else in the local currency; the
   * rest as credit.
   */
  change: z.pipe(
    z.optional(
      z.nullable(
        z
          .array(
            z.object({
              currencyId: requiredId('Elija la moneda del vuelto'),
              amount: z.optional(z.nullable(paymentAmount)),
              kind: changeKind,
            }),
          )
          .check(z.maxLength(10, { error: 'El vuelto tiene como máximo 10 partes' })),
      ),
    ),
    z.transform((parts) => parts ?? null),
  ),
  /** Only admins may give more cash change than was paid in cash. */
  changeReason: optionalText(200),
}

export const laterPaymentDraft = z.extend(paymentDraft, taking)
export type LaterPaymentDraft = z.infer<typeof laterPaymentDraft>
