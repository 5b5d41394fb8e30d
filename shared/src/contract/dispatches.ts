import * as z from 'zod/mini'
import { maxAmount } from '../domain/max-amount.ts'
import { oneRow } from './catalogue.ts'
import { createdBetween, dataReply, endpoint, listQuery, pageReply } from './endpoint.ts'
import { invoiceStatus } from './invoice-status.ts'
import { photo } from './photo.ts'
import { date, decimal, id, instant, optionalId, optionalText, requiredText, version } from './schema.ts'

const nullableText = z.nullable(z.string())

/** `all` covers the other three. */
export const shipmentStage = z.enum(['to_send', 'sent', 'delivered', 'all'], { error: 'Estado no válido' })
export type ShipmentStage = z.infer<typeof shipmentStage>

/** `blocked` must not leave. */
const shipmentPayment = z.enum(['paid', 'credit', 'collect', 'unpaid', 'blocked'])

export const invoiceShipment = z.object({
  id,
  invoice: z.object({
    id,
    companyInvoiceId: z.number(),
    status: invoiceStatus,
    pendingTotal: z.number(),
    symbol: z.string(),
  }),
  client: z.object({ id, name: z.string(), casillero: z.string(), phone: z.string() }),
  methodName: nullableText,
  address: z.string(),
  city: nullableText,
  department: nullableText,
  comments: nullableText,
  packageCount: z.number(),
  weight: z.number(),
  stage: z.enum(['to_send', 'sent', 'delivered']),
  payment: shipmentPayment,
  waitsSince: instant,
  /** `money`: the amount that the carrier must collect, in the invoice's currency. */
  dispatch: z.nullable(
    z.object({
      id,
      companyDispatchId: z.number(),
      carrier: z.string(),
      guide: nullableText,
      sentAt: instant,
      sentBy: z.string(),
      toCollect: z.nullable(z.number()),
    }),
  ),
})
export type InvoiceShipment = z.infer<typeof invoiceShipment>

export const shipmentCounts = z.object({ toSend: z.number(), sent: z.number() })

export const shipmentPlaces = z.object({ cities: z.array(z.string()), departments: z.array(z.string()) })

/** What a dispatch of these shipments would do. Those that cannot leave are listed and notify no client. */
const dispatchPreview = z.object({
  shipments: z.array(invoiceShipment),
  notified: z.number(),
  isNotifying: z.boolean(),
})

const dispatchSummary = {
  id,
  companyDispatchId: z.number(),
  carrier: z.string(),
  guide: nullableText,
  sentOn: z.string(),
  cost: z.nullable(z.number()),
  costCurrency: z.nullable(z.object({ id, symbol: z.string() })),
  note: nullableText,
  shipmentCount: z.number(),
  packageCount: z.number(),
  weight: z.number(),
  createdAt: instant,
  createdBy: z.object({ fullName: z.string() }),
  undoneAt: z.nullable(instant),
  undoneBy: z.nullable(z.object({ fullName: z.string() })),
}

export const dispatchRow = z.object(dispatchSummary)
export type DispatchRow = z.infer<typeof dispatchRow>

export const dispatch = z.object({
  ...dispatchSummary,
  shipments: z.array(invoiceShipment),
  version: z.number(),
  /** The address that clients use too. */
  receipt: z.nullable(z.object({ link: z.string(), setAt: instant, setBy: z.object({ fullName: z.string() }) })),
})
export type Dispatch = z.infer<typeof dispatch>

const noShipment = 'Elija al menos un envío'

export const dispatchDraft = z
  .object({
    shipmentIds: z
      .array(id, { error: noShipment })
      .check(
        z.minLength(1, { error: noShipment }),
        z.maxLength(100, { error: 'Un despacho tiene como máximo 100 envíos' }),
      ),
    carrier: requiredText(80, 'Escriba el transportista'),
    guide: optionalText(80),
    /** Today if left out. */
    sentOn: z.optional(z.nullable(date)),
    cost: z.optional(
      z.nullable(decimal({ min: 0.01, max: maxAmount, decimals: 2, error: 'Ingrese un monto mayor a 0' })),
    ),
    costCurrencyId: optionalId,
    note: optionalText(300),
    /** If left out, the status with the role `sent`, which is created if missing. */
    statusId: optionalId,
    photo: z.optional(z.nullable(photo)),
  })
  .check(
    z.refine(({ cost, costCurrencyId }) => cost == null || costCurrencyId !== null, {
      path: ['costCurrencyId'],
      error: 'Elija una moneda',
    }),
  )
