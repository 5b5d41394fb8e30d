import type { Tariff, TariffDraft } from '@casillero/shared/contract/tariffs'
import { unitNouns } from '@casillero/shared/domain/price-units'
import { readNumber } from '@casillero/shared/domain/read-number'
import { plainWords } from '@casillero/shared/domain/search-text'
import type { FileRow } from './kind.ts'

/** The fields of a tariff's rules, as a file and a draft have them. */
export const ruleFields = [
  'unit',
  'minimumPounds',
  'roundUpTo',
  'roundingGrace',
  'volumetricDivisor',
  'tiers',
] as const satisfies readonly (keyof TariffDraft & keyof Tariff)[]
type RuleField = (typeof ruleFields)[number]
type GivenRules = Partial<Pick<TariffDraft, RuleField>>
type Tiers = NonNullable<GivenRules['tiers']>

const unitWords = {
  pound: ['libra', 'libras', 'lb', 'lbs', 'pound'],
  cubic_foot: ['pie cubico', 'pies cubicos', 'pie3', 'cubic foot', 'cubic feet', 'ft3', 'cft'],
  piece: ['pieza', 'piezas', 'unidad', 'piece', 'unit'],
} as const
const units = ['pound', 'cubic_foot', 'piece'] as const

/** Reads `desde 20: US$5.00; desde 50: US$4.50`, or two numbers of each tier in any words; undefined where a tier has not two. */
function readTiers(text: string): Tiers | undefined {
  const parts = text.split(/[;\n]/).filter((part) => part.trim() !== '')
  const read = parts.flatMap((part) => {
    const [from, price, ...more] = (part.match(/\d+(?:[.,]\d+)?/g) ?? []).map((one) => Number(one.replace(',', '.')))
    return from === undefined || price === undefined || more.length > 0 ? [] : [{ from, price }]
  })
  return read.length === parts.length ? read : undefined
}

/** Reads the rules that a row says, and calls `refuse` for each cell that says none. An empty cell says nothing. */
export function readRules(row: FileRow, refuse: (field: RuleField, message: string) => void): GivenRules {
  const given: GivenRules = {}
  const unit = row.text('unit')
  const words = plainWords(unit)
  const named = units.find((one) => unitWords[one].some((word) => word === words))
  if (named) given.unit = named
  else if (unit !== '') refuse('unit', `«${unit}» no es libra, pie cúbico ni pieza`)
  for (const field of ['minimumPounds', 'roundUpTo', 'roundingGrace', 'volumetricDivisor'] as const) {
    const text = row.text(field)
    const number = readNumber(text, row.decimal(field))
    if (number !== undefined) given[field] = number
    else if (text !== '') refuse(field, `«${text}» no es un número`)
  }
  const text = row.text('tiers')
  const tiers = readTiers(text)
  if (text !== '' && tiers) given.tiers = tiers
  else if (text !== '') refuse('tiers', `«${text}» no son tramos como 20: 5.00; 50: 4.50`)
  return given
}

/** Says a value of a tariff as a file has it. */
export function formatValue(value: string | number | Tiers | null | undefined): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'object')
    return value.map(({ from, price }) => `${from}: ${price.toFixed(2)}`).join('; ') || null
  const unit = units.find((one) => one === value)
  return unit ? unitNouns[unit] : value
}
