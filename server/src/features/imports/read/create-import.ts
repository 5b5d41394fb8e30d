import { randomUUID } from 'node:crypto'
import type { ImportLoad } from '@casillero/shared/contract/imports'
import { recogniseColumns } from '@casillero/shared/domain/import-columns'
import { type ImportKind, importFields } from '@casillero/shared/domain/import-fields'
import type { Db } from '../../../platform/database/database.ts'
import { describeStaff } from '../../../platform/database/staff-party.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import type { Once } from '../../../platform/http/answer-once.ts'
import type { AsCaller } from '../../../platform/http/endpoint.ts'
import type { UploadedFile } from '../../../platform/http/upload.ts'
import { readTable } from '../../spreadsheets/read-table.ts'
import type { Line, Table } from '../../spreadsheets/table.ts'
import { listStatuses } from '../../statuses/queries.ts'
import { proposeColumn } from '../columns/chosen-columns.ts'
import { findLayout } from '../columns/layouts.ts'
import { listUnpaired, livingPairs } from '../columns/paired-values.ts'
import { getOwnLoad, lockOwnLoad, requireKind } from '../kinds/kinds.ts'
import {
  type Column,
  findFile,
  getLoad,
  insertLines,
  insertLoad,
  type Load,
  lockLoad,
  type Mapped,
  type ReadLoad,
  replaceLoad,
  toLoad,
} from '../queries.ts'
import { createCallThrottle } from './call-throttle.ts'

/** Holds the event loop so briefly that others do not notice. */
const linesAtOnce = 500
const samplesShown = 3
const longestSample = 60
const valuesLookedAt = 200

const listValues = ({ lines }: Table, column: number, most: number): string[] =>
  lines.slice(0, most).map(({ cells }) => cells[column] ?? '')

function listSamples(table: Table, column: number): string[] {
  const filled: string[] = []
  for (const { cells } of table.lines) {
    const cell = cells[column] ?? ''
    if (cell !== '') filled.push(cell.slice(0, longestSample))
    if (filled.length === samplesShown) break
  }
  return filled
}

/** Proposes the columns of a file that was read. */
async function proposeLoad(db: Db, kind: ImportKind, table: Table): Promise<ReadLoad> {
  const columns: Column[] = table.headings.map((name, column) => ({
    name,
    samples: listSamples(table, column),
    facts: table.facts[column] ?? { dates: null, date: null, decimals: null, number: null },
  }))
  const remembered = await findLayout(db, kind, table.headings)
  const statuses = await listStatuses(db)
  const guesses = recogniseColumns(
    kind,
    table.headings.map((name, column) => ({ name, values: listValues(table, column, valuesLookedAt) })),
  )
  const known = new Set(importFields[kind].map(({ id }) => id))
  const mapping = columns.map(({ facts }, column): Mapped => {
    const guess = guesses[column] ?? { field: null, state: 'unclear' as const }
    const kept = remembered?.columns[column]
    // A field that no longer exists is asked about again.
    const isKept = kept !== undefined && (kept.field === null || known.has(kept.field))
    const field = isKept ? kept.field : guess.field
    const state = isKept ? (field === null ? 'ignored' : 'remembered') : guess.state
    const unpaired = listUnpaired(field, listValues(table, column, table.lines.length), statuses)
    return proposeColumn({ field, state, unpaired }, facts, kept)
  })
  return { table, columns, mapping, paired: livingPairs(remembered?.paired ?? [], statuses) }
}

/** Writes some lines at a time. `ifCurrent` runs each part unless another sheet has replaced it. */
async function keepLines(
  lines: readonly Line[],
  id: string,
  ifCurrent: (run: (db: Db) => Promise<void>) => Promise<void>,
): Promise<void> {
  const throttle = createCallThrottle()
  for (let at = 0; at < lines.length; at += linesAtOnce) {
    const from = performance.now()
    await ifCurrent((db) => insertLines(db, id, lines.slice(at, at + linesAtOnce)))
    await throttle(from)
  }
}

/** Writes no record yet. docs/product/imports.md, "Files". */
export async function createImport(
  asCaller: AsCaller,
  { kind, text, file }: { kind: ImportKind; text: string | undefined; file: UploadedFile | null },
  once: Once<ImportLoad>,
): Promise<ImportLoad> {
  const party = await asCaller(async (_, session) => {
    requireKind(session, kind)
    return describeStaff(session)
  })
  const content = file ? await file.read() : Buffer.from(text ?? '')
  if (!file && content.length === 0) throw fieldError('import_file_missing', 'file')
  const table = await readTable(party, { content, kind })
  const keep = async (db: Db) => {
    const read = await proposeLoad(db, kind, table)
    const fileName = file?.name ?? 'Celdas copiadas'
    // Pasted cells come from a workbook.
    const kept = { ...table, isCsv: table.isCsv && file !== null }
    const id = await insertLoad(db, { kind, fileName, content, ...read, table: kept })
    return toLoad(await getLoad(db, id))
  }
  const { id } = await asCaller((db) => once(db, () => keep(db)))
  // A repeated call completes the rows if the first one did not.
  await keepLines(table.lines, id, (run) => asCaller(run))
  return await asCaller(async (db) => toLoad(await getLoad(db, id)))
}

function requireUnrun({ status }: Load): void {
  if (status !== 'mapping' && status !== 'preview') throw new AppError('import_already_run')
}

/** Replaces the former sheet. docs/product/imports.md, "Files". */
export async function chooseSheet(asCaller: AsCaller, id: string, sheet: string): Promise<ImportLoad> {
  const { party, kind, content } = await asCaller(async (db, session) => {
    const load = await getOwnLoad(db, id, session)
    requireUnrun(load)
    const file = load.sheets.some(({ name }) => name === sheet) ? await findFile(db, id) : undefined
    if (!file) throw new AppError('import_sheets_gone')
    return { party: describeStaff(session), kind: load.kind, content: file }
  })
  const table = await readTable(party, { content, kind, sheet })
  const preview = randomUUID()
  await asCaller(async (db, session) => {
    requireUnrun(await lockOwnLoad(db, id, session))
    await replaceLoad(db, id, preview, await proposeLoad(db, kind, table))
  })
  await keepLines(table.lines, id, (run) =>
    asCaller(async (db) => {
      const { previewId } = await lockLoad(db, id)
      if (previewId !== preview) throw new AppError('stale')
      await run(db)
    }),
  )
  return await asCaller(async (db) => toLoad(await getLoad(db, id)))
}
