import type { Found, FoundClient, FoundInvoice, FoundPackage, FoundShipment } from '@casillero/shared/contract/search'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { readPackageNumber } from '@casillero/shared/domain/package-number'
import { formatPhone } from '@casillero/shared/domain/phone'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { fullName } from '../client-search/client-name.ts'
import type { Recent } from './recents.ts'

export type SearchRow = {
  key: string
  icon: Recent['kind'] | 'cash' | 'more'
  to: string
  title: string
  text: string
  /** When shortened, its end stays visible. */
  tracking?: string
  /** Opens over a list, with its own step of the history, like a dialog. */
  isOver?: true
  recent?: Recent
  client?: FoundClient
  courierPackage?: FoundPackage
  invoice?: FoundInvoice
  shipment?: FoundShipment
}
export type SearchGroup = { title: string; rows: readonly SearchRow[] }

const paths = {
  client: (id: string) => `/clients/${id}`,
  package: (id: string) => `/paquetes/${id}`,
  invoice: (id: string) => `/facturar/${id}?tab=facturas`,
  shipment: (id: string) => `/embarques/${id}`,
}

export const recentRow = (recent: Recent): SearchRow => ({
  key: recent.id,
  icon: recent.kind,
  to: paths[recent.kind](recent.id),
  title: recent.title,
  text: recent.text,
  recent,
  ...(recent.kind === 'package' || recent.kind === 'invoice' ? { isOver: true as const } : {}),
})

function clientRow(client: FoundClient): SearchRow {
  const text = `${client.casillero} · ${formatPhone(client.phone)}`
  return { ...recentRow({ kind: 'client', id: client.id, title: fullName(client), text }), client }
}

/** The server's limit for counting hits. */
const most = 1000

/** Removes signs as the server's search does. */
const plain = (text: string): string => text.replace(/[\s\-+()#.]/g, '').toLowerCase()

/** Returns the warehouse's number if it was searched for. */
function chooseTracking({ tracking, warehouseTracking }: FoundPackage, search: string): string {
  const holds = (number: string | null) => number !== null && plain(number).includes(plain(searchedText(search)))
  const isWarehouses = tracking === null || (holds(warehouseTracking) && !holds(tracking))
  if (!isWarehouses) return tracking
  return warehouseTracking === null ? 'Sin tracking' : `Bodega ${warehouseTracking}`
}

function packageRow(courierPackage: FoundPackage, search: string): SearchRow {
  const { id, companyPackageId, description, casillero } = courierPackage
  const title = description === null ? `#${companyPackageId}` : `#${companyPackageId} · ${description}`
  const tracking = chooseTracking(courierPackage, search)
  const text = casillero ?? 'Sin cliente'
  const recent: Recent = { kind: 'package', id, title, text: `${text} · ${tracking}` }
  return { ...recentRow(recent), text, tracking, courierPackage }
}

function invoiceRow(invoice: FoundInvoice): SearchRow {
  const { id, companyInvoiceId, clientName, createdAt } = invoice
  const text = `${clientName} · ${formatDate(createdAt)}`
  const recent: Recent = { kind: 'invoice', id, title: `Factura #${companyInvoiceId}`, text }
  return { ...recentRow(recent), title: `#${companyInvoiceId}`, invoice }
}

const methods = { aereo: 'Aéreo', maritimo: 'Marítimo' }

function shipmentRow(shipment: FoundShipment): SearchRow {
  const { id, companyShipmentId, shippingMethod, guide, carrier } = shipment
  const title = `Embarque #${companyShipmentId}`
  const text = [methods[shippingMethod], guide, carrier].filter((part) => part !== null).join(' · ')
  return { ...recentRow({ kind: 'shipment', id, title, text }), shipment }
}

/** Added if more rows were found than are shown. */
function moreRow(to: string, total: number, shown: number, name: string): SearchRow[] {
  if (total <= shown) return []
  const count = total >= most ? `más de ${most.toLocaleString('es-NI')}` : String(total)
  const [article = '', noun = ''] = name.split(' ')
  return [{ key: `more ${to}`, icon: 'more', to, title: `Ver ${article} ${count} ${noun}`, text: '' }]
}

/** Leaves out empty groups. */
export function groupFound(found: Found, search: string): SearchGroup[] {
  const { clients, packages, invoices, shipments, totals } = found
  const asked = `search=${encodeURIComponent(search)}`
  const groups = [
    {
      title: 'Clientes',
      rows: [
        ...clients.map(clientRow),
        ...moreRow(`/clients?${asked}`, totals.clients, clients.length, 'los clientes'),
      ],
    },
    {
      title: 'Paquetes',
      rows: [
        ...packages.map((row) => packageRow(row, search)),
        ...moreRow(`/paquetes?${asked}`, totals.packages, packages.length, 'los paquetes'),
      ],
    },
    {
      title: 'Facturas',
      rows: [
        ...invoices.map(invoiceRow),
        ...moreRow(`/facturar?tab=facturas&anuladas=si&${asked}`, totals.invoices, invoices.length, 'las facturas'),
      ],
    },
    {
      title: 'Embarques',
      rows: [
        ...shipments.map(shipmentRow),
        ...moreRow(`/embarques?${asked}`, totals.shipments, shipments.length, 'los embarques'),
      ],
    },
  ]
  return groups.filter(({ rows }) => rows.length > 0)
}

export const buildClientGroup = ({ clients, totals }: Found): Found => ({
  clients,
  packages: [],
  invoices: [],
  shipments: [],
  totals: { clients: totals.clients, packages: 0, invoices: 0, shipments: 0 },
})

export const formatTotal = ({ symbol, totalAmount }: FoundInvoice): string => formatMoney(totalAmount, symbol)

/** Returns the only hit, or the only one with exactly this number. docs/product/screens.md, "Buscar". */
export function namedRow(found: Found, search: string): SearchRow | undefined {
  const rows = groupFound(found, search).flatMap(({ rows }) => rows)
  const wanted = plain(search)
  const number = /^\d+$/.test(wanted) ? Number(wanted) : undefined
  const packageNumber = readPackageNumber(search, { isScanned: false })
  const named = rows.length === 1 ? rows : rows.filter((row) => isNamed(row, wanted, { number, packageNumber }))
  const [only, ...others] = named
  return others.length === 0 ? only : undefined
}

type Numbers = { number: number | undefined; packageNumber: number | null }

function isNamed(row: SearchRow, wanted: string, { number, packageNumber }: Numbers): boolean {
  const { client, courierPackage, invoice, shipment } = row
  const codes = [
    client?.casillero,
    courierPackage?.labelCode,
    courierPackage?.tracking,
    courierPackage?.warehouseTracking,
    shipment?.guide,
  ]
  if (codes.some((code) => code && plain(code) === wanted)) return true
  if (courierPackage && courierPackage.companyPackageId === packageNumber) return true
  const numbers = [
    client && Number(client.casillero.replace(/^\D+/, '')),
    invoice?.companyInvoiceId,
    shipment?.companyShipmentId,
  ]
  return number !== undefined && numbers.includes(number)
}
