import type { Found } from '@casillero/shared/contract/search'
import { expect, test } from 'vitest'
import { groupFound, namedRow } from './found-rows.ts'

const client = (id: string, casillero: string) => ({
  id,
  casillero,
  firstName: 'Ana',
  middleName: null,
  lastNames: 'Núñez',
  phone: '50586904417',
  owed: [],
})
const courierPackage = (number: number, tracking: string | null, warehouseTracking: string | null = null) => ({
  id: `p${number}`,
  companyPackageId: number,
  description: null,
  tracking,
  warehouseTracking,
  labelCode: `7K3M9QX${number % 10}`,
  casillero: 'DEM0031',
  status: null,
})
const invoice = (number: number) => ({
  id: `v${number}`,
  companyInvoiceId: number,
  clientName: 'Ana Núñez',
  createdAt: '2026-11-20T16:00:00Z',
  code: 'USD',
  symbol: 'US$',
  totalAmount: 7.5,
  status: 'pending' as const,
})

const shipment = (number: number, guide: string | null = null) => ({
  id: `s${number}`,
  companyShipmentId: number,
  shippingMethod: 'aereo' as const,
  guide,
  carrier: 'Naviera Colón',
  state: 'closed' as const,
})

function foundOf(parts: Partial<Omit<Found, 'totals'>>, more = {}): Found {
  const found = { clients: [], packages: [], invoices: [], shipments: [], ...parts }
  const { clients, packages, invoices } = found
  const totals = {
    clients: clients.length,
    packages: packages.length,
    invoices: invoices.length,
    shipments: found.shipments.length,
    ...more,
  }
  return { ...found, totals }
}

test.each([
  ['the only one found', foundOf({ packages: [courierPackage(7, 'TBA1')] }), 'tb', 'p7'],
  [
    'a casillero beside its packages',
    foundOf({ clients: [client('c', 'DEM0031')], packages: [courierPackage(7, null)] }),
    'dem0031',
    'c',
  ],
  [
    'a tracking beside longer ones',
    foundOf({ packages: [courierPackage(8, 'TBA12'), courierPackage(7, 'TBA1')] }),
    'tba1',
    'p7',
  ],
  [
    'a number of the warehouse',
    foundOf({ packages: [courierPackage(8, 'X'), courierPackage(7, 'Y', 'WH-1')] }),
    'wh1',
    'p7',
  ],
  ['a number of an invoice beside longer ones', foundOf({ invoices: [invoice(5), invoice(57)] }), '#5', 'v5'],
  [
    'a guide of a shipment',
    foundOf({ shipments: [shipment(5, 'AWB 230-4471'), shipment(6, 'AWB 230-44719')] }),
    'awb2304471',
    's5',
  ],
  [
    'nothing, for a number of a package and a shipment',
    foundOf({ packages: [courierPackage(57, 'A')], shipments: [shipment(57)] }),
    '57',
    undefined,
  ],
  [
    'nothing, for a number of two kinds',
    foundOf({ packages: [courierPackage(57, 'A')], invoices: [invoice(57)] }),
    '57',
    undefined,
  ],
  [
    'nothing, for a number that is a casillero too',
    foundOf({ clients: [client('c', 'DEM0057')], invoices: [invoice(57)] }),
    '0057',
    undefined,
  ],
  [
    'nothing, for a part of several',
    foundOf({ packages: [courierPackage(8, 'TBA12'), courierPackage(7, 'TBA13')] }),
    'tba1',
    undefined,
  ],
  [
    'an invoice, and no package, for a number with zeros in front',
    foundOf({ packages: [courierPackage(57, 'A')], invoices: [invoice(57)] }),
    '00057',
    'v57',
  ],
  ['nothing, where there is nothing', foundOf({}), 'tba1', undefined],
])('a whole text names %s', (_what, found, search, key) => {
  expect(namedRow(found, search)?.key).toBe(key)
})

test('a package is shown with the number that was searched for', () => {
  const found = foundOf({ packages: [courierPackage(7, 'TBA1', 'WH-77')] })
  const trackings = ['tba', 'wh77', 'ana'].map((search) => groupFound(found, search)[0]?.rows[0]?.tracking)
  expect(trackings).toEqual(['TBA1', 'Bodega WH-77', 'TBA1'])
})

test('a shipment is shown with its method, its guide and its carrier, and stands on a page of its own', () => {
  const rows = groupFound(foundOf({ shipments: [shipment(31, 'AWB 230'), shipment(30)] }, { shipments: 9 }), 'awb')[0]
    ?.rows
  expect(rows).toMatchObject([
    { title: 'Embarque #31', text: 'Aéreo · AWB 230 · Naviera Colón', to: '/embarques/s31' },
    { title: 'Embarque #30', text: 'Aéreo · Naviera Colón' },
    { title: 'Ver los 9 embarques', to: '/embarques?search=awb' },
  ])
  expect(rows?.[0]?.isOver).toBeUndefined()
})

test('a group with more than it shows leads to its list, and one without rows is left out', () => {
  const found = foundOf(
    { packages: [courierPackage(7, 'TBA1')], invoices: [invoice(1)] },
    { packages: 14, invoices: 1000 },
  )
  const groups = groupFound(found, 'a b')
  expect(groups.map(({ title }) => title)).toEqual(['Paquetes', 'Facturas'])
  expect(groups.map(({ rows }) => rows.at(-1))).toMatchObject([
    { title: 'Ver los 14 paquetes', to: '/paquetes?search=a%20b' },
    { title: 'Ver las más de 1,000 facturas', to: '/facturar?tab=facturas&anuladas=si&search=a%20b' },
  ])
})
