import { randomUUID } from 'node:crypto'
import type { ImportLoad, PairedValue } from '@casillero/shared/contract/imports'
import { type ImportKind, importFields, importLabel, neededFields } from '@casillero/shared/domain/import-fields'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { listStatuses } from '../statuses/queries.ts'
import { createCallRests } from './call-rests.ts'
import { type FileRow, type Plan, problemOf, refused } from './kind.ts'
import { kinds, requireRight } from './kinds.ts'
import { rememberLayout } from './layouts.ts'
import { openPairs, type Replace, unpairedOf } from './paired-values.ts'
import { type Counts, getLoad, type Load, lockLoad, type Mapped, readLines, toLoad, writePlans } from './queries.ts'
import type { Line } from './table.ts'

// So few that none of them holds the event loop for longer than others notice.
const readAtOnce = 1_000
const plannedAtOnce = 25
const writtenAtOnce = 250

/** Throws under the column what is wrong with a mapping. */
function checkMapping(kind: ImportKind, mapping: readonly (string | null)[], columns: number): void {
  const known = new Set(importFields[kind].map(({ id }) => id))
  if (mapping.length !== columns) throw new AppError('invalid', { fields: { mapping: 'Diga de cada columna qué es' } })
  for (const [column, field] of mapping.entries()) {
    if (field === null) continue
    if (!known.has(field)) throw new AppError('invalid', { fields: { [`mapping.${column}`]: 'Elija un campo' } })
    if (mapping.indexOf(field) < column)
      throw fieldError('import_field_repeated', `mapping.${column}`, { label: importLabel(kind, field) })
  }
  for (const group of neededFields[kind]) {
    if (group.some((field) => mapping.includes(field))) continue
    throw fieldError('import_field_missing', 'mapping', {
      labels: group.map((field) => importLabel(kind, field)).join(' o '),
    })
  }
}

/** Lines as their fields: an empty text for a field that no column is for. */
function fileRows(lines: readonly Line[], mapping: readonly (string | null)[], replace: Replace): FileRow[] {
  const columns = new Map(mapping.map((field, column) => [field, column]))
  return lines.map(({ row, cells }) => ({
    row,
    text(field) {
      const column = columns.get(field)
      return column === undefined ? '' : replace(field, (cells[column] ?? '').trim())
    },
  }))
}

type RestSince = ReturnType<typeof createCallRests>

async function readAll(asCaller: AsCaller, id: string, restSince: RestSince): Promise<Line[]> {
  const lines: Line[] = []
  for (;;) {
    const from = performance.now()
    const next = await asCaller((db) => readLines(db, id, lines.at(-1)?.row ?? 0, readAtOnce))
    lines.push(...next)
    if (next.length < readAtOnce) return lines
    await restSince(from)
  }
}

/** Which row of a file came first with a name, and whether it adds what has the name. */
type Seen = Map<string, { row: number; isNew: boolean }>

/** Two rows of a file about the same thing: the second would undo the first. */
function refuseRepeated(kind: ImportKind, plan: Plan, row: number, seen: Seen): Plan {
  const { keys, names = [], gains = [] } = plan
  const first =
    keys.map((key) => seen.get(key)).find((found) => found !== undefined) ??
    gains.map((name) => seen.get(name)).find((found) => found?.isNew)
  const isNew = plan.outcome === 'new' && first === undefined
  for (const key of [...keys, ...names, ...gains]) if (!seen.has(key)) seen.set(key, { row, isNew })
  if (first === undefined || plan.outcome === 'error') return plan
  const [field = ''] = neededFields[kind][0] ?? []
  return refused([problemOf(kind, field, `repite la fila ${first.row}`)], plan.shown, keys)
}

