import type { OpeningHours } from '@casillero/shared/domain/opening-hours'
import { planPickup } from '@casillero/shared/domain/opening-time'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { isReady } from '../statuses/ready-status.ts'

/** `since` is null if no pickup was announced. */
export type OwnPickup = {
  hours: OpeningHours | null
  now: string
  announced: { at: string; day: string; countsFrom: string } | null
}

const isLiving = sql<boolean>`a.finished_at is null and a.expires_at > app_now()`

export async function readOwnPickup(db: Db): Promise<OwnPickup> {
  const [shop, announced] = await Promise.all([
    db
      .selectFrom('companies')
      .select([sql<OpeningHours | null>`opening_hours`.as('hours'), sql<string>`app_now()`.as('now')])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('announced_pickups as a')
      .select(['a.created_at as at', 'a.counts_from as countsFrom'])
      .select(sql<string>`(a.created_at at time zone 'America/Managua')::date::text`.as('day'))
      .where(isLiving)
      .executeTakeFirst(),
  ])
  return { ...shop, announced: announced ?? null }
}

/** Says whether the open client has something to pick up. */
async function hasReady(db: Db): Promise<boolean> {
  const found = await db
    .selectFrom('packages as p')
    .innerJoin('statuses as s', 's.id', 'p.status_id')
    .select('p.id')
    .where('p.deleted_at', 'is', null)
    .where(isReady)
    .limit(sql.lit(1))
    .executeTakeFirst()
  return found !== undefined
}

/** docs/product/client-pages.md, "Voy en camino". */
export async function announcePickup(db: Db): Promise<void> {
  const client = await db.selectFrom('clients').select(['id', 'casillero']).forNoKeyUpdate().executeTakeFirstOrThrow()
  if (!(await hasReady(db))) return
  const { hours, now, announced } = await readOwnPickup(db)
  if (announced) return
  await finishOwnPickup(db)
  const { countsFrom, expiresAt } = planPickup(hours, new Date(now))
  await db
    .insertInto('announced_pickups')
    .values({
      client_id: client.id,
      casillero: client.casillero,
      counts_from: countsFrom.toISOString(),
      expires_at: expiresAt.toISOString(),
    })
    .execute()
}

/** An expired announcement keeps its end. */
export async function finishOwnPickup(db: Db): Promise<void> {
  await db
    .updateTable('announced_pickups')
    .set({ finished_at: sql`least(app_now(), expires_at)` })
    .where('finished_at', 'is', null)
    .execute()
}
