import * as z from 'zod/mini'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { id } from './schema.ts'

export const currency = z.object({
  id,
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  rateCompra: z.number(),
  rateVenta: z.number(),
  isDefault: z.boolean(),
  formattedRates: z.object({ compra: z.string(), venta: z.string(), spread: z.string() }),
  version: z.number(),
})
export type Currency = z.infer<typeof currency>

export const currencyEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/currencies',
    who: 'currencies.read',
    summary: 'Currencies by code',
    query: z.object(listQuery),
    reply: pageReply(currency),
  }),
  active: endpoint({
    method: 'GET',
    path: '/api/currencies/active',
    who: 'currencies.read',
    summary: 'Every currency an invoice or a payment can use',
    reply: dataReply(z.array(currency)),
  }),
}
