import { randomUUID } from 'node:crypto'
import type { ChosenColumn, FixedValues, PairedValue } from '@casillero/shared/contract/import-columns'
import type { ImportLoad } from '@casillero/shared/contract/imports'
import { type ImportKind, neededFields } from '@casillero/shared/domain/import-fields'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { AsCaller } from '../../../platform/http/endpoint.ts'
import { listStatuses } from '../../statuses/queries.ts'
import { checkColumns, openChoice } from '../columns/chosen-columns.ts'
import { openFixed } from '../columns/fixed-values.ts'
import { rememberLayout } from '../columns/layouts.ts'
import { listUnpaired, openPairs } from '../columns/paired-values.ts'
import { buildProblem, type Plan, refused } from '../kinds/kind.ts'
import { kinds, lockOwnLoad } from '../kinds/kinds.ts'
import {
  type Counts,
  clearHidden,
  getLoad,
  type KeptLine,
  type Load,
  lockLoad,
  type Mapped,
  readLines,
  toLoad,
  writePlans,
} from '../queries.ts'
import { createCallThrottle } from '../read/call-throttle.ts'
import { readRows, withProblems } from './file-rows.ts'

// Rows read in one go, so few that others do not notice.
const readAtOnce = 1_000
const plannedAtOnce = 25
const writtenAtOnce = 250

type RestSince = ReturnType<typeof createCallThrottle>

async function readAll(asCaller: AsCaller, id: string, throttle: RestSince): Promise<KeptLine[]> {
  const lines: KeptLine[] = []
  for (;;) {
    const from = performance.now()
    const next = await asCaller((db) => readLines(db, id, lines.at(-1)?.row ?? 0, readAtOnce))
    lines.push(...next)
    if (next.length < readAtOnce) return lines
    await throttle(from)
  }
}

/** `isNew`: the row adds the record of that name. */
type Seen = Map<string, { row: number; isNew: boolean }>

/** A second row for the same record would undo the first. */
function refuseRepeated(kind: ImportKind, plan: Plan, row: number, seen: Seen): Plan {
  const { keys, names = [], gains = [] } = plan
  const [key] = keys.filter((each) => seen.has(each))
  const [gain] = gains.filter((each) => seen.get(each)?.isNew)
  const name = key ?? gain
  const first = name === undefined ? undefined : seen.get(name)
  const isNew = plan.outcome === 'new' && first === undefined
  for (const each of [...keys, ...names, ...gains]) if (!seen.has(each)) seen.set(each, { row, isNew })
  if (name === undefined || first === undefined || plan.outcome === 'error') return plan
  const field = plan.findField?.(name) ?? neededFields[kind][0]?.[0] ?? ''
  return refused([buildProblem(kind, field, `repite la fila ${first.row}`)], plan.shown, keys)
}

type Layout = Parameters<typeof readRows>[2]

/** Plans all rows. */
async function planAll(
  asCaller: AsCaller,
  { kind }: Load,
  lines: readonly KeptLine[],
  layout: Layout,
  throttle: RestSince,
): Promise<({ row: number } & Plan)[]> {
  const rows: ReturnType<typeof readRows> = []
  for (let at = 0; at < lines.length; at += plannedAtOnce) {
    const from = performance.now()
    rows.push(...readRows(kind, lines.slice(at, at + plannedAtOnce), layout))
    await throttle(from)
  }
  const understand = await asCaller((db, session) =>
    kinds[kind].prepare(
      db,
      rows.map(({ row }) => row),
      session,
    ),
  )
  const seen: Seen = new Map()
  const plans: ({ row: number } & Plan)[] = []
  for (let at = 0; at < rows.length; at += plannedAtOnce) {
    const from = performance.now()
    for (const { row, problems } of rows.slice(at, at + plannedAtOnce)) {
      const plan = withProblems(understand(row), problems)
      plans.push({ row: row.row, ...refuseRepeated(kind, plan, row.row, seen) })
    }
    await throttle(from)
  }
  return plans
}

