import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { FixedValues, PairedValue } from '@casillero/shared/contract/import-columns'
import type { ImportLoad, ImportOutcome, ImportRow, ImportStatus } from '@casillero/shared/contract/imports'
import type { ImportKind } from '@casillero/shared/domain/import-fields'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import type { CellFault, Line, SheetName, Table } from '../spreadsheets/table.ts'
import type { Plan } from './kinds/kind.ts'

export type Column = ImportLoad['columns'][number]
export type Mapped = ImportLoad['mapping'][number]
export type Counts = ImportLoad['counts']
export type Result = ImportLoad['result']

/** Days after which the rows are deleted. */
const undoDays = 30

const view = (db: Db) =>
  db
    .selectFrom('imports as i')
    .innerJoin('users as u', 'u.id', 'i.created_by')
    .select([
      'i.id',
      'i.file_name as fileName',
      'i.file_size as fileSize',
      'i.sheet_name as sheetName',
      'i.row_count as rowCount',
      'i.hidden_rows as hiddenRows',
      'i.sum_rows as sumRows',
      'i.with_hidden as withHidden',
      'i.is_undo as isUndo',
      'i.is_csv as isCsv',
      'i.all_or_nothing as allOrNothing',
      'i.notify',
      'i.failure',
      'u.full_name as createdBy',
      'i.run_by as runBy',
      'i.preview as previewId',
      'i.first_number as firstNumber',
      'i.created_at as createdAt',
      'i.started_at as startedAt',
      'i.ended_at as endedAt',
    ])
    .select([
      sql<ImportKind>`i.kind`.as('kind'),
      sql<ImportStatus>`i.status`.as('status'),
      sql<Column[]>`i.columns`.as('columns'),
      sql<Mapped[]>`i.mapping`.as('mapping'),
      sql<SheetName[]>`i.sheets`.as('sheets'),
      sql<Partial<FixedValues>>`i.fixed`.as('fixed'),
      sql<PairedValue[]>`i.paired`.as('paired'),
      sql<Counts>`i.counts`.as('counts'),
      sql<Result>`i.result`.as('result'),
      sql<boolean>`(i.created_by = current_user_id() or exists (
        select from users me where me.id = current_user_id() and me.type = 'admin'))`.as('mayChange'),
      // As with a change of status, its user and admins may undo it.
      sql<boolean>`(i.run_by = current_user_id() or exists (
        select from users me where me.id = current_user_id() and me.type = 'admin'))`.as('mayUndo'),
      sql<boolean>`i.ended_at > app_now() - ${undoDays} * interval '1 day'`.as('isFresh'),
    ])

type Row = Awaited<ReturnType<ReturnType<typeof view>['executeTakeFirstOrThrow']>>

const noFacts: Column['facts'] = { dates: null, date: null, decimals: null, number: null }
const nothingFixed: FixedValues = {
  shippingMethod: null,
  statusId: null,
  tariffId: null,
  shipmentId: null,
  chargeId: null,
  currencyId: null,
}

/** Loads begun by an earlier version have no facts about columns. */
export function toLoad(row: Row): ImportLoad {
  const { counts, result, isUndo } = row
  const written = result.new + result.updated
  const [done, total] = isUndo
    ? [result.undone + result.kept, written]
    : [written + result.refused, counts.new + counts.updated]
  return {
    ...row,
    columns: row.columns.map((column) => ({ ...column, facts: column.facts ?? noFacts })),
    mapping: row.mapping.map((one) => ({ ...one, dates: one.dates ?? null, decimals: one.decimals ?? null })),
    fixed: { ...nothingFixed, ...row.fixed },
    sheets: row.sheets.length > 1 ? row.sheets : [],
    progress: { done, total, isUndo },
    canUndo: row.status === 'done' && written > 0 && row.isFresh === true && row.mayUndo,
  }
}

export type Load = Row

export async function getLoad(db: Db, id: string): Promise<Load> {
  const row = await view(db).where('i.id', '=', id).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return row
}

/** Previews, writing and undo wait for this lock. Throws `not_found`. */
export async function lockLoad(db: Db, id: string): Promise<Load> {
  await db.selectFrom('imports').select('id').where('id', '=', id).forUpdate().execute()
  return await getLoad(db, id)
}

export async function listLoads(
  db: Db,
  query: { page?: number | undefined; limit?: number | undefined; status?: 'running' | undefined },
  kinds: readonly ImportKind[],
): Promise<{ data: ImportLoad[]; pagination: Pagination }> {
  const page = toPage({ page: 1, ...query })
  const isRunning = query.status === 'running'
  const rows = await view(db)
    .select(sql<number>`count(*) over ()`.as('total'))
    .where(sql<boolean>`i.kind = any(${[...kinds]}::text[])`)
    .$if(isRunning, (all) => all.where(sql<boolean>`i.status = 'running'`))
    .orderBy('i.created_at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const counted = await pageWithTotal(page, rows, () =>
    db
      .selectFrom('imports')
      .select(sql<number>`count(*)`.as('total'))
      .$if(isRunning, (all) => all.where('status', '=', 'running'))
      .executeTakeFirst(),
  )
  return { data: counted.data.map(toLoad), pagination: counted.pagination }
}

/** Includes the field of each column. */
export type ReadLoad = { table: Table; columns: Column[]; mapping: Mapped[]; paired: PairedValue[] }

