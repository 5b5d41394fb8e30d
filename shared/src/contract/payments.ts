import * as z from 'zod/mini'
import { changeKinds } from '../domain/change.ts'
import { maxAmount } from '../domain/max-amount.ts'
import { decimal, id, instant, optionalId, optionalText, requiredId } from './schema.ts'

export const paymentMethod = z.enum(['cash', 'card', 'transfer', 'check', 'credit'], {
  error: 'Elija el método de pago',
})
export type PaymentMethod = z.infer<typeof paymentMethod>

const changeKind = z.enum(changeKinds, { error: 'Elija cómo se da el vuelto' })

/** As it was when the invoice, payment or shipment was made. */
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

/** `reference`: what the bank calls the money that went back. */
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
  /** `rounding` is what the smallest coin left. */
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

/** And how what is too much is given back. */
export const taking = {
  /** Left out, the only open one, if there is one. */
  cashSessionId: optionalId,
  /**
   * Left out: cash as far as the payments are cash, in the invoice's currency where all of it came in that, else in the local one; the rest
   * as credit.
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
  /** Only admins give more change in cash than the payments are cash. */
  changeReason: optionalText(200),
}

export const laterPaymentDraft = z.extend(paymentDraft, taking)
export type LaterPaymentDraft = z.infer<typeof laterPaymentDraft>
