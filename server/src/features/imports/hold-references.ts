import { sql } from 'kysely'
import { anyOf } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientColumns } from '../clients/queries.ts'
import type { FoundClient } from './find-clients.ts'

/** What rows are about to refer to, under share locks, so that none of it is deleted meanwhile. */
export type Held = {
  client: (id: string | null) => FoundClient | undefined
  tariff: (id: string | null) => { pricePerPound: number } | undefined
  status: (id: string | null) => { id: string; name: string } | undefined
}

const distinct = (ids: (string | null | undefined)[]): string[] =>
  [...new Set(ids.filter((id) => typeof id === 'string'))].toSorted()

async function holdClients(db: Db, ids: string[]): Promise<FoundClient[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('clients')
    .select(clientColumns)
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
}

/** Of clients that are gone, those they were merged into, as a form that was open meanwhile would have it. */
async function mergedClients(db: Db, ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await db
    .selectFrom('clients')
    .select(['id', 'merged_into_id as intoId'])
    .where('id', '=', anyOf(ids))
    .where('merged_into_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, intoId }) => [id, intoId ?? '']))
}

type Named = { clientId?: string | null; tariffId?: string | null; statusId?: string | null }

/** Locks what these drafts name; what is gone by now is not held. */
export async function holdReferences(db: Db, drafts: readonly Named[]): Promise<Held> {
  const clientIds = distinct(drafts.map(({ clientId }) => clientId))
  const living = await holdClients(db, clientIds)
  const gone = clientIds.filter((id) => !living.some((client) => client.id === id))
  const merged = await mergedClients(db, gone)
  const clients = new Map(
    [...living, ...(await holdClients(db, distinct([...merged.values()])))].map((one) => [one.id, one]),
  )
  const tariffIds = distinct(drafts.map(({ tariffId }) => tariffId))
  const tariffs = await db
    .selectFrom('tariffs')
    .select(['id', 'price_per_pound as pricePerPound'])
    .where('id', '=', anyOf(tariffIds))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  const statusIds = distinct(drafts.map(({ statusId }) => statusId))
  const statuses = await db
    .selectFrom('statuses')
    .select(['id', 'name'])
    .where('id', '=', anyOf(statusIds))
    .where(sql<boolean>`deleted_at is null`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return {
    client: (id) => clients.get(merged.get(id ?? '') ?? id ?? ''),
    tariff: (id) => tariffs.find((tariff) => tariff.id === id),
    status: (id) => statuses.find((status) => status.id === id),
  }
}
