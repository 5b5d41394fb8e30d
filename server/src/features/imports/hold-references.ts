import { errorTable } from '@casillero/shared/contract/errors'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientColumns } from '../clients/queries.ts'
import { selectAssignable, toAssignable } from '../tariffs/queries.ts'
import type { FoundClient } from './find-clients.ts'

/** `isAssignable` where the form would offer it today. */
export type HeldTariff = ReturnType<typeof toAssignable>

/** The records that rows are about to refer to, under share locks, so that none of it is deleted meanwhile. */
export type Held = {
  client: (id: string | null) => FoundClient | undefined
  tariff: (id: string | null) => HeldTariff | undefined
  status: (id: string | null) => { id: string; name: string } | undefined
}

const distinct = (ids: (string | null | undefined)[]): string[] =>
  [...new Set(ids.filter((id) => typeof id === 'string'))].toSorted()

async function holdClients(db: Db, ids: string[]): Promise<FoundClient[]> {
  if (ids.length === 0) return []
  return await db
    .selectFrom('clients')
    .select(clientColumns)
    .where('id', '=', matchAny(ids))
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
    .where('id', '=', matchAny(ids))
    .where('merged_into_id', 'is not', null)
    .execute()
  return new Map(rows.map(({ id, intoId }) => [id, intoId ?? '']))
}

/** Takes share locks on the tariffs that rows name; one that is gone by now is not among them. */
export async function holdTariffs(db: Db, ids: (string | null | undefined)[]): Promise<Map<string, HeldTariff>> {
  const wanted = distinct(ids)
  if (wanted.length === 0) return new Map()
  const rows = await selectAssignable(db).where('id', '=', matchAny(wanted)).orderBy('id').forKeyShare().execute()
  return new Map(rows.map((row) => [row.id, toAssignable(row)]))
}

/** Why a newly chosen tariff cannot be given any more, as the form would say it. */
export function tariffRefusal(tariff: HeldTariff | undefined, type: string): string | undefined {
  if (!tariff) return 'La tarifa ya no existe'
  if (tariff.type !== type) return errorTable.tariff_type_mismatch.message
  return tariff.isAssignable ? undefined : errorTable.tariff_not_available.message
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
  const tariffs = await holdTariffs(
    db,
    drafts.map(({ tariffId }) => tariffId),
  )
  const statusIds = distinct(drafts.map(({ statusId }) => statusId))
  const statuses = await db
    .selectFrom('statuses')
    .select(['id', 'name'])
    .where('id', '=', matchAny(statusIds))
    .where(sql<boolean>`deleted_at is null`)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return {
    client: (id) => clients.get(merged.get(id ?? '') ?? id ?? ''),
    tariff: (id) => tariffs.get(id ?? ''),
    status: (id) => statuses.find((status) => status.id === id),
  }
}
