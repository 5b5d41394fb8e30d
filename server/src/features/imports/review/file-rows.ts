import { codeFields, type ImportKind } from '@casillero/shared/domain/import-fields'
import { hasLostDigits, isNoCode, isNothing, isSheetError } from '@casillero/shared/domain/import-values'
import { holdsSeveral } from '@casillero/shared/domain/tracking-code'
import { columnName } from '../../spreadsheets/table.ts'
import type { Chosen } from '../columns/chosen-columns.ts'
import type { FixedTexts } from '../columns/fixed-values.ts'
import type { Replace } from '../columns/paired-values.ts'
import { buildProblem, type FileRow, type Plan, type Problem, refused } from '../kinds/kind.ts'
import { readTrackings } from '../kinds/package-given.ts'
import type { KeptLine } from '../queries.ts'

type Layout = { columns: readonly Chosen[]; headings: readonly string[]; fixed: FixedTexts; replace: Replace }

const lostDigits = 'perdió dígitos en la hoja de cálculo; dé formato de texto a la columna'

const trackingFields: ReadonlySet<string> = new Set(['tracking', 'warehouseTracking'])
const severalNumbers = 'trae varios números; deje uno por fila'

/** The message names the cell. */
function findFault(line: KeptLine, column: number, field: string): string | undefined {
  const text = line.cells[column] ?? ''
  const place = `${columnName(column)}${line.row}`
  const fault = line.faults?.[column]
  if (fault === 'formula')
    return `la fórmula de ${place} no trae su resultado; ábralo en Excel, guárdelo y súbalo de nuevo`
  if (fault === 'error' || isSheetError(text)) return `${place} tiene un error de la hoja de cálculo: ${text}`
  if (codeFields.has(field) && hasLostDigits(text)) return lostDigits
  return trackingFields.has(field) && holdsSeveral(text) ? severalNumbers : undefined
}

type ReadRow = { row: FileRow; problems: Problem[] }

/** docs/product/imports.md, "Values". */
export function readRows(
  kind: ImportKind,
  lines: readonly KeptLine[],
  { columns, headings, fixed, replace }: Layout,
): ReadRow[] {
  const places = new Map(columns.flatMap(({ field }, column) => (field === null ? [] : [[field, column] as const])))
  return lines.map((line) => {
    const faults = new Map(
      [...places].flatMap(([field, column]) => {
        const fault = findFault(line, column, field)
        return fault === undefined ? [] : [[field, fault] as const]
      }),
    )
    const text = (field: string) => {
      const column = places.get(field)
      if (column === undefined) return fixed[field] ?? ''
      const cell = (line.cells[column] ?? '').trim()
      const isEmpty = faults.has(field) || (codeFields.has(field) ? isNoCode(cell) : isNothing(cell))
      return isEmpty ? '' : replace(field, cell)
    }
    const numbers = new Map([...trackingFields].map((field) => [field, readTrackings(text(field))]))
    return {
      problems: [...faults].map(([field, message]) => buildProblem(kind, field, message)),
      row: {
        row: line.row,
        text,
        trackings: (field) => numbers.get(field) ?? [],
        heading: (field) => headings[places.get(field) ?? -1] ?? '',
        order: (field) => columns[places.get(field) ?? -1]?.dates ?? 'dmy',
        decimal: (field) => columns[places.get(field) ?? -1]?.decimals ?? '.',
      },
    }
  })
}

/** Adds the row's other problems. */
export function withProblems(plan: Plan, problems: readonly Problem[]): Plan {
  if (problems.length === 0) return plan
  const own = new Set(problems.map(({ field }) => field))
  const others = plan.problems.filter(({ field }) => !own.has(field))
  return { ...refused([...problems, ...others], plan.shown, plan.keys), findField: plan.findField }
}
