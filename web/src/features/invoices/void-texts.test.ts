import { expect, test } from 'vitest'
import { describeHandovers, describeKept, describeUndo, formatSum, listOtherWays } from './void-panel.tsx'

const money = (symbol: string, amount: number) => ({ currencyId: symbol, symbol, amount })
const handed = (companyHandoverId: number, otherCount: number) => {
  return { id: String(companyHandoverId), companyHandoverId, packageCount: 3, otherCount }
}
const nothing = { credit: [], cash: [], bank: [], usedCredit: [], isOfCollection: false, handovers: [], dispatch: null }

test('a void says how much cash is handed back, and what goes back by other ways', () => {
  expect(formatSum([money('US$', 103), money('C$', 13)])).toBe('US$103.00 + C$13.00')
  expect(describeKept({ ...nothing, credit: [money('C$', 340), money('US$', 2)] })).toBe(
    'C$340.00 y US$2.00 quedan a favor del cliente',
  )
  expect(describeKept(nothing)).toBe('No queda nada a favor del cliente')
  const bank = [{ ...money('US$', 2), method: 'card' as const }]
  expect(listOtherWays({ ...nothing, bank, usedCredit: [money('US$', 5)] })).toEqual([
    'Tarjeta: US$2.00',
    'Vuelve al saldo a favor: US$5.00',
  ])
})

test('a void says with which hand-overs the packages left, and that an undo brings other packages back too', () => {
  const one = { ...nothing, handovers: [handed(57, 0)] }
  expect([describeHandovers(one), describeUndo(one)]).toEqual([
    'Sus paquetes ya se entregaron en la entrega #57.',
    'Los paquetes vuelven a donde estaban',
  ])
  const two = { ...nothing, handovers: [handed(57, 1), handed(58, 1)] }
  expect([describeHandovers(two), describeUndo(two)]).toEqual([
    'Sus paquetes ya se entregaron en las entregas #57, #58.',
    'Los paquetes vuelven a donde estaban, también 2 que no son de esta factura',
  ])
})
