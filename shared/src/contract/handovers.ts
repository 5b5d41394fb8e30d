import * as z from 'zod/mini'
import { oneRow } from './catalogue.ts'
import { comingClient } from './coming-client.ts'
import { creditLine } from './credit-line.ts'
import { dataReply, emptyReply, endpoint, flag, listQuery, pageReply } from './endpoint.ts'
import { invoiceStatus } from './invoice-status.ts'
import { paperFormat } from './invoices.ts'
import { paperClient } from './paper-client.ts'
import { id, instant, optionalText, personName, requiredId, requiredText, requiredTracking } from './schema.ts'

const cedula = z.nullable(z.string())

const receiver = z.object({ name: z.string(), cedula })
export type Receiver = z.infer<typeof receiver>

export const picker = z.object({ id, name: z.string(), cedula })
export type Picker = z.infer<typeof picker>

const shippingMethod = z.enum(['maritimo', 'aereo'])

const handoverSummary = {
  id,
  companyHandoverId: z.number(),
  client: paperClient,
  receivedBy: receiver,
  packageCount: z.number(),
  weight: z.number(),
  createdAt: instant,
  createdBy: z.object({ fullName: z.string() }),
  note: z.nullable(z.string()),
  reason: z.nullable(z.string()),
  undoneAt: z.nullable(instant),
  undoneBy: z.nullable(z.object({ fullName: z.string() })),
  undoReason: z.nullable(z.string()),
}

export const handoverRow = z.object(handoverSummary)
export type HandoverRow = z.infer<typeof handoverRow>

export const handover = z.object({
  ...handoverSummary,
  packages: z.array(
    z.object({
      packageId: id,
      companyPackageId: z.number(),
      tracking: z.nullable(z.string()),
      description: z.nullable(z.string()),
      shippingMethod,
      weight: z.nullable(z.number()),
      invoice: z.nullable(z.object({ id, companyInvoiceId: z.number() })),
    }),
  ),
})
export type Handover = z.infer<typeof handover>

/** A `data:` URL. */
export const signedHandover = z.extend(handover, { signature: z.nullable(z.string()) })
export type SignedHandover = z.infer<typeof signedHandover>

/** Applies while the company requires payment before the hand-over. */
const block = z.nullable(z.enum(['not_invoiced', 'not_paid', 'over_credit']))

export const readyPackage = z.object({
  id,
  companyPackageId: z.number(),
  tracking: z.nullable(z.string()),
  warehouseTracking: z.nullable(z.string()),
  description: z.nullable(z.string()),
  shippingMethod,
  weight: z.nullable(z.number()),
  totalPrice: z.nullable(z.number()),
  readyAt: z.nullable(instant),
  invoice: z.nullable(
    z.object({
      id,
      companyInvoiceId: z.number(),
      status: invoiceStatus,
      pendingTotal: z.number(),
      symbol: z.string(),
    }),
  ),
  block,
})
export type ReadyPackage = z.infer<typeof readyPackage>

/** Has no client if the code matches no client's package. */
export const handoverDesk = z.object({
  requiresPayment: z.boolean(),
  client: z.nullable(z.extend(paperClient, { cedula })),
  credit: creditLine,
  pickers: z.array(picker),
  lastReceiver: z.nullable(receiver),
  packages: z.array(readyPackage),
  scanned: z.nullable(
    z.object({
      id,
      companyPackageId: z.number(),
      statusName: z.nullable(z.string()),
      isReady: z.boolean(),
      companyHandoverId: z.nullable(z.number()),
    }),
  ),
})
export type HandoverDesk = z.infer<typeof handoverDesk>

const nameMissing = 'Escriba el nombre de quien retira'
const receiverDraft = z.object({ name: personName(120, nameMissing), cedula: optionalText(40) }, { error: nameMissing })

export const pickerDraft = z.object({ name: personName(120, 'El nombre es requerido'), cedula: optionalText(40) })
export type PickerDraft = z.infer<typeof pickerDraft>

const signatureError = { error: 'La firma debe ser un PNG de hasta 20 KB' }
const noPackage = 'Elija al menos un paquete'

