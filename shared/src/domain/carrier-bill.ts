import { columnFacts } from './column-facts.ts'
import { headingKey, recogniseColumns } from './import-columns.ts'
import { hasLostDigits, isSheetError } from './import-values.ts'
import { readLabelCode } from './label-code.ts'
import { isAmbiguousNumber } from './read-number.ts'
import { findWeightUnit, readWeight, readWeightUnit, type WeightUnit, withoutUnit } from './read-weight.ts'
import { holdsSeveral, readTracking } from './tracking-code.ts'

/** `codes` starts with the one to show; `weight` is the charged pounds. */
export type BillLine = { row: number; codes: string[]; weight: number }

/** Faulty columns, or a fault in a row. */
export type BillFault =
  | { fault: 'columns' }
  | { fault: 'weight' | 'numbers' | 'several' | 'digits' | 'error'; row: number }

export type BilledPackage = { id: string; tracking: string | null; warehouseTracking: string | null; labelCode: string }

export type MatchedLine = { code: string; weight: number; packageId: string | null; isRepeated: boolean }

/** Headings of charged pounds, which may stand beside weighed ones. */
const charged = new Set([
  ...['peso cobrado', 'peso a cobrar', 'peso cobrable', 'peso facturado', 'libras cobradas', 'libras facturadas'],
  ...['lb cobradas', 'lbs cobradas', 'chargeable weight', 'chargeable wt', 'billed weight', 'billable weight'],
  ...['charge weight', 'charged weight', 'chargeable lb', 'chargeable lbs', 'billed lb', 'billed lbs', 'lb facturadas'],
])

type Columns = { codes: number[]; weight: number; unit: WeightUnit; unitColumn: number }

function findColumns(headings: readonly string[], lines: readonly { cells: readonly string[] }[]): Columns | undefined {
  const columns = headings.map((name, index) => ({
    name,
    values: lines.slice(0, 200).map(({ cells }) => cells[index] ?? ''),
  }))
  const fields = recogniseColumns('packages', columns).map(({ field }) => field)
  const codes = ['tracking', 'warehouseTracking'].map((field) => fields.indexOf(field)).filter((index) => index >= 0)
  const byCharge = headings.findIndex((heading) => charged.has(headingKey(heading)))
  const inPounds = byCharge >= 0 ? byCharge : fields.indexOf('weight')
  const weight = inPounds >= 0 ? inPounds : fields.indexOf('weightKg')
  if (codes.length === 0 || weight < 0) return undefined
  const unit = findWeightUnit(headings[weight] ?? '') ?? (inPounds >= 0 ? 'lb' : 'kg')
  return { codes, weight, unit, unitColumn: fields.indexOf('unit') }
}

/** True for texts with a digit, and for our label codes. */
const isCode = (text: string): boolean => /\d/.test(text) || readLabelCode(text) !== null

/** Prefers charged pounds over weighed ones. docs/product/shipments.md, "The carrier's bill". */
export function readBill(table: {
  headings: readonly string[]
  lines: readonly { row: number; cells: readonly string[]; faults?: Readonly<Record<number, string>> }[]
}): BillLine[] | BillFault {
  const columns = findColumns(table.headings, table.lines)
  if (!columns) return { fault: 'columns' }
  const lines: BillLine[] = []
  const { decimals } = columnFacts(table.lines.map(({ cells }) => cells[columns.weight] ?? ''))
  for (const { row, cells, faults = {} } of table.lines) {
    const isFaulty = (column: number) => faults[column] !== undefined || isSheetError(cells[column] ?? '')
    if (columns.codes.some(isFaulty)) return { fault: 'error', row }
    const codes = columns.codes.map((index) => cells[index] ?? '').filter(isCode)
    if (codes.length === 0) continue
    // A number rounded by a spreadsheet identifies no package.
    if (codes.some(hasLostDigits)) return { fault: 'digits', row }
    if (codes.some(holdsSeveral)) return { fault: 'several', row }
    if (isFaulty(columns.weight)) return { fault: 'error', row }
    const text = cells[columns.weight] ?? ''
    if (decimals === 'both' && isAmbiguousNumber(withoutUnit(text))) return { fault: 'numbers', row }
    const said = cells[columns.unitColumn] ?? ''
    const unit = said === '' ? columns.unit : readWeightUnit(said)
    const weight = unit && readWeight(text, unit, decimals === ',' ? ',' : '.')
    if (weight === undefined || weight <= 0 || weight > 9_999.99) return { fault: 'weight', row }
    lines.push({ row, codes: codes.map((code) => readTracking(code).tracking.slice(0, 120)), weight })
  }
  return lines.length === 0 ? { fault: 'columns' } : lines
}

/** Lists all texts that identify the same package as the code. */
function listKeys(code: string): string[] {
  const label = readLabelCode(code)
  return [...new Set([readTracking(code).tracking, ...(label === null ? [] : [label])])]
}

/**
 * Matches each package once. A further line counts as repeated, unless a second package has the same tracking.
 * docs/product/shipments.md, "The carrier's bill".
 */
export function matchBill(lines: readonly BillLine[], packages: readonly BilledPackage[]): MatchedLine[] {
  const known = new Map<string, string[]>()
  for (const { id, tracking, warehouseTracking, labelCode } of packages) {
    const codes = [tracking, warehouseTracking].filter((code) => code !== null)
    for (const key of new Set([...codes.flatMap((code) => listKeys(code)), labelCode]))
      known.set(key, [...(known.get(key) ?? []), id])
  }
  const taken = new Set<string>()
  return lines.map(({ codes, weight }) => {
    const ids = codes.flatMap(listKeys).flatMap((key) => known.get(key) ?? [])
    const free = ids.find((id) => !taken.has(id))
    if (free !== undefined) taken.add(free)
    return {
      code: codes[0] ?? '',
      weight,
      packageId: free ?? null,
      isRepeated: free === undefined && ids.length > 0,
    }
  })
}
