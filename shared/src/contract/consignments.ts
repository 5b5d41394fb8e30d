import * as z from 'zod/mini'
import { chosenPackages } from './chosen-packages.ts'
import {
  decimal,
  id,
  instant,
  optionalDate,
  optionalId,
  optionalText,
  requiredText,
  requiredTracking,
  version,
} from './schema.ts'
import { shippingKind } from './tariffs.ts'

export const consignmentState = z.enum(['open', 'in_transit', 'received', 'closed'], { error: 'Estado no válido' })
export type ConsignmentState = z.infer<typeof consignmentState>

const nullableText = z.nullable(z.string())

const summary = {
  id,
  companyShipmentId: z.number(),
  shippingMethod: shippingKind,
  state: consignmentState,
  guide: nullableText,
  carrier: nullableText,
  note: nullableText,
  departsAt: nullableText,
  expectedAt: nullableText,
  arrivedAt: nullableText,
  packageCount: z.number(),
  weight: z.number(),
  clientCount: z.number(),
  seenCount: z.number(),
  /** On the list, but neither scanned nor declared lost. */
  missingCount: z.number(),
  extraCount: z.number(),
  version: z.number(),
}

export const consignmentRow = z.object(summary)
export type ConsignmentRow = z.infer<typeof consignmentRow>

const userName = z.nullable(z.object({ fullName: z.string() }))

export const consignment = z.object({
  ...summary,
  lostCount: z.number(),
  withoutWeight: z.array(z.object({ id, companyPackageId: z.number() })),
  withoutWeightCount: z.number(),
  sendStatusId: z.nullable(id),
  receiveStatusId: z.nullable(id),
  sentAt: z.nullable(instant),
  sentBy: userName,
  receivedAt: z.nullable(instant),
  receivedBy: userName,
  closedAt: z.nullable(instant),
  closedBy: userName,
  reopenReason: nullableText,
})
export type Consignment = z.infer<typeof consignment>

export const consignedPackage = z.object({
  id,
  companyPackageId: z.number(),
  tracking: nullableText,
  client: z.nullable(z.object({ id, firstName: z.string(), lastNames: z.string(), casillero: z.string() })),
  /** The weight on departure; before, the package's own. */
  weight: z.nullable(z.number()),
  arrivalWeight: z.nullable(z.number()),
  status: z.nullable(z.object({ id, name: z.string() })),
  isExtra: z.boolean(),
  addedAt: z.nullable(instant),
  seenAt: z.nullable(instant),
  lostAt: z.nullable(instant),
  lostReason: nullableText,
  shipment: z.nullable(z.object({ id, companyShipmentId: z.number() })),
})
export type ConsignedPackage = z.infer<typeof consignedPackage>

export const consignedView = z.enum([
  'all',
  'missing',
  'seen',
  'extra',
  'lost',
  'unweighed',
  'not_invoiced',
  'not_billed',
])
export type ConsignedView = z.infer<typeof consignedView>

export const consignmentCounts = z.object({
  open: z.number(),
  inTransit: z.number(),
  received: z.number(),
  closed: z.number(),
  missing: z.number(),
})

export const consignmentDraft = z.object({
  shippingMethod: shippingKind,
  guide: optionalText(120),
  carrier: optionalText(120),
  departsAt: optionalDate,
  expectedAt: optionalDate,
  note: optionalText(500),
  /** If left out, the earlier choice stays. */
  sendStatusId: optionalId,
  version,
})
export type ConsignmentDraft = z.infer<typeof consignmentDraft>

const code = requiredTracking('Escanee una etiqueta')
/** A scanned bare number is a carrier's number, not a package's. */
const isScanned = z._default(z.boolean(), false)
const move = z._default(z.boolean(), false)
const weightError = 'El peso debe ser mayor a 0'
const weight = z.optional(z.nullable(decimal({ min: 0.01, max: 9_999.99, decimals: 2, error: weightError })))

export const packageChoice = z.object({ packageIds: chosenPackages })
/** `move` takes the package out of its other consignment. */
export const scanDraft = z.object({ code, isScanned, move })
export const arrivalDraft = z.object({ code, isScanned, move, weight })
export type ArrivalDraft = z.infer<typeof arrivalDraft>
export const moveDraft = z.object({ statusId: optionalId })
export const lostDraft = z.object({ packageIds: chosenPackages, reason: requiredText(500, 'Escriba el motivo') })
export const reopenDraft = z.object({ reason: requiredText(500, 'Escriba el motivo') })

export const scanResult = z.enum(['added', 'repeated', 'other_shipment', 'wrong_method', 'unknown'])
export const arrivalResult = z.enum(['expected', 'repeated', 'other_shipment', 'extra', 'unknown'])
export type ArrivalResult = z.infer<typeof arrivalResult>

const otherShipment = z.optional(z.object({ id, companyShipmentId: z.number() }))
/** A package counted in a closed consignment stays there. */
const otherArrival = z.optional(z.object({ id, companyShipmentId: z.number(), isClosed: z.boolean() }))
export const scanAnswer = z.object({
  result: scanResult,
  package: z.optional(consignedPackage),
  shipment: otherShipment,
})
export type ScanAnswer = z.infer<typeof scanAnswer>
export const arrivalAnswer = z.object({
  result: arrivalResult,
  package: z.optional(consignedPackage),
  shipment: otherArrival,
})
export type ArrivalAnswer = z.infer<typeof arrivalAnswer>

/** Shared by all who scan. Last scans first. */
export const arrivalFeed = z.object({
  state: consignmentState,
  packageCount: z.number(),
  seenCount: z.number(),
  missingCount: z.number(),
  missingWeight: z.number(),
  extraCount: z.number(),
  people: z.array(z.object({ id, fullName: z.string(), count: z.number() })),
  scans: z.array(
    z.object({
      id,
      code: z.string(),
      result: arrivalResult,
      companyPackageId: z.nullable(z.number()),
      clientName: nullableText,
      companyShipmentId: z.nullable(z.number()),
      scannedBy: z.object({ id, fullName: z.string() }),
      scannedAt: instant,
    }),
  ),
})
export type ArrivalFeed = z.infer<typeof arrivalFeed>

/** How many packages change, and how many clients get a message. */
export const sendPreview = z.object({ moving: z.number(), notified: z.number(), isNotifying: z.boolean() })
export type SendPreview = z.infer<typeof sendPreview>
