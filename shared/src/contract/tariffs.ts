import * as z from 'zod/mini'
import { priceUnits, roundingSteps } from '../domain/price-units.ts'
import { describeCatalogue } from './catalogue.ts'
import { endpoint, flag, listQuery, pageReply } from './endpoint.ts'
import { date, decimal, id, no, optionalDate, optionalText, requiredText, version, yes } from './schema.ts'

export const shippingKind = z.enum(['maritimo', 'aereo'], { error: 'Elija marítimo o aéreo' })
export type ShippingKind = z.infer<typeof shippingKind>

export const priceUnit = z.enum(priceUnits, { error: 'Elija libra, pie cúbico o pieza' })
const tier = z.object({ from: z.number(), price: z.number() })

/** Without rules, the fields are null and there are no tiers. */
const ruleFields = {
  unit: priceUnit,
  minimumPounds: z.nullable(z.number()),
  roundUpTo: z.nullable(z.number()),
  roundingGrace: z.nullable(z.number()),
  volumetricDivisor: z.nullable(z.number()),
  tiers: z.array(tier),
}

/** Null for weight × price per pound. */
export const priceRules = z.nullable(z.object(ruleFields))

export const tariff = z.object({
  id,
  name: z.string(),
  type: shippingKind,
  pricePerPound: z.number(),
  ...ruleFields,
  startDate: z.nullable(date),
  endDate: z.nullable(date),
  notes: z.nullable(z.string()),
  isDefault: z.boolean(),
  isActive: z.boolean(),
  isPublic: z.boolean(),
  version: z.number(),
})
export type Tariff = z.infer<typeof tariff>

const priceError = 'Ingrese un precio por libra válido'

const optionalDecimal = (limits: Parameters<typeof decimal>[0]) => z.optional(z.nullable(decimal(limits)))
const isStep = (step: number) => roundingSteps.some((one) => one === step)

/** A caller that names no rules keeps the tariff's. If it names some, those left out are removed. */
const ruleDrafts = {
  unit: z.optional(priceUnit),
  minimumPounds: optionalDecimal({ min: 0, max: 9_999.99, decimals: 2, error: 'Ingrese un mínimo válido' }),
  roundUpTo: z.optional(z.nullable(z.number().check(z.refine(isStep, { error: 'Elija 0.1, 0.25, 0.5 o 1' })))),
  roundingGrace: optionalDecimal({ min: 0, max: 0.99, decimals: 2, error: 'Ingrese una cantidad válida' }),
  volumetricDivisor: optionalDecimal({
    min: 50,
    max: 1000,
    decimals: 0,
    error: 'Ingrese de 50 a 1000 pulgadas cúbicas',
  }),
  tiers: z.optional(
    z
      .array(
        z.object({
          from: decimal({ min: 0.01, max: 9_999.99, decimals: 2, error: 'Ingrese desde cuánto' }),
          price: decimal({ min: 0, max: 999.99, decimals: 2, error: 'Ingrese un precio válido' }),
        }),
      )
      .check(z.maxLength(10, { error: 'Una tarifa tiene como máximo 10 tramos' })),
  ),
}

/** Returns the index of a tier with the same start as another. */
const findRepeated = (tiers: readonly { from: number }[]): number =>
  tiers.findIndex(({ from }, index) => tiers.findIndex((one) => one.from === from) < index)

export const tariffDraft = z
  .object({
    name: requiredText(120, 'El nombre es requerido'),
    type: shippingKind,
    pricePerPound: decimal({ min: 0, max: 999.99, decimals: 2, error: priceError }),
    ...ruleDrafts,
    startDate: optionalDate,
    endDate: optionalDate,
    notes: optionalText(500),
    isDefault: no,
    isActive: yes,
    /** Left out, it stays as it is. */
    isPublic: z.optional(z.boolean()),
    version,
  })
  .check(
    z.refine((draft) => !draft.endDate || draft.startDate !== null, {
      path: ['startDate'],
      error: 'Ingrese la fecha de inicio',
    }),
    z.refine((draft) => !draft.startDate || draft.endDate !== null, {
      path: ['endDate'],
      error: 'Ingrese la fecha de fin',
    }),
    z.refine((draft) => !draft.startDate || !draft.endDate || draft.startDate <= draft.endDate, {
      path: ['endDate'],
      error: 'La fecha de fin debe ser igual o posterior a la de inicio',
    }),
    z.refine(({ roundUpTo, roundingGrace }) => !roundUpTo || !roundingGrace || roundingGrace < roundUpTo, {
      path: ['roundingGrace'],
      error: 'Debe ser menor que el redondeo',
    }),
    ({ value, issues }) => {
      const index = findRepeated(value.tiers ?? [])
      if (index >= 0) {
        const message = 'Ya hay un tramo desde esta cantidad'
        issues.push({ code: 'custom', message, path: ['tiers', index, 'from'], input: value, continue: true })
      }
    },
  )
export type TariffDraft = z.infer<typeof tariffDraft>

export const tariffCatalogue = describeCatalogue(
  {
    name: 'tariffs',
    table: 'tariffs',
    page: '/tarifas',
    row: tariff,
    draft: tariffDraft,
    searched: ['name'],
    write: 'tariffs.write',
    remove: 'tariffs.delete',
    summaries: {
      create: 'Add a tariff',
      update: 'Change a tariff; packages keep the price they were given',
      remove: 'Delete a tariff that nothing uses',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/tariffs',
      who: 'tariffs.read',
      summary: 'Tariffs by name; `isActive=true` gives those that can be assigned today',
      query: z.object({ ...listQuery, isActive: z.optional(flag), type: z.optional(shippingKind) }),
      reply: pageReply(tariff),
    }),
  },
)
