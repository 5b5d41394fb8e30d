import { type Rights, requireRight } from '../../platform/auth/require-right.ts'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'

/** The final status is a hand-over, by whatever call. Throws as `requireRight`. */
export function requireMove(author: Rights, to: { isFinalStatus: boolean } | undefined): void {
  if (to?.isFinalStatus) requireRight(author, 'handovers.write', 'statusId')
}

/** Takes share locks on statuses that packages are about to get, so that none is deleted meanwhile. Deleted ones are left out. */
export async function holdStatuses(
  db: Db,
  ids: readonly (string | null)[],
): Promise<ReadonlyMap<string, { id: string; name: string; isFinalStatus: boolean }>> {
  const wanted = [...new Set(ids.filter((id) => id !== null))]
  if (wanted.length === 0) return new Map()
  const rows = await db
    .selectFrom('statuses')
    .select(['id', 'name', 'is_final_status as isFinalStatus'])
    .where('id', '=', matchAny(wanted))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Map(rows.map((row) => [row.id, row]))
}