/** Says of each row what it would do. */
async function planAll(
  asCaller: AsCaller,
  load: Load,
  lines: readonly Line[],
  layout: { mapping: readonly (string | null)[]; replace: Replace; restSince: RestSince },
): Promise<({ row: number } & Plan)[]> {
  // A server that was killed while it kept the rows leaves a load without its last ones.
  if (lines.length !== load.rowCount) throw new AppError('import_incomplete')
  const rows = fileRows(lines, layout.mapping, layout.replace)
  const understand = await asCaller((db) => kinds[load.kind].prepare(db, rows))
  const seen: Seen = new Map()
  const plans: ({ row: number } & Plan)[] = []
  for (let at = 0; at < rows.length; at += plannedAtOnce) {
    const from = performance.now()
    for (const row of rows.slice(at, at + plannedAtOnce))
      plans.push({ row: row.row, ...refuseRepeated(load.kind, understand(row), row.row, seen) })
    await layout.restSince(from)
  }
  return plans
}

/** The values that name nothing, of columns that were chosen by hand too. */
const withUnpaired = (mapping: readonly Mapped[], lines: readonly Line[], statuses: { id: string; name: string }[]) =>
  mapping.map((one, column): Mapped => {
    const values = one.field === null ? [] : lines.map(({ cells }) => cells[column] ?? '')
    return { ...one, unpaired: unpairedOf(one.field, values, statuses) }
  })

function countsOf(plans: readonly Plan[]): Counts {
  const counts: Counts = { new: 0, updated: 0, same: 0, error: 0 }
  for (const { outcome } of plans) counts[outcome] += 1
  return counts
}

/**
 * Takes what each column is for, and works out what each row would do. One that is overtaken by another of the same load ends with
 * `stale`. Throws `import_already_run`.
 * docs/product/imports.md, "Preview".
 */
export async function mapImport(
  asCaller: AsCaller,
  id: string,
  { mapping, values, remember }: { mapping: (string | null)[]; values: PairedValue[]; remember: boolean },
): Promise<ImportLoad> {
  const preview = randomUUID()
  const restSince = createCallRests()
  const { load, replace } = await asCaller(async (db, session) => {
    const found = await lockLoad(db, id)
    requireRight(session, found.kind)
    if (found.status !== 'mapping' && found.status !== 'preview') throw new AppError('import_already_run')
    checkMapping(found.kind, mapping, found.columns.length)
    const opened = await openPairs(db, values)
    const kept = found.mapping.map((column, index) => {
      const field = mapping[index] ?? null
      const state = field === null ? ('ignored' as const) : ('known' as const)
      return field === column.field && column.state !== 'unclear' ? column : { field, state, unpaired: [] }
    })
    await db
      .updateTable('imports')
      .set({ mapping: JSON.stringify(kept), paired: JSON.stringify(values), status: 'mapping', preview })
      .where('id', '=', id)
      .execute()
    return { load: { ...found, mapping: kept }, replace: opened }
  })
  const lines = await readAll(asCaller, id, restSince)
  const plans = await planAll(asCaller, load, lines, { mapping, replace, restSince })
  const ifCurrent = <T>(run: (db: Parameters<Parameters<AsCaller>[0]>[0]) => Promise<T>) =>
    asCaller(async (db) => {
      const { previewId, status } = await lockLoad(db, id)
      if (previewId !== preview || status !== 'mapping') throw new AppError('stale')
      return await run(db)
    })
  for (let at = 0; at < plans.length; at += writtenAtOnce) {
    const from = performance.now()
    await ifCurrent((db) => writePlans(db, id, plans.slice(at, at + writtenAtOnce)))
    await restSince(from)
  }
  return await ifCurrent(async (db) => {
    if (remember) {
      const headings = load.columns.map(({ name }) => name)
      await rememberLayout(db, load.kind, headings, { mapping, paired: values })
    }
    await db
      .updateTable('imports')
      .set({
        status: 'preview',
        counts: JSON.stringify(countsOf(plans)),
        mapping: JSON.stringify(withUnpaired(load.mapping, lines, await listStatuses(db))),
      })
      .where('id', '=', id)
      .execute()
    return toLoad(await getLoad(db, id))
  })
}
