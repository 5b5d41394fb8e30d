import { randomUUID } from 'node:crypto'
import type { ImportLoad } from '@casillero/shared/contract/imports'
import { describeStaff } from '../../platform/database/staff-party.ts'
import { AppError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { readTable } from '../spreadsheets/read-table.ts'
import { keepLines, proposeLoad } from './create-import.ts'
import { getOwnLoad, lockOwnLoad } from './own-load.ts'
import { findFile, getLoad, type Load, lockLoad, replaceLoad, toLoad } from './queries.ts'

function requireUnrun({ status }: Load): void {
  if (status !== 'mapping' && status !== 'preview') throw new AppError('import_already_run')
}

/**
 * Reads another sheet of the workbook of a load in the place of the one before. Throws `import_of_other`, `import_already_run`,
 * `import_sheets_gone`, and under the field of the file why the sheet cannot be read.
 * docs/product/imports.md, "Files".
 */
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
