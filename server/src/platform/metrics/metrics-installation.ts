import { messageStates } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import { Gauge, type Registry } from 'prom-client'
import type { Database } from '../database/database.ts'

type Counts = {
  sessions: number
  idempotency_keys: number
  messages: Record<string, number>
  oldest_queued_seconds: number
}

/** Gives the function that reads them. While the database cannot be read they have no value: the last one would hide the outage. */
export function createInstallationGauges(
  registry: Registry,
  database: Pick<Database, 'withoutCompany' | 'hasReplica' | 'readStanding'>,
): () => Promise<void> {
  const gauge = (name: string, help: string) => new Gauge({ name, help, registers: [registry] })
  const isUp = gauge('casillero_database_up', 'Whether the database answered when it was last asked')
  const sessions = gauge('casillero_sessions', 'Sessions of the installation that are signed in')
  const keys = gauge('casillero_idempotency_keys', 'Idempotency keys of the installation, kept for seven days')
  const oldest = gauge('casillero_oldest_queued_message_seconds', 'Age of the oldest message that waits, 0 for none')
  const messages = new Gauge({
    name: 'casillero_messages',
    help: 'Messages of the installation: all that wait or are on their way, and the ended ones of the last day',
    labelNames: ['state'],
    registers: [registry],
  })

  const replica = new Gauge({
    name: 'casillero_replica_lag_seconds',
    help: 'Seconds by which the replica of READ_DATABASE_URL is behind its primary; no value where it cannot be asked',
    labelNames: ['primary', 'replica'],
    registers: [registry],
  })

  const nothing = { primary: null, replica: null }
  const readStanding = async () => (database.hasReplica ? await database.readStanding().catch(() => nothing) : nothing)

  return async () => {
    const { primary, replica: standing } = await readStanding()
    // The labels of before a failover would stay beside those of after it.
    replica.reset()
    if (standing) replica.set({ primary: primary ?? '', replica: standing.address ?? '' }, standing.lagSeconds)
    const counts = await readCounts(database).catch(() => undefined)
    isUp.set(counts ? 1 : 0)
    for (const each of [sessions, keys, oldest]) each.remove()
    for (const state of messageStates) messages.remove(state)
    if (!counts) return
    sessions.set(counts.sessions)
    keys.set(counts.idempotency_keys)
    oldest.set(counts.oldest_queued_seconds)
    for (const state of messageStates) messages.set({ state }, counts.messages[state] ?? 0)
  }
}

async function readCounts(database: Pick<Database, 'withoutCompany'>): Promise<Counts | undefined> {
  const { rows } = await database.withoutCompany((db) => sql<Counts>`select * from installation_counts()`.execute(db))
  return rows[0]
}
