import { expect, test } from 'vitest'
import { currencies, readyPackage, usd } from '../../../test/invoice-form-example.ts'
import { addRows, listStandingRows } from './charge-rows.ts'

const charge = {
  id: 'handling',
  name: 'Manejo',
  kind: 'per_package' as const,
  price: 1.5,
  minimum: null,
  isPerHundred: false,
  isAutomatic: true,
  shippingMethod: null,
  tariffIds: [],
  valueFrom: null,
  asksReason: false,
  storage: null,
  isActive: true,
  version: 1,
}
const duty = { ...charge, id: 'duty', name: 'Impuestos', kind: 'advance' as const, price: null, isAutomatic: false }

test('a charge that is typed on one package comes behind those that stand there, and leaves the lists of the others as they are', () => {
  const packages = { phase: 'loaded' as const, rows: [readyPackage('first'), readyPackage('second')] }
  const catalogue = [charge, duty]
  const form = { packages, ticked: new Set(['first', 'second']), waivers: new Map() }
  const standing = listStandingRows(form, { charges: catalogue, waiting: [] }, usd)
  const line = { key: 1, chargeId: 'duty', packageId: 'second', amount: '12.50', currencyId: usd.id }
  const { byPackage } = addRows(standing, { packages, charges: [line] }, catalogue, usd, currencies)
  expect(byPackage.get('second')?.map(({ charge: { name }, total }) => [name, total])).toEqual([
    ['Manejo', 1.5],
    ['Impuestos', 12.5],
  ])
  expect(byPackage.get('first')).toBe(standing.byPackage.get('first'))
})