/** Includes columns that were chosen by hand. */
const withUnpaired = (
  mapping: readonly Mapped[],
  lines: readonly KeptLine[],
  statuses: { id: string; name: string }[],
) =>
  mapping.map((one, column): Mapped => {
    const values = one.field === null ? [] : lines.map(({ cells }) => cells[column] ?? '')
    return { ...one, unpaired: listUnpaired(one.field, values, statuses) }
  })

function countPlans(plans: readonly Plan[]): Counts {
  const counts: Counts = { new: 0, updated: 0, same: 0, error: 0 }
  for (const { outcome } of plans) counts[outcome] += 1
  return counts
}

export type Choices = {
  mapping: ChosenColumn[]
  values: PairedValue[]
  fixed: Partial<FixedValues>
  withHidden: boolean
  remember: boolean
}

type Opened = { load: Load; layout: Layout }

/** Makes earlier previews end with `stale`. */
async function openChoices(db: Db, session: Session, id: string, choices: Choices, preview: string): Promise<Opened> {
  const found = await lockOwnLoad(db, id, session)
  if (found.status !== 'mapping' && found.status !== 'preview') throw new AppError('import_already_run')
  const chosen = choices.mapping.map(openChoice)
  const fixed = await openFixed(db, found.kind, choices.fixed, chosen)
  const columns = checkColumns(found.kind, chosen, found.columns, Object.keys(fixed))
  const replace = await openPairs(db, choices.values)
  const mapping = columns.map((one, index): Mapped => {
    const before = found.mapping[index]
    const isKept = before?.field === one.field && before.state !== 'unclear'
    const state = isKept ? before.state : one.field === null ? 'ignored' : 'known'
    return { ...one, state, unpaired: isKept ? before.unpaired : [] }
  })
  await db
    .updateTable('imports')
    .set({
      mapping: JSON.stringify(mapping),
      paired: JSON.stringify(choices.values),
      fixed: JSON.stringify(choices.fixed),
      with_hidden: choices.withHidden,
      status: 'mapping',
      preview,
    })
    .where('id', '=', id)
    .execute()
  if (!choices.withHidden && found.hiddenRows > 0) await clearHidden(db, id)
  return {
    load: { ...found, mapping },
    layout: { columns, headings: found.columns.map(({ name }) => name), fixed, replace },
  }
}

/** Ends with `stale` if a later preview of the load overtakes it. docs/product/imports.md, "Preview". */
export async function mapImport(asCaller: AsCaller, id: string, choices: Choices): Promise<ImportLoad> {
  const preview = randomUUID()
  const throttle = createCallThrottle()
  const { load, layout } = await asCaller((db, session) => openChoices(db, session, id, choices, preview))
  const all = await readAll(asCaller, id, throttle)
  // A server killed while it stored the rows leaves a load without its last ones.
  if (all.length !== load.rowCount) throw new AppError('import_incomplete')
  const lines = all.filter(({ isHidden }) => choices.withHidden || !isHidden)
  const plans = await planAll(asCaller, load, lines, layout, throttle)
  const ifCurrent = <T>(run: (db: Db) => Promise<T>) =>
    asCaller(async (db) => {
      const { previewId, status } = await lockLoad(db, id)
      if (previewId !== preview || status !== 'mapping') throw new AppError('stale')
      return await run(db)
    })
  for (let at = 0; at < plans.length; at += writtenAtOnce) {
    const from = performance.now()
    await ifCurrent((db) => writePlans(db, id, plans.slice(at, at + writtenAtOnce)))
    await throttle(from)
  }
  return await ifCurrent(async (db) => {
    if (choices.remember) {
      await rememberLayout(db, load.kind, layout.headings, { columns: [...layout.columns], paired: choices.values })
    }
    await db
      .updateTable('imports')
      .set({
        status: 'preview',
        counts: JSON.stringify(countPlans(plans)),
        mapping: JSON.stringify(withUnpaired(load.mapping, lines, await listStatuses(db))),
      })
      .where('id', '=', id)
      .execute()
    return toLoad(await getLoad(db, id))
  })
}
