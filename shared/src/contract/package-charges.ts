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

/** A charge that waits on a package for its invoice; amount and currency are those of a typed one. */
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

/** The charges that wait on a package; the version counts up with every change. */
export const packageCharges = z.object({ version: z.number(), charges: z.array(packageCharge) })
export type PackageCharges = z.infer<typeof packageCharges>

/** The most charges that wait on a package. */
export const mostCharges = 20

/** A charge to put on a package; amount and currency are those of a typed one. */
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

/** The money that is to be billed, by currency, never added up: freight and charges. */
export const toBill = z.object({
  packages: z.array(
    z.object({
      packageId: id,
      /** The charges that wait on it. */
      waiting: z.array(packageCharge),
      /** The sum of the charges that wait or apply by themselves, by currency. */
      charges: sums,
      /** Names those charges, each once; `days` are those that its storage is charged for. */
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
