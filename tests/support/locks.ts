import type pg from 'pg'

/** Runs a statement in another transaction and keeps its locks during the work, then rolls back or commits. */
export async function holding<T>(
  owner: pg.Pool,
  [statement, values]: [string, unknown[]],
  work: (holder: pg.PoolClient) => Promise<T>,
): Promise<T> {
  const holder = await owner.connect()
  try {
    await holder.query('begin')
    await holder.query(statement, values)
    return await work(holder)
  } finally {
    await holder.query('rollback')
    holder.release()
  }
}

/** Waits until that many statements of this database wait for a lock: for a minute, because a loaded machine takes its time. */
export async function untilBlocked(owner: pg.Pool, count: number): Promise<void> {
  const blocked = `select pg_sleep(0.005), count(*)::int as count from pg_stat_activity
    where wait_event_type = 'Lock' and datname = current_database()`
  for (let tries = 0; tries < 12_000; tries += 1) {
    const { rows } = await owner.query<{ count: number }>(blocked)
    if ((rows[0]?.count ?? 0) >= count) return
  }
  throw new Error('No statement waits for the lock')
}
