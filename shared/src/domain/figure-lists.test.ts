import { expect, test } from 'vitest'
import { linkList, listOfAll, listReady } from './figure-lists.ts'

const days = { from: '2026-11-01', to: '2026-11-18' }

test('a row of what is owed leads to the unpaid invoices of its days', () => {
  const links = ['0', '1', '2', '3', '4'].map((step) => linkList('debts-by-age', step, days))
  expect(links).toEqual([
    '/facturar?tab=facturas&debt=true&from=2026-11-15&to=2026-11-18',
    '/facturar?tab=facturas&debt=true&from=2026-11-11&to=2026-11-14',
    '/facturar?tab=facturas&debt=true&from=2026-11-03&to=2026-11-10',
    '/facturar?tab=facturas&debt=true&from=2026-10-19&to=2026-11-02',
    '/facturar?tab=facturas&debt=true&to=2026-10-18',
  ])
})

test('a total leads to the list of all days where one shows it, and nowhere else', () => {
  expect(listOfAll('sales-by-person', days)).toBe('/facturar?tab=facturas&from=2026-11-01&to=2026-11-18&anuladas=si')
  expect(listOfAll('debts-by-age', days)).toBe('/facturar?tab=facturas&debt=true')
  expect(listOfAll('pounds-by-client', days)).toBe('/paquetes?from=2026-11-01&to=2026-11-18')
  expect(listOfAll('new-clients', days)).toBe('/clients?from=2026-11-01&to=2026-11-18')
  expect(listOfAll('payments-by-method', days)).toBeUndefined()
})

test('what is ready is listed by its status, the days that it waits and its client, and without a status on its own screen', () => {
  expect(listReady('s')).toBe('/paquetes?statusId=s')
  expect(listReady('s', { from: 16 })).toBe('/paquetes?statusId=s&statusSince=16')
  expect(listReady('s', { from: 0, to: 3 })).toBe('/paquetes?statusId=s&statusSince=0&statusFrom=3')
  expect(listReady('s', { from: 31, to: null })).toBe('/paquetes?statusId=s&statusSince=31')
  expect(listReady('s', { isUnowned: true })).toBe('/paquetes?statusId=s&missing=client')
  expect(listReady('s', { clientId: 'c' })).toBe('/paquetes?statusId=s&clientId=c')
  expect(listReady(null, { from: 16 })).toBe('/por-retirar')
})
