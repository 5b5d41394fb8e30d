import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { oneRow } from './catalogue.ts'
import { chargeKind } from './charges.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { decimal, id, instant, optionalId, requiredId, version } from './schema.ts'

const currency = z.object({
  id: z.nullable(id),
  code: z.string(),
  symbol: z.string(),
  rateCompra: z.number(),
  rateVenta: z.number(),
})

export const packageCharge = z.object({
  packageId: id,
  chargeId: id,
  name: z.string(),
  kind: chargeKind,
  amount: z.nullable(z.number()),
  currency: z.nullable(currency),
  createdAt: instant,
  createdBy: z.object({ id: z.string(), fullName: z.string() }),
})
export type PackageCharge = z.infer<typeof packageCharge>

export const mostCharges = 20

export const chargeLine = z.object({
  chargeId: requiredId('Elija un cargo'),
  amount: z.optional(
    z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' })),
  ),
  currencyId: optionalId,
})

export const packageChargesDraft = z.object({
  charges: z
    .array(chargeLine)
    .check(z.maxLength(mostCharges, { error: `Un paquete tiene como máximo ${mostCharges} cargos` })),
  version,
})
export type PackageChargesDraft = z.infer<typeof packageChargesDraft>

const sums = z.array(z.object({ code: z.string(), symbol: z.string(), amount: z.number() }))

/** Every change increases `version`. */
export const packageCharges = z.object({
  version: z.number(),
  charges: z.array(packageCharge),
  /** Would apply by themselves today; US$. None while an invoice has the package. */
  automatic: z.array(
    z.object({ chargeId: id, name: z.string(), kind: chargeKind, amount: z.number(), days: z.nullable(z.number()) }),
  ),
  /** What those that wait and those that apply by themselves come to, per currency. */
  total: sums,
})
export type PackageCharges = z.infer<typeof packageCharges>

/** Freight and charges per currency; they are never added. */
export const toBill = z.object({
  packages: z.array(
    z.object({
      packageId: id,
      waiting: z.array(packageCharge),
      charges: sums,
      /** Each name once; `days` is the number of days of storage. */
      names: z.array(z.object({ name: z.string(), days: z.optional(z.number()) })),
      total: sums,
    }),
  ),
  total: sums,
})
export type ToBill = z.infer<typeof toBill>

export const packageChargeEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/packages/:id/charges',
    who: 'packages.read',
    summary: 'The charges that wait on a package for its invoice',
    params: oneRow,
    reply: dataReply(packageCharges),
  }),
  save: endpoint({
    method: 'PUT',
    path: '/api/packages/:id/charges',
    who: 'packages.write',
    summary: 'Say which charges wait on a package that is not invoiced; those that are not named are taken off',
    params: oneRow,
    body: packageChargesDraft,
    reply: dataReply(packageCharges),
  }),
  toBill: endpoint({
    method: 'GET',
    path: '/api/clients/:id/to-bill',
    who: 'packages.read',
    summary: 'What a client’s packages without an invoice would come to today, by currency: freight and charges',
    params: oneRow,
    reply: dataReply(toBill),
  }),
}
