import * as z from 'zod/mini'
import { consignmentState } from './consignments.ts'
import { dataReply, endpoint } from './endpoint.ts'
import { invoiceStatus } from './invoice-status.ts'
import { id, instant, text } from './schema.ts'
import { shippingKind } from './tariffs.ts'

export const foundClient = z.object({
  id,
  casillero: z.string(),
  firstName: z.string(),
  middleName: z.nullable(z.string()),
  lastNames: z.string(),
  phone: z.string(),
  owed: z.array(z.object({ code: z.string(), symbol: z.string(), amount: z.number() })),
})
export type FoundClient = z.infer<typeof foundClient>

export const foundPackage = z.object({
  id,
  companyPackageId: z.number(),
  description: z.nullable(z.string()),
  tracking: z.nullable(z.string()),
  warehouseTracking: z.nullable(z.string()),
  labelCode: z.string(),
  casillero: z.nullable(z.string()),
  status: z.nullable(z.object({ name: z.string(), isFinalStatus: z.boolean(), orderPosition: z.number() })),
})
export type FoundPackage = z.infer<typeof foundPackage>

export const foundInvoice = z.object({
  id,
  companyInvoiceId: z.number(),
  clientName: z.string(),
  createdAt: instant,
  code: z.string(),
  symbol: z.string(),
  totalAmount: z.number(),
  status: invoiceStatus,
})
export type FoundInvoice = z.infer<typeof foundInvoice>

export const foundShipment = z.object({
  id,
  companyShipmentId: z.number(),
  shippingMethod: shippingKind,
  guide: z.nullable(z.string()),
  carrier: z.nullable(z.string()),
  state: consignmentState,
})
export type FoundShipment = z.infer<typeof foundShipment>

export const found = z.object({
  clients: z.array(foundClient),
  packages: z.array(foundPackage),
  invoices: z.array(foundInvoice),
  shipments: z.array(foundShipment),
  /** Counts up to 1,000 per kind. */
  totals: z.object({ clients: z.number(), packages: z.number(), invoices: z.number(), shipments: z.number() }),
})
export type Found = z.infer<typeof found>

export const searchEndpoints = {
  search: endpoint({
    method: 'GET',
    path: '/api/search',
    who: 'clients.read',
    summary: 'Up to 5 clients, packages, invoices and shipments that a text names, the one with that number first',
    query: z.object({ q: text(100) }),
    reply: dataReply(found),
  }),
}
