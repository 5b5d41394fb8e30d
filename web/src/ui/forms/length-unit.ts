import type { LengthUnit } from '@casillero/shared/domain/read-measures'

const key = 'lengthUnit'

/** Only for display: stored lengths are inches. */
export const readLengthUnit = (): LengthUnit => (localStorage.getItem(key) === 'cm' ? 'cm' : 'in')
export const keepLengthUnit = (unit: LengthUnit): void => localStorage.setItem(key, unit)

export const lengthUnitLabel: Readonly<Record<LengthUnit, string>> = { in: 'pulg', cm: 'cm' }
