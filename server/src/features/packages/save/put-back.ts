import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { readFresh, updateRows } from '../../../platform/database/save-rows.ts'
import { holdOwners } from '../../clients/queries.ts'
import { type Move, recordMoves } from '../status/write-moves.ts'
import { ownerSearchText } from './package-values.ts'

/** A package with its former values, by column. */
type Former = { id: string; before: object }

type Columns = { client_id?: string | null; client_package_name?: string | null; status_id?: string | null }

const readColumns = ({ before }: Former): Columns => Object(before)

/** Restores locked packages to their values before a change. Locks what they refer to; each gets its former price. */
export async function putPackagesBack(
  db: Db,
  rows: readonly Former[],
  { userName, comment }: { userName: string; comment: string },
): Promise<void> {
  const changed = rows.filter(({ before }) => Object.keys(before).length > 0)
  if (changed.length === 0) return
  const { at } = await readFresh(db, 1)
  const current = await db
    .selectFrom('packages as p')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .select(['p.id', 's.id as statusId', 's.name as statusName', sql<string>`p.status_since::text`.as('since')])
    .select(sql<string | null>`p.former_status_since::text`.as('former'))
    .where('p.id', '=', matchAny(changed.map(({ id }) => id)))
    .execute()
  const currentOf = new Map(current.map((one) => [one.id, one]))
  const findOwner = await holdOwners(
    db,
    changed.map((row) => readColumns(row).client_id),
  )
  const statuses = await db.selectFrom('statuses').select(['id', 'name']).execute()
  const named = (id: string | null) => statuses.find((status) => status.id === id) ?? null
  const moves: Move[] = []
  const records = changed.map((row) => {
    const one = currentOf.get(row.id)
    const { client_id: clientId, client_package_name: label = null, status_id: statusId } = readColumns(row)
    // A row that changed only other columns names its status too.
    const isMoved = statusId !== undefined && statusId !== one?.statusId
    if (isMoved) moves.push({ packageId: row.id, from: named(one?.statusId ?? null), to: named(statusId), comment })
    return {
      id: row.id,
      ...row.before,
      // The former client may have a new name. If only the status moved, the rest is left alone.
      ...(clientId === undefined ? {} : { client_search_text: ownerSearchText(findOwner(clientId) ?? null, label) }),
      status_since: isMoved ? (one?.former ?? at) : one?.since,
      updated_at: at,
    }
  })
  await updateRows(db, 'packages', records)
  await recordMoves(db, moves, { userName })
}