const readValues = ({ table, columns, mapping, paired }: ReadLoad) => ({
  sheet_name: table.sheetName,
  sheets: JSON.stringify(table.sheets),
  row_count: table.lines.length,
  sum_rows: table.sumRows,
  hidden_rows: table.lines.filter(({ isHidden }) => isHidden).length,
  columns: JSON.stringify(columns),
  mapping: JSON.stringify(mapping),
  paired: JSON.stringify(paired),
})

type NewLoad = ReadLoad & { kind: ImportKind; fileName: string; content: Buffer }

/** Stores the file too if it has other sheets. */
export async function insertLoad(db: Db, { kind, fileName, content, ...read }: NewLoad): Promise<string> {
  const { id } = await db
    .insertInto('imports')
    .values({
      kind,
      file_name: fileName,
      file_size: content.length,
      is_csv: read.table.isCsv,
      ...readValues(read),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  if (read.table.sheets.length > 1) await db.insertInto('import_files').values({ import_id: id, content }).execute()
  return id
}

/** Replaces the load by another sheet of its file. */
export async function replaceLoad(db: Db, id: string, preview: string, read: ReadLoad): Promise<void> {
  await sql`select drop_import_rows(${id}::uuid)`.execute(db)
  await db
    .updateTable('imports')
    .set({ ...readValues(read), status: 'mapping', preview, with_hidden: false })
    .where('id', '=', id)
    .execute()
}

/** Undefined if the file was not stored. */
export async function findFile(db: Db, id: string): Promise<Buffer | undefined> {
  const row = await db.selectFrom('import_files').select('content').where('import_id', '=', id).executeTakeFirst()
  return row?.content ?? undefined
}

export async function dropFile(db: Db, id: string): Promise<void> {
  await db.updateTable('import_files').set({ content: null }).where('import_id', '=', id).execute()
}

/** Leaves lines that exist already. */
export async function insertLines(db: Db, importId: string, lines: readonly Line[]): Promise<void> {
  await sql`
    insert into import_rows (import_id, row_number, cells, is_hidden, faults)
    select ${importId}, l.row, l.cells, coalesce(l."isHidden", false), l.faults
    from jsonb_to_recordset(${JSON.stringify(lines)}::jsonb)
      as l (row int, cells jsonb, "isHidden" boolean, faults jsonb)
    on conflict do nothing`.execute(db)
}

export type KeptLine = { row: number; cells: string[]; isHidden: boolean; faults: Record<number, CellFault> | null }

export async function readLines(db: Db, importId: string, after: number, limit: number): Promise<KeptLine[]> {
  return await db
    .selectFrom('import_rows')
    .select('row_number as row')
    .select(['is_hidden as isHidden', sql<string[]>`cells`.as('cells'), sql<KeptLine['faults']>`faults`.as('faults')])
    .where('import_id', '=', importId)
    .where('row_number', '>', after)
    .orderBy('row_number')
    .limit(limit)
    .execute()
}

/** Deletes the plans of hidden rows. */
export async function clearHidden(db: Db, importId: string): Promise<void> {
  await db
    .updateTable('import_rows')
    .set({ outcome: null, plan: null, target: null })
    .where('import_id', '=', importId)
    .where('is_hidden', '=', true)
    .where('outcome', 'is not', null)
    .execute()
}

/** Stores the plans of rows. */
export async function writePlans(db: Db, importId: string, plans: readonly ({ row: number } & Plan)[]): Promise<void> {
  const kept = plans.map(({ row, outcome, problems, plan, targetId, shown }) => ({
    row,
    outcome,
    problems,
    plan,
    target: targetId,
    shown,
  }))
  await sql`
    update import_rows r set outcome = p.outcome, problems = p.problems, plan = p.plan, target = p.target, shown = p.shown
    from jsonb_to_recordset(${JSON.stringify(kept)}::jsonb)
      as p (row int, outcome text, problems jsonb, plan jsonb, target uuid, shown jsonb)
    where r.company_id = current_company() and r.import_id = ${importId} and r.row_number = p.row`.execute(db)
}

type RowQuery = {
  page?: number | undefined
  limit?: number | undefined
  kind?: ImportOutcome | 'refused' | 'kept' | undefined
}

export async function listRows(
  db: Db,
  importId: string,
  query: RowQuery,
): Promise<{ data: ImportRow[]; pagination: Pagination }> {
  const page = toPage({ page: 1, ...query })
  const { kind } = query
  const column = kind === 'refused' || kind === 'kept' ? sql`state` : sql`outcome`
  const rows = db
    .selectFrom('import_rows')
    .where('import_id', '=', importId)
    .where(sql<boolean>`outcome is not null`)
    .$if(kind !== undefined, (all) => all.where(sql<boolean>`${column} = ${kind ?? ''}`))
  const found = await rows
    .select(['row_number as row'])
    .select([
      sql<ImportOutcome>`outcome`.as('outcome'),
      sql<ImportRow['state']>`state`.as('state'),
      sql<Plan['shown']>`shown`.as('shown'),
      sql<ImportRow['problems']>`problems`.as('problems'),
      sql<number>`count(*) over ()`.as('total'),
    ])
    .orderBy('row_number')
    .limit(page.limit)
    .offset(page.offset)
    .execute()
  const counted = await pageWithTotal(page, found, () =>
    rows.select(sql<number>`count(*)`.as('total')).executeTakeFirst(),
  )
  return { data: counted.data.map(({ shown, ...row }) => ({ ...row, ...shown })), pagination: counted.pagination }
}