export const handoverDraft = z.object({
  clientId: requiredId('Elija un cliente'),
  packageIds: z
    .array(id, { error: noPackage })
    .check(
      z.minLength(1, { error: noPackage }),
      z.maxLength(500, { error: 'Una entrega tiene como máximo 500 paquetes' }),
    ),
  receivedBy: receiverDraft,
  /** Stores the receiver among the client's pickers, or as the client's own cédula. */
  keepReceiver: z.optional(z.nullable(z.enum(['picker', 'client'], { error: 'Valor no válido' }))),
  signature: z.pipe(
    z.optional(
      z.nullable(
        z
          .string(signatureError)
          .check(
            z.maxLength(28_000, { ...signatureError, abort: true }),
            z.regex(/^(data:image\/png;base64,)?[A-Za-z0-9+/]*={0,2}$/, signatureError),
          ),
      ),
    ),
    z.transform((value: string | null | undefined) => value || null),
  ),
  note: optionalText(500),
  reason: optionalText(500),
})
export type HandoverDraft = z.infer<typeof handoverDraft>

export const undoDraft = z.object({ reason: requiredText(500, 'Escriba el motivo') })

export const handoverEndpoints = {
  list: endpoint({
    method: 'GET',
    path: '/api/handovers',
    who: 'handovers.read',
    summary: 'Hand-overs, newest first, those of a client or of a package too',
    query: z.object({
      page: listQuery.page,
      limit: listQuery.limit,
      clientId: z.optional(id),
      packageId: z.optional(id),
    }),
    reply: pageReply(handoverRow),
  }),
  ready: endpoint({
    method: 'GET',
    path: '/api/handovers/ready',
    who: 'handovers.read',
    summary: 'What a client can take, with what is owed; the client by id, or by the code of one of their packages',
    query: z.object({
      clientId: z.optional(id),
      code: z.optional(requiredTracking('Escanee una etiqueta')),
      /** A scanned bare number is a carrier's number, not a package's. */
      isScanned: z.optional(flag),
    }),
    reply: dataReply(handoverDesk),
  }),
  coming: endpoint({
    method: 'GET',
    path: '/api/handovers/coming',
    who: 'handovers.write',
    summary: 'The clients who announced that they come, the longest wait first, with what is ready and what they owe',
    reply: dataReply(z.array(comingClient)),
  }),
  get: endpoint({
    method: 'GET',
    path: '/api/handovers/:id',
    who: 'handovers.read',
    summary: 'One hand-over with its packages and its signature',
    params: oneRow,
    reply: dataReply(signedHandover),
  }),
  document: endpoint({
    method: 'GET',
    path: '/api/handovers/:id/document',
    who: 'handovers.read',
    summary: 'One hand-over as a paper, a ticket of 80 mm or a letter',
    params: oneRow,
    query: z.object({ format: z._default(paperFormat, 'ticket') }),
    file: 'application/pdf',
  }),
  create: endpoint({
    method: 'POST',
    path: '/api/handovers',
    who: 'handovers.write',
    summary: 'Hand ready packages of one client over: they come to the final status',
    body: handoverDraft,
    reply: dataReply(handover),
    status: 201,
    idempotent: true,
  }),
  undo: endpoint({
    method: 'POST',
    path: '/api/handovers/:id/undo',
    who: 'handovers.undo',
    summary: 'Undo a hand-over: its packages go back to where they were',
    params: oneRow,
    body: undoDraft,
    reply: dataReply(handover),
    idempotent: true,
  }),
  pickers: endpoint({
    method: 'GET',
    path: '/api/clients/:id/pickers',
    who: 'clients.read',
    summary: 'The people who may take a client’s packages, by name',
    params: oneRow,
    reply: dataReply(z.array(picker)),
  }),
  addPicker: endpoint({
    method: 'POST',
    path: '/api/clients/:id/pickers',
    who: 'clients.write',
    summary: 'Add a person who may take a client’s packages',
    params: oneRow,
    body: pickerDraft,
    reply: dataReply(picker),
    status: 201,
    idempotent: true,
  }),
  removePicker: endpoint({
    method: 'DELETE',
    path: '/api/clients/:id/pickers/:pickerId',
    who: 'clients.write',
    summary: 'Remove a person who may take a client’s packages',
    params: z.object({ id, pickerId: id }),
    reply: emptyReply,
  }),
}
