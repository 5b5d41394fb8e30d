import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { dataReply, emptyReply, endpoint } from './endpoint.ts'
import { labelCode } from './label-code.ts'
import { areMeasuresWhole, measureFields, measuresError } from './measures.ts'
import { weightSource } from './packages.ts'
import { prealert } from './prealerts.ts'
import { decimal, id, instant, no, optionalId, optionalText, requiredTracking } from './schema.ts'
import { priceRules, shippingKind } from './tariffs.ts'

const nullableText = z.nullable(z.string())

export const receivedPackage = z.object({
  id,
  companyPackageId: z.number(),
  client: z.nullable(z.object({ id, firstName: z.string(), lastNames: z.string(), casillero: z.string() })),
  clientPackageName: nullableText,
  shippingMethod: shippingKind,
  labelCode: z.string(),
  tracking: nullableText,
  warehouseTracking: nullableText,
  weight: z.nullable(z.number()),
  length: z.nullable(z.number()),
  width: z.nullable(z.number()),
  height: z.nullable(z.number()),
  priceRules,
  chargedQuantity: z.nullable(z.number()),
  totalPrice: z.nullable(z.number()),
  status: z.nullable(z.object({ id, name: z.string() })),
  shipment: z.nullable(z.object({ id, companyShipmentId: z.number() })),
  createdAt: instant,
})
export type ReceivedPackage = z.infer<typeof receivedPackage>

const weightError = 'El peso debe ser mayor a 0'
const code = requiredTracking('Escanee una etiqueta')

const receptionDraft = z
  .object({
    /** As the scanner read it. */
    tracking: code,
    shippingMethod: shippingKind,
    clientId: optionalId,
    clientPackageName: optionalText(120),
    /** Null for the client's tariff, else the company's default. */
    tariffId: optionalId,
    weight: decimal({ min: 0.01, max: 9_999.99, decimals: 2, error: weightError }),
    weightSource,
    ...measureFields,
    shipmentId: optionalId,
    labelCode,
    /** Receives the package even if its tracking was received before. */
    again: no,
  })
  .check(z.refine(areMeasuresWhole, measuresError))
export type ReceptionDraft = z.infer<typeof receptionDraft>

/** `filled`: an announced package now has its weight. `repeated`: received before, so nothing was saved. */
export const receptionResult = z.enum(['created', 'filled', 'repeated'])
export type ReceptionResult = z.infer<typeof receptionResult>

const reception = z.object({
  result: receptionResult,
  /** Used to undo the reception; null for a repeated one. */
  receptionId: z.nullable(id),
  package: receivedPackage,
})

/** Contains what identifies a client offline, without phones. */
export const clientCopy = z.object({
  id,
  casillero: z.string(),
  /** Mailbox numbers of merged clients, which people still write. */
  formerCasilleros: z.array(z.string()),
  firstName: z.string(),
  middleName: nullableText,
  lastNames: z.string(),
  defaultTariffMaritimoId: z.nullable(id),
  defaultTariffAereoId: z.nullable(id),
})
export type ClientCopy = z.infer<typeof clientCopy>

const expectedCopy = z.pick(prealert, {
  id: true,
  client: true,
  rival: true,
  tracking: true,
  store: true,
  description: true,
  declaredValue: true,
  expectedOn: true,
})
export type ExpectedCopy = z.infer<typeof expectedCopy>

const moment = z.string().check(
  z.regex(/^[12]\d{3}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(\.\d{1,6})?Z$/, { error: 'Fecha no válida', abort: true }),
  z.refine((text) => !Number.isNaN(Date.parse(text)), { error: 'Fecha no válida' }),
)

export const receptionEndpoints = {
  receive: endpoint({
    method: 'POST',
    path: '/api/receptions',
    who: 'packages.write',
    summary: 'Receive a scanned package once: a new one, or one that had been announced',
    body: receptionDraft,
    reply: z.object({
      success: z.literal(true),
      data: reception,
      /** Set if the label's code is not the package's. */
      notice: z.optional(z.literal('Imprima otra vez')),
    }),
    idempotent: true,
  }),
  known: endpoint({
    method: 'GET',
    path: '/api/receptions/package',
    who: 'packages.read',
    summary: 'The living package that a scanned code names, and whether it was received before',
    query: z.object({ code }),
    reply: z.object({
      success: z.literal(true),
      data: z.nullable(z.object({ isReceived: z.boolean(), package: receivedPackage })),
      /** The pre-alert of the code's number, if no package has it. */
      prealert: z.optional(z.nullable(prealert)),
    }),
  }),
  clients: endpoint({
    method: 'GET',
    path: '/api/receptions/clients',
    who: 'clients.read',
    summary: 'Up to 1,000 clients for the copy on a device: all, or those that changed since',
    query: z.object({ since: z.optional(moment), after: z.optional(id) }),
    reply: dataReply(
      z.object({
        clients: z.array(clientCopy),
        removed: z.array(id),
        /** The value for the next `since`; use the first page's. */
        asOf: instant,
        /** The value for `after`; null on the last page. */
        next: z.nullable(id),
      }),
    ),
  }),
  expected: endpoint({
    method: 'GET',
    path: '/api/receptions/prealerts',
    who: 'packages.read',
    summary: 'The pre-alerts that are expected, the newest 5,000, for the copy on a device',
    reply: dataReply(z.array(expectedCopy)),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/receptions/:id/undo',
    idempotent: true,
    who: 'packages.write',
    summary: 'Take a reception back while nothing else happened to the package',
    params: oneRow,
    reply: emptyReply,
  }),
}
