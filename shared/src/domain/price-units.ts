/** The units that a tariff's price counts in. */
export const priceUnits = ['pound', 'cubic_foot', 'piece'] as const
export type PriceUnit = (typeof priceUnits)[number]

/** The steps, in the unit of the price, that a charged quantity may go up to. */
export const roundingSteps = [0.1, 0.25, 0.5, 1] as const

/** The unit of a price as it stands behind it: `/lb`, `/pie³`, ` c/u`. */
export const priceSuffixes: Readonly<Record<PriceUnit, string>> = { pound: '/lb', cubic_foot: '/pie³', piece: ' c/u' }

/** The unit of a price in words: `Precio por libra`. */
export const unitNouns: Readonly<Record<PriceUnit, string>> = {
  pound: 'libra',
  cubic_foot: 'pie cúbico',
  piece: 'pieza',
}
