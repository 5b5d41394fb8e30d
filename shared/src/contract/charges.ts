import * as z from 'zod/mini'
import { type ChargeKind, chargeKinds } from '../domain/charges.ts'
import { maxAmount } from '../domain/max-amount.ts'
import { describeCatalogue } from './catalogue.ts'
import { dataReply, endpoint, flag } from './endpoint.ts'
import { decimal, id, no, requiredText, version, yes } from './schema.ts'
import { shippingKind } from './tariffs.ts'

export const chargeKind = z.enum(chargeKinds, { error: 'Elija cómo se cobra' })

export const charge = z.object({
  id,
  name: z.string(),
  kind: chargeKind,
  /** US$ or percent; null if the amount is typed. */
  price: z.nullable(z.number()),
  minimum: z.nullable(z.number()),
  isPerHundred: z.boolean(),
  isAutomatic: z.boolean(),
  shippingMethod: z.nullable(shippingKind),
  tariffIds: z.array(id),
  valueFrom: z.nullable(z.number()),
  asksReason: z.boolean(),
  storage: z.nullable(
    z.object({
      freeDays: z.number(),
      isPerPound: z.boolean(),
      /** US$ per package. */
      maximum: z.nullable(z.number()),
      /** Days of notice before the first charged day. */
      noticeDays: z.nullable(z.number()),
    }),
  ),
  isActive: z.boolean(),
  version: z.number(),
})
export type Charge = z.infer<typeof charge>

const amountError = 'Ingrese un monto mayor a 0'
const optionalAmount = z.pipe(
  z.optional(z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: amountError }))),
  z.transform((value: number | null | undefined) => value ?? null),
)

const wholeDays = (min: number, max: number) =>
  z
    .number({ error: 'Ingrese los días' })
    .check(
      z.int({ error: 'Ingrese días enteros' }),
      z.gte(min, { error: `Ingrese de ${min} a ${max} días` }),
      z.lte(max, { error: `Ingrese de ${min} a ${max} días` }),
    )

const storageDraft = z.object({
  freeDays: wholeDays(0, 365),
  isPerPound: no,
  maximum: optionalAmount,
  noticeDays: z.pipe(
    z.optional(z.nullable(wholeDays(1, 30))),
    z.transform((value: number | null | undefined) => value ?? null),
  ),
})

const isTypedKind = (kind: ChargeKind) => kind === 'free' || kind === 'advance'

/** Drops fields that the kind does not have, so that a change of kind leaves none behind. */
export const chargeDraft = z.pipe(
  z
    .object({
      name: requiredText(120, 'El nombre del cargo es requerido'),
      kind: chargeKind,
      price: optionalAmount,
      minimum: optionalAmount,
      isPerHundred: no,
      isAutomatic: no,
      shippingMethod: z.pipe(
        z.optional(z.nullable(z.union([shippingKind, z.literal('')]))),
        z.transform((value: 'maritimo' | 'aereo' | '' | null | undefined) => value || null),
      ),
      tariffIds: z._default(z.array(id).check(z.maxLength(100)), []),
      valueFrom: optionalAmount,
      asksReason: no,
      storage: z._default(z.nullable(storageDraft), null),
      isActive: yes,
      version,
    })
    .check(
      z.refine(({ kind, price }) => isTypedKind(kind) || price !== null, { path: ['price'], error: amountError }),
      z.refine(({ kind, price }) => kind !== 'percent_of_value' || (price ?? 0) <= 100, {
        path: ['price'],
        error: 'El máximo es 100',
      }),
      z.refine(({ kind, storage }) => kind !== 'storage' || storage !== null, {
        path: ['storage.freeDays'],
        error: 'Ingrese los días',
      }),
    ),
  z.transform((draft) => {
    const isTyped = isTypedKind(draft.kind)
    const isShare = draft.kind === 'percent_of_value'
    const isStorage = draft.kind === 'storage'
    const isAutomatic = isStorage || (draft.isAutomatic && !isTyped)
    const isLimited = isAutomatic && !isStorage
    return {
      ...draft,
      price: isTyped ? null : draft.price,
      minimum: isShare ? draft.minimum : null,
      isPerHundred: isShare && draft.isPerHundred,
      isAutomatic,
      shippingMethod: isLimited ? draft.shippingMethod : null,
      tariffIds: isLimited ? [...new Set(draft.tariffIds)] : [],
      valueFrom: isLimited ? draft.valueFrom : null,
      asksReason: isStorage || draft.asksReason,
      storage: isStorage ? draft.storage : null,
    }
  }),
)
export type ChargeDraft = z.infer<typeof chargeDraft>

export const chargeCatalogue = describeCatalogue(
  {
    name: 'charges',
    table: 'charges',
    page: '/admin/cargos',
    row: charge,
    draft: chargeDraft,
    write: 'settings.write',
    remove: 'settings.write',
    summaries: {
      create: 'Add a charge',
      update: 'Change a charge; how it is counted stays once an invoice has it',
      remove: 'Delete a charge that no invoice has',
    },
  },
  {
    list: endpoint({
      method: 'GET',
      path: '/api/charges',
      who: 'settings.read',
      summary: 'Charges by name; inactive ones only when asked for',
      query: z.object({ includeInactive: z.optional(flag) }),
      reply: dataReply(z.array(charge)),
    }),
  },
)
