import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { visibleCode } from '../domain/visible-text.ts'
import { catalogueList, describeCatalogue, oneRow } from './catalogue.ts'
import { dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { decimal, id, instant, no, requiredText, version } from './schema.ts'

export const currency = z.object({
  id,
  code: z.string(),
  name: z.string(),
  symbol: z.string(),
  rateCompra: z.number(),
  rateVenta: z.number(),
  isDefault: z.boolean(),
  cashStep: z.number(),
  formattedRates: z.object({ compra: z.string(), venta: z.string(), spread: z.string() }),
  version: z.number(),
})
export type Currency = z.infer<typeof currency>

const codeMissing = 'El código de moneda es requerido'
const buyError = 'La tasa de compra debe ser mayor a 0'
const sellError = 'La tasa de venta debe ser mayor a 0'
const rate = (error: string) => decimal({ min: 0.0001, max: 9_999_999, decimals: 4, error })

/** Fields are in the order of their checks. */
export const currencyDraft = z
  .object({
    code: z
      .string({ error: codeMissing })
      .check(
        z.overwrite(visibleCode),
        z.toUpperCase(),
        z.minLength(1, { error: codeMissing }),
        z.regex(/^[A-Z]{3}$/, { error: 'El código debe tener 3 letras mayúsculas' }),
      ),
    name: requiredText(60, 'El nombre de la moneda es requerido'),
    symbol: requiredText(10, 'El símbolo de la moneda es requerido'),
    rateCompra: rate(buyError),
    rateVenta: rate(sellError),
    isDefault: no,
    /** If left out, it does not change; 0 in a new currency. */
    cashStep: z.optional(decimal({ min: 0, max: maxAmount, decimals: 2, error: 'Ingrese 0 o más' })),
    version,
  })
  .check(
    z.refine((draft) => draft.rateCompra >= draft.rateVenta, {
      path: ['rateCompra'],
      error: 'La tasa de compra debe ser mayor o igual que la tasa de venta',
    }),
  )
export type CurrencyDraft = z.infer<typeof currencyDraft>

export const rateChange = z.object({
  id,
  userName: z.string(),
  changedAt: instant,
  fromCompra: z.number(),
  fromVenta: z.number(),
  toCompra: z.number(),
  toVenta: z.number(),
})
export type RateChange = z.infer<typeof rateChange>

export const currencyCatalogue = describeCatalogue(
  {
    name: 'currencies',
    table: 'currencies',
    page: '/admin/settings/currencies',
    row: currency,
    draft: currencyDraft,
    searched: ['code', 'name', 'symbol'],
    write: 'settings.write',
    remove: 'settings.write',
    summaries: {
      create: 'Add a currency',
      update: 'Change a currency; invoices keep the rates they were made with',
      remove: 'Delete a currency that nothing uses',
    },
  },
  {
    list: catalogueList('currencies', currency, { who: 'settings.read', summary: 'Currencies by code' }),
    active: endpoint({
      method: 'GET',
      path: '/api/currencies/active',
      who: 'settings.read',
      summary: 'Every currency an invoice or a payment can use',
      reply: dataReply(z.array(currency)),
    }),
    rates: endpoint({
      method: 'GET',
      path: '/api/currencies/:id/rates',
      who: 'settings.write',
      summary: 'How the rates of a currency changed, newest first',
      params: oneRow,
      query: z.object(listQuery),
      reply: pageReply(rateChange),
    }),
    setDefault: endpoint({
      method: 'PATCH',
      path: '/api/currencies/:id/set-default',
      who: 'settings.write',
      summary: 'Make a currency the default one',
      params: oneRow,
      reply: dataReply(currency),
    }),
  },
)