export type DispatchDraft = z.infer<typeof dispatchDraft>

export const receiptDraft = z.object({ photo: z.nullable(photo), version })

const shipmentNames = z.pipe(
  z.string({ error: noShipment }),
  z.pipe(
    z.transform((text: string) => [...new Set(text.split(',').filter((one) => one !== ''))]),
    z
      .array(id)
      .check(z.minLength(1, { error: noShipment }), z.maxLength(100, { error: 'Elija como máximo 100 envíos' })),
  ),
)

const { page, limit, search } = listQuery

export const dispatchEndpoints = {
  shipments: endpoint({
    method: 'GET',
    path: '/api/invoice-shipments',
    who: 'dispatches.read',
    summary: 'Shipments of invoices, the longest wait first, or the last sent first',
    query: z.object({
      page,
      limit,
      search,
      status: z._default(shipmentStage, 'to_send'),
      methodId: z.optional(id),
      city: z.optional(requiredText(120, 'Elija la ciudad')),
      department: z.optional(requiredText(120, 'Elija el departamento')),
      ...createdBetween,
    }),
    reply: pageReply(invoiceShipment),
  }),
  counts: endpoint({
    method: 'GET',
    path: '/api/invoice-shipments/counts',
    who: 'dispatches.read',
    summary: 'How many shipments of invoices are to be sent, and how many are on their way',
    reply: dataReply(shipmentCounts),
  }),
  places: endpoint({
    method: 'GET',
    path: '/api/invoice-shipments/places',
    who: 'dispatches.read',
    summary: 'The cities and departments of shipments of invoices, up to 100 each, the most frequent ones',
    reply: dataReply(shipmentPlaces),
  }),
  sending: endpoint({
    method: 'GET',
    path: '/api/invoice-shipments/sending',
    who: 'dispatches.write',
    summary: 'What dispatching 1 to 100 shipments would do; nothing is changed. Those that do not exist are left out',
    query: z.object({ ids: shipmentNames, statusId: optionalId }),
    reply: dataReply(dispatchPreview),
  }),
  deliver: endpoint({
    method: 'POST',
    path: '/api/invoice-shipments/:id/deliver',
    who: 'dispatches.write',
    summary: 'Say that a shipment arrived: its packages come to the final status with a hand-over',
    params: oneRow,
    reply: dataReply(invoiceShipment),
    idempotent: true,
  }),
  labels: endpoint({
    method: 'GET',
    path: '/api/invoice-shipments/labels',
    who: 'dispatches.read',
    summary: 'The labels of 1 to 100 shipments, one for each package, 4 × 6 inches',
    query: z.object({ ids: shipmentNames }),
    file: 'application/pdf',
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/dispatches/:id/document',
    who: 'dispatches.read',
    summary: 'The list of a dispatch, which its carrier signs',
    params: oneRow,
    file: 'application/pdf',
  }),
  carriers: endpoint({
    method: 'GET',
    path: '/api/dispatches/carriers',
    who: 'dispatches.read',
    summary: 'The carriers of earlier dispatches, the last one first',
    reply: dataReply(z.array(z.string())),
  }),
  list: endpoint({
    method: 'GET',
    path: '/api/dispatches',
    who: 'dispatches.read',
    summary: 'Dispatches, newest first',
    query: z.object({ page, limit, search }),
    reply: pageReply(dispatchRow),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/dispatches/:id',
    who: 'dispatches.read',
    summary: 'One dispatch with its shipments',
    params: oneRow,
    reply: dataReply(dispatch),
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/dispatches',
    who: 'dispatches.write',
    summary: 'Send shipments of invoices with a carrier: their packages move to a status, and each client is notified',
    body: dispatchDraft,
    reply: dataReply(dispatch),
    status: 201,
    idempotent: true,
  }),
  setReceipt: endpoint({
    method: 'PUT',
    path: '/api/dispatches/:id/receipt',
    who: 'dispatches.write',
    summary: "Set the photo of the carrier's receipt in the place of an earlier one, or take it off",
    params: oneRow,
    body: receiptDraft,
    reply: dataReply(dispatch),
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/dispatches/:id/undo',
    who: 'dispatches.write',
    summary: 'Take a dispatch back while nothing followed; after a day admins alone',
    params: oneRow,
    reply: dataReply(dispatch),
    idempotent: true,
  }),
}
