import { handling } from '@casillero/shared/test/charge-example'
import { expect, test } from 'vitest'
import { currencies, readyPackage, usd } from '../../../../test/invoice-form-example.ts'
import { addRows, listStandingRows } from './charge-rows.ts'

const duty = { ...handling, id: 'duty', name: 'Impuestos', kind: 'advance' as const, price: null, isAutomatic: false }

test('a charge that is typed on one package comes behind those that stand there, and leaves the lists of the others as they are', () => {
  const packages = { phase: 'loaded' as const, rows: [readyPackage('first'), readyPackage('second')] }
  const catalogue = [handling, duty]
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
