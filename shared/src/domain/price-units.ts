export const priceUnits = ['pound', 'cubic_foot', 'piece'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** In the price's unit. */
export const roundingSteps = [0.1, 0.25, 0.5, 1] as const

export const priceSuffixes: Readonly<Record<PriceUnit, string>> = { pound: '/lb', cubic_foot: '/pie³', piece: ' c/u' }

export const unitNouns: Readonly<Record<PriceUnit, string>> = {
  pound: 'libra',
  cubic_foot: 'pie cúbico',
  piece: 'pieza',
}
