import { type ArrivalDays, chooseArrivalDays } from '@casillero/shared/domain/arrival-days'
import { sql } from 'kysely'
import { NIL } from 'uuid'
import type { Database, Db } from '../../platform/database/database.ts'
import { type Job, runForEach } from '../../platform/process/worker.ts'

type Measured = { shippingMethod: string; stage: string; days: number; packages: number }

/** By method and stage, as `keep_promises` reads them. */
function chooseDays(measured: readonly Measured[]): Record<string, Record<string, ArrivalDays>> {
  const chosen: Record<string, Record<string, ArrivalDays>> = {}
  for (const rows of Map.groupBy(measured, ({ shippingMethod, stage }) => `${shippingMethod} ${stage}`).values()) {
    const [first] = rows
    const days = chooseArrivalDays(rows)
    if (first && days) chosen[first.shippingMethod] = { ...chosen[first.shippingMethod], [first.stage]: days }
  }
  return chosen
}

export async function measurePast(db: Db): Promise<void> {
  const { rows } = await sql<Measured>`
    select m.shipping_method as "shippingMethod", m.stage, m.days, m.packages from measure_arrivals() m`.execute(db)
  const days = JSON.stringify(chooseDays(rows))
  await sql`
    insert into arrival_measures (days) values (${days}::jsonb)
    on conflict (company_id) do update set days = excluded.days, measured_at = app_now(), is_due = false`.execute(db)
}

type InCompany = <T>(run: (db: Db) => Promise<T>) => Promise<T>

/**
 * Measures a company's past, and says what is not said yet of the packages on their way: so many at a time, because a statement has few
 * seconds. docs/product/packages.md, "Fecha prometida".
 */
export async function measureCompany(inCompany: InCompany, atOnce = 1_000): Promise<void> {
  await inCompany(measurePast)
  const say = (past: string) => async (db: Db) =>
    (await sql<{ last: string | null }>`select keep_coming_promises(${past}, ${atOnce}) as last`.execute(db)).rows[0]
      ?.last
  let past: string | null | undefined = NIL
  while (past != null) past = await inCompany(say(past))
}

/** Runs by the minute, so that an arrival counts soon; a company has its turn once a day, from midnight on. */
export const measuringJob = (database: Database): Job => ({
  name: 'arrival measures',
  everyMs: 60_000,
  async run() {
    const { rows } = await database.withoutCompany((db) =>
      sql<{ companyId: string }>`select company_id as "companyId" from list_unmeasured_companies()`.execute(db),
    )
    await runForEach(rows, ({ companyId }) => measureCompany((run) => database.asUser({ companyId, userId: '' }, run)))
    return false
  },
})
