import type { InvoiceFacts } from './invoice-facts.ts'
import { lineHeight, type Paper, type Style } from './paper.ts'

type Place = { x: number; width: number }
type Charge = InvoiceFacts['charges'][number]

const chargeStyle: Style = { size: 9 }
const chargeGap = 2
const describeCharge = ({ name, basis }: Charge): string => [name, basis].filter(Boolean).join(' · ')

const wrapCharge = (paper: Paper, charge: Charge, columns: readonly Place[]): string[] =>
  paper.wrap(describeCharge(charge), columns[1]?.width ?? 0, chargeStyle)

/** What `writeCharges` takes. */
export const measureCharges = (paper: Paper, charges: readonly Charge[], columns: readonly Place[]): number =>
  charges.reduce(
    (height, charge) => height + wrapCharge(paper, charge, columns).length * lineHeight(chargeStyle) + chargeGap,
    0,
  )

/** Without a rule between. */
export function writeCharges(paper: Paper, charges: readonly Charge[], columns: readonly Place[], top: number): void {
  const [, description, quantity, price, , total] = columns
  if (!description || !quantity || !price || !total) return
  charges.reduce((y, charge) => {
    const lines = wrapCharge(paper, charge, columns)
    paper.write(lines, { ...description, y: y + chargeGap }, chargeStyle)
    for (const [column, value] of [
      [quantity, charge.quantity],
      // A price with its symbol is wider than its column, and there is no discount beside it.
      [{ x: price.x - 40, width: price.width + 40 }, charge.price],
      [total, charge.total],
    ] as const)
      paper.write(value, { ...column, y: y + chargeGap }, { ...chargeStyle, align: 'right' })
    return y + lines.length * lineHeight(chargeStyle) + chargeGap
  }, top)
}
