import { expect, test } from 'vitest'
import { afterEntry, type Settings } from './settings.ts'

const settings: Settings = {
  clientFirst: false,
  method: 'aereo',
  isMethodChosen: true,
  shipment: { id: 's', number: 41, method: 'aereo' },
  tariff: { id: 't', name: 'Mayorista', method: 'aereo' },
  pinned: { method: true, shipment: true, tariff: false, client: false, measures: false },
}

test('what is pinned stays for the next package, and the rest goes back to its beginning', () => {
  expect(afterEntry(settings)).toEqual({ ...settings, tariff: null })
})

test('a shipment goes with the method that is not pinned, because it travels by that', () => {
  const pinned = { ...settings.pinned, method: false }
  expect(afterEntry({ ...settings, pinned })).toMatchObject({ method: 'maritimo', shipment: null, tariff: null })
})
