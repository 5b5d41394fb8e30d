import { type Amount, exact, sum, toWire } from './money.ts'

/** Exact; a missing weight counts as 0. docs/product/pricing-and-money.md, "Exact decimals". */
export function totalWeight(weights: readonly (Amount | null)[]): number {
  return toWire(sum(weights.map((weight) => exact(weight))))
}
