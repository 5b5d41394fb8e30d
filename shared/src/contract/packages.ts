import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import {
  createdBetween,
  dataReply,
  emptyReply,
  endpoint,
  flag,
  listQuery,
  orderedBy,
  pageReply,
  severalStatuses,
} from './endpoint.ts'
import { labelCode } from './label-code.ts'
import { areMeasuresWhole, measureFields, measuresError } from './measures.ts'
import { packageStatusEndpoints } from './package-status.ts'
import {
  date,
  decimal,
  id,
  instant,
  optionalId,
  optionalText,
  optionalTracking,
  requiredTracking,
  version,
  yes,
} from './schema.ts'
import { priceRules, shippingKind } from './tariffs.ts'

/** `invoice`: it left without an invoice, or its invoice was voided. */
const missingParts = ['client', 'weight', 'tariff', 'invoice'] as const

const packageFilter = {
  clientId: z.optional(id),
  statusId: z.optional(severalStatuses),
  shippingMethod: z.optional(shippingKind),
  invoiced: z.optional(flag),
  missing: z.optional(z.enum(missingParts, { error: 'Elija qué falta' })),
  ...createdBetween,
  statusSince: z.optional(date),
  statusFrom: z.optional(date),
  tariffId: z.optional(id),
  shipmentId: z.optional(id),
}

export const discountType = z.enum(['none', 'percentage', 'fixed_amount'], { error: 'Elija el tipo de descuento' })
export type DiscountType = z.infer<typeof discountType>

const packageClient = z.object({
  id,
  firstName: z.string(),
  lastNames: z.string(),
  casillero: z.string(),
  phone: z.string(),
  defaultTariffMaritimoId: z.nullable(id),
  defaultTariffAereoId: z.nullable(id),
})

export const courierPackage = z.object({
  id,
  companyPackageId: z.number(),
  clientId: z.nullable(id),
  client: z.nullable(packageClient),
  tariffId: z.nullable(id),
  tariff: z.nullable(z.object({ id, name: z.string(), type: shippingKind, pricePerPound: z.number() })),
  statusId: z.nullable(id),
  status: z.nullable(z.object({ id, name: z.string(), isFinalStatus: z.boolean(), orderPosition: z.number() })),
  statusSince: instant,
  /** The days between which it may be expected; null where nothing is said of it. */
  promise: z.nullable(z.object({ from: date, to: date })),
  shippingMethod: shippingKind,
  /** The barcode on the label; it never changes. */
  labelCode: z.string(),
  tracking: z.nullable(z.string()),
  warehouseTracking: z.nullable(z.string()),
  /** The text as entered, if the number extracted from it differs. */
  typedTracking: z.nullable(z.string()),
  typedWarehouseTracking: z.nullable(z.string()),
  /** Another live package has the same tracking. */
  sharesTracking: z.boolean(),
  weight: z.nullable(z.number()),
  /** Inches; all three or none. */
  length: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  declaredValue: z.nullable(z.number()),
  description: z.nullable(z.string()),
  contents: z.nullable(z.string()),
  provider: z.nullable(z.string()),
  clientPackageName: z.nullable(z.string()),
  comments: z.nullable(z.string()),
  discountType,
  discountValue: z.number(),
  shouldNotifyStorage: z.boolean(),
  pricePerPound: z.nullable(z.number()),
  /** The rules when the tariff was assigned; null for weight × price per pound. */
  priceRules,
  /** The quantity and its unit price in US$; null without rules. */
  chargedQuantity: z.nullable(z.number()),
  chargedPrice: z.nullable(z.number()),
  finalPricePerPound: z.nullable(z.number()),
  totalPrice: z.nullable(z.number()),
  /** A JSON array of `{ from, to, userName, date, comment }`, oldest first, as text. */
  statusHistory: z.string(),
  shipment: z.nullable(z.object({ id, companyShipmentId: z.number() })),
  invoiceItems: z.array(z.object({ id, invoice: z.object({ id, companyInvoiceId: z.number() }) })),
  createdAt: instant,
  updatedAt: instant,
  version: z.number(),
})
export type CourierPackage = z.infer<typeof courierPackage>

const trackingMissing = 'Debe ingresar al menos un número de tracking (envío o bodega)'
const weightError = 'El peso debe ser mayor a 0'
const discountError = 'Ingrese un descuento válido'

