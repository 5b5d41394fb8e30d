import { setTimeout as pause } from 'node:timers/promises'
import { sql } from 'kysely'
import { AppError, isConnectionLost, isReadOnly, isRetryable, isUnreachable } from '../errors.ts'
import type { Db } from './kysely-handle.ts'

const catchUpMs = 300
const pollMs = 20
const restMs = 5_000

/** `lagSeconds` is 0 if the replica has everything. */
type ReplicaStanding = { address: string | null; lagSeconds: number }

/** Without `replica` if there is none, or it does not answer. */
export type Standing = { primary: string | null; hasReplica: boolean; replica: ReplicaStanding | null }

type Place = { is_standby: boolean; address: string | null; is_current: boolean; lag: number }

const address = sql<string | null>`host(inet_server_addr()) || ':' || inet_server_port()`

/** Every commit acknowledged earlier lies before this position. */
export async function readPosition(db: Db): Promise<{ lsn: string; address: string | null }> {
  const { rows } = await sql<{ lsn: string; address: string | null }>`
    select pg_current_wal_flush_lsn()::text as lsn, ${address} as address`.execute(db)
  const [row] = rows
  if (!row) throw new AppError('unavailable')
  return row
}

async function readPlace(db: Db, lsn: string): Promise<Place | undefined> {
  // A disconnected replica has replayed all that it received; only the primary's position shows the lag.
  const { rows } = await sql<Place>`
    select pg_is_in_recovery() as is_standby, ${address} as address,
           coalesce(pg_last_wal_replay_lsn() >= ${lsn}::pg_lsn, false) as is_current,
           greatest(coalesce(extract(epoch from clock_timestamp() - pg_last_xact_replay_timestamp()), 0), 0)::float8 as lag`.execute(
    db,
  )
  return rows[0]
}

/** Such an error may come from the replica alone; the primary then answers the read. */
export const isOfReplica = (error: unknown): boolean =>
  isUnreachable(error) ||
  isConnectionLost(error) ||
  isRetryable(error) ||
  isReadOnly(error) ||
  (error instanceof AppError && error.code === 'unavailable')

/**
 * Decision 047.
 * @param ask runs statements on the replica
 */
export function createReplica(ask: <T>(run: (db: Db) => Promise<T>) => Promise<T>) {
  let restsUntil = Number.NEGATIVE_INFINITY
  const rest = () => {
    restsUntil = performance.now() + restMs
  }

  return {
    rest,
    /** Waits only a moment; false if it is still behind or does not answer. */
    async hasReached(lsn: string): Promise<boolean> {
      if (performance.now() < restsUntil) return false
      const end = performance.now() + catchUpMs
      while (performance.now() < end) {
        const place = await ask((db) => readPlace(db, lsn)).catch(() => undefined)
        if (!place?.is_standby) break
        if (place.is_current) return true
        await pause(pollMs)
      }
      rest()
      return false
    },
    /** Null if the server is not a replica. Rejects if nothing answers. */
    async readStanding(lsn: string): Promise<ReplicaStanding | null> {
      const place = await ask((db) => readPlace(db, lsn))
      if (!place?.is_standby) return null
      return { address: place.address, lagSeconds: place.is_current ? 0 : place.lag }
    },
  }
}
