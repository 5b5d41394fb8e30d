import type { Measures, PriceRules } from '../src/domain/tariff-rules.ts'
import type { Case } from './tariff-oracle.ts'

/** A number of whole hundredths as it is on the wire. */
export const toNumber = (hundredths: bigint): number => Number(hundredths) / 100

/** The measures of a case in inches. */
export function toMeasures({ measures }: Case): Measures | null {
  if (measures === null) return null
  const [length, width, height] = measures.map((tenths) => Number(tenths) / 10)
  return { length: length ?? 0, width: width ?? 0, height: height ?? 0 }
}

/** The rules of a case as the code under test has them. */
export const toRules = ({ rules: { unit, minimum, step, grace, divisor, tiers } }: Case): PriceRules => ({
  unit,
  minimumPounds: minimum === null ? null : toNumber(minimum),
  roundUpTo: step === null ? null : toNumber(step),
  roundingGrace: grace === null ? null : toNumber(grace),
  volumetricDivisor: divisor === null ? null : Number(divisor),
  tiers: tiers.map(({ from, price }) => ({ from: toNumber(from), price: toNumber(price) })),
})