/** Percent from 0 to 100, or an amount; 0 if the type is none. */
export const discountValue = z.pipe(
  z.optional(z.nullable(decimal({ min: 0, max: maxAmount, decimals: 2, error: discountError }))),
  z.transform((value: number | null | undefined) => value ?? 0),
)

export const percentageInRange = (draft: { discountType: DiscountType; discountValue: number }) =>
  draft.discountType !== 'percentage' || draft.discountValue <= 100

export const percentageError = { path: ['discountValue'], error: 'El porcentaje debe estar entre 0 y 100' }

const draftFields = {
  shippingMethod: shippingKind,
  clientId: optionalId,
  tariffId: optionalId,
  statusId: optionalId,
  tracking: optionalTracking,
  warehouseTracking: optionalTracking,
  weight: z.pipe(
    z.optional(z.nullable(decimal({ min: 0.01, max: 9_999.99, decimals: 2, error: weightError }))),
    z.transform((value: number | null | undefined) => value ?? null),
  ),
  ...measureFields,
  declaredValue: z.optional(
    z.nullable(decimal({ min: 0, max: maxAmount, decimals: 2, error: 'Ingrese un valor válido' })),
  ),
  description: optionalText(300),
  contents: optionalText(500),
  provider: optionalText(120),
  clientPackageName: optionalText(120),
  comments: optionalText(1000),
  discountType: z._default(discountType, 'none'),
  discountValue,
  shouldNotifyStorage: yes,
  version,
}

type Checked = Parameters<typeof percentageInRange>[0] &
  Parameters<typeof areMeasuresWhole>[0] & { tracking: string | null; warehouseTracking: string | null }

const draftChecks = [
  z.refine<Checked>((draft) => draft.tracking !== null || draft.warehouseTracking !== null, {
    path: ['tracking'],
    error: trackingMissing,
  }),
  z.refine<Checked>(percentageInRange, percentageError),
  z.refine<Checked>(areMeasuresWhole, measuresError),
] as const

export const packageDraft = z.object(draftFields).check(...draftChecks)
export type PackageDraft = z.infer<typeof packageDraft>

/** Where a weight came from: read from a scale, or typed by hand. */
export const weightSource = z.enum(['scale', 'typed'], { error: 'Diga de dónde viene el peso' })
export type WeightSource = z.infer<typeof weightSource>

/** Without a tariff it follows from method and client, or stays. */
const packageBody = z
  .object({
    ...draftFields,
    tariffId: z.pipe(
      z.optional(z.nullable(z.union([id, z.literal('')], { error: 'Identificador no válido' }))),
      z.transform((value: string | null | undefined) => (value === '' ? null : value)),
    ),
  })
  .check(...draftChecks)

/** The package may already have a label, and may go into an open consignment. */
const packageArrival = z.safeExtend(packageBody, {
  labelCode,
  shipmentId: optionalId,
  weightSource: z.optional(z.nullable(weightSource)),
})

const params = z.object({ id })

export const packageEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/packages',
    who: 'packages.read',
    summary: 'Packages, newest first',
    query: z.object({ ...listQuery, ...packageFilter, sort: orderedBy('number', 'statusSince') }),
    reply: pageReply(courierPackage),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/packages/:id',
    who: 'packages.read',
    summary: 'One package',
    params,
    reply: dataReply(courierPackage),
  }),
  sameTracking: endpoint({
    method: 'GET',
    path: '/api/packages/same-tracking',
    who: 'packages.read',
    summary: 'The newest living package with this tracking, for the warning under the field',
    query: z.object({ tracking: requiredTracking(trackingMissing), exceptId: z.optional(id) }),
    reply: dataReply(z.nullable(z.object({ id, companyPackageId: z.number() }))),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/packages',
    who: 'packages.write',
    summary: 'Receive a package',
    body: packageArrival,
    reply: z.object({
      success: z.literal(true),
      data: courierPackage,
      /** Set if the label's code was taken, so that the package got another. */
      notice: z.optional(z.literal('Imprima otra vez')),
    }),
    status: 201,
    idempotent: true,
  }),
  update: endpoint({
    method: 'PUT',
    path: '/api/packages/:id',
    who: 'packages.write',
    summary: 'Change a package that is not invoiced',
    params,
    body: packageBody,
    reply: dataReply(courierPackage),
  }),
  ...packageStatusEndpoints,
  remove: endpoint({
    method: 'DELETE',
    path: '/api/packages/:id',
    who: 'packages.delete',
    summary: 'Delete a package that is not invoiced',
    params,
    reply: emptyReply,
  }),
}
