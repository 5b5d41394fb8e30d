import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { client } from './clients.ts'
import { creditLine } from './credit-line.ts'
import { dataReply, endpoint, flag, listQuery, pageReply } from './endpoint.ts'
import { courierPackage } from './packages.ts'
import { decimal, id, instant, requiredId, requiredText } from './schema.ts'
import { priceUnit } from './tariffs.ts'

const params = z.object({ id })

const sum = { currencyId: id, code: z.string(), symbol: z.string(), amount: z.number() }
const preferredTariff = z.nullable(z.object({ id, name: z.string(), pricePerPound: z.number(), unit: priceUnit }))

export const clientAccount = z.object({
  client,
  /** One sum per currency; they are never added. */
  owed: z.array(z.object({ ...sum, count: z.number(), oldestAt: instant })),
  /** Used credit whose payment was taken back, oldest first. */
  debts: z.array(
    z.object({
      id,
      createdAt: instant,
      invoice: z.object({ id, companyInvoiceId: z.number() }),
      currency: z.object({
        id,
        code: z.string(),
        name: z.string(),
        symbol: z.string(),
        rateCompra: z.number(),
        rateVenta: z.number(),
      }),
      amount: z.number(),
      pendingTotal: z.number(),
    }),
  ),
  credit: z.array(z.object(sum)),
  creditLine,
  ready: z.object({ count: z.number(), weight: z.number(), oldestAt: z.nullable(instant) }),
  /** The client's own tariff, else the company's default. */
  tariffs: z.object({ maritimo: preferredTariff, aereo: preferredTariff }),
  counts: z.object({ packages: z.number(), delivered: z.number(), invoices: z.number(), messages: z.number() }),
})
export type ClientAccount = z.infer<typeof clientAccount>

export const clientPackage = z.extend(courierPackage, {
  readyAt: z.nullable(instant),
  isOwed: z.boolean(),
})
export type ClientPackage = z.infer<typeof clientPackage>

export const creditAdjustmentDraft = z.object({
  direction: z.enum(['in', 'out'], { error: 'Elija si el saldo sube o baja' }),
  currencyId: requiredId('Elija una moneda'),
  amount: decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' }),
  reason: requiredText(200, 'Escriba el motivo'),
})
export type CreditAdjustmentDraft = z.infer<typeof creditAdjustmentDraft>

export const clientAccountEndpoints = {
  account: endpoint({
    method: 'GET',
    path: '/api/clients/:id/account',
    who: 'clients.read',
    summary: 'A client with debts and credit by currency, and what can be picked up',
    params,
    reply: dataReply(clientAccount),
  }),
  packages: endpoint({
    method: 'GET',
    path: '/api/clients/:id/packages',
    who: 'packages.read',
    summary:
      'Packages of a client: ready ones first, the longest wait first, then by status; or the delivered ones, newest first',
    params,
    query: z.object({ page: listQuery.page, limit: listQuery.limit, delivered: z.optional(flag) }),
    reply: pageReply(clientPackage),
  }),
  adjustCredit: endpoint({
    method: 'POST',
    path: '/api/clients/:id/credit',
    who: 'credit.adjust',
    summary: 'Add to the credit of a client or take from it, with a reason; never below zero',
    params,
    body: creditAdjustmentDraft,
    reply: dataReply(clientAccount),
    status: 201,
    idempotent: true,
  }),
}
