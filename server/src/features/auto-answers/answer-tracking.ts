import type { Db } from '../../platform/database/database.ts'
import { describeDay } from '../../platform/pages/day-words.ts'
import { asOwnClient } from '../client-pages/as-own-client.ts'
import { announceOwn } from '../client-pages/own-prealerts.ts'
import { findPrealert } from '../prealerts/prealert-view.ts'
import { findTracked } from '../tracking/find-tracked.ts'

/** `isEnough` is false where a person has to look all the same. */
type TrackingState = { state: string; isEnough: boolean }

const expected = 'La esperamos; le avisamos cuando llegue'

/** Null for a package without an owner. */
async function listOwners(db: Db, tracking: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('packages')
    .select('client_id as clientId')
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('tracking', '=', tracking), where('warehouse_tracking', '=', tracking)]))
    .execute()
  return rows.map(({ clientId }) => clientId)
}

/**
 * That a number is another client's is not told: it reads like an unknown one, is not noted, and a person looks.
 * docs/product/auto-answers.md, "Un tracking".
 */
export async function stateOfTracking(
  db: Db,
  { clientId, tracking, today }: { clientId: string; tracking: string; today: string },
): Promise<TrackingState> {
  const own = await asOwnClient(db, clientId, (client) => findTracked(client, tracking))
  const step = own?.steps.at(-1)
  if (own && step) {
    const day = describeDay(step.day, today)
    return { state: `${step.name}, ${own.isDelivered ? day : `desde ${day}`}`, isEnough: true }
  }
  const [owners, announced] = [await listOwners(db, tracking), await findPrealert(db, tracking)]
  if (announced) return { state: expected, isEnough: announced.client.id === clientId && owners.length === 0 }
  if (owners.some((owner) => owner !== null)) return { state: expected, isEnough: false }
  const refused = await asOwnClient(db, clientId, (client) =>
    announceOwn(client, { form: { tracking }, today, invoice: null }),
  )
  return { state: expected, isEnough: refused === undefined && owners.length === 0 }
}
