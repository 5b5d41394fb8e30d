import type { VoidPreview } from '@casillero/shared/contract/voids'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { paymentMethodNames } from '@casillero/shared/domain/payment-method'

type Money = VoidPreview['cash'][number]

/** `US$103.00 + C$13.00`. */
export const formatSum = (amounts: readonly Money[], between = ' + '): string =>
  amounts.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(between)

/** What becomes credit. */
export const describeKept = ({ credit }: VoidPreview): string =>
  credit.length > 0 ? `${formatSum(credit, ' y ')} quedan a favor del cliente` : 'No queda nada a favor del cliente'

export function describeHandovers({ handovers }: VoidPreview): string {
  const numbers = handovers.map(({ companyHandoverId }) => `#${companyHandoverId}`).join(', ')
  return handovers.length === 1
    ? `Sus paquetes ya se entregaron en la entrega ${numbers}.`
    : `Sus paquetes ya se entregaron en las entregas ${numbers}.`
}

export function describeUndo({ handovers }: VoidPreview): string {
  const others = handovers.reduce((sum, { otherCount }) => sum + otherCount, 0)
  const back = 'Los paquetes vuelven a donde estaban'
  if (others === 0) return back
  return `${back}, también ${others === 1 ? '1 que no es' : `${others} que no son`} de esta factura`
}

/** By the bank, and to the credit. */
export const listOtherWays = ({ bank, usedCredit }: VoidPreview): string[] => [
  ...bank.map(({ method, ...money }) => `${paymentMethodNames[method]}: ${formatSum([money])}`),
  ...(usedCredit.length > 0 ? [`Vuelve al saldo a favor: ${formatSum(usedCredit)}`] : []),
]
