import type { Db } from '../../platform/database/database.ts'
import { updateRows } from '../../platform/database/save-rows.ts'

/** Puts locked tariffs back to what they were before a change, by column. */
export async function putTariffsBack(db: Db, rows: readonly { id: string; before: object }[]): Promise<void> {
  await updateRows(
    db,
    'tariffs',
    rows.map(({ id, before }) => ({ id, ...before })),
  )
}
