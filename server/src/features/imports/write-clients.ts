import { clientDraft } from '@casillero/shared/contract/client-draft'
import { casilleroCode, casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { sql } from 'kysely'
import { anyOf } from '../../platform/database/any-of.ts'
import { moveCounter, takeNumbers } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientColumns, clientSearchText, clientValues, refreshPackagesOfClient } from '../clients/queries.ts'
import { getCompanySettings } from '../company/queries.ts'
import { freshIds, insertRows, updateRows } from './bulk-rows.ts'
import { type ClientPlan, changedFields, draftOfClient } from './client-plan.ts'
import type { Planned, Undoable, UndoWindow, Written } from './kind.ts'

type Row<P> = Planned<P>
type New = Extract<ClientPlan, { draft: unknown }>
type Change = Extract<ClientPlan, { given: unknown }>

/** Takes share locks on the tariffs that rows name, and says which can still be assigned. */
async function holdTariffs(db: Db, ids: (string | null | undefined)[]): Promise<Set<string>> {
  const wanted = [...new Set(ids.filter((id) => typeof id === 'string'))]
  if (wanted.length === 0) return new Set()
  const held = await db
    .selectFrom('tariffs')
    .select('id')
    .where('id', '=', anyOf(wanted))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forKeyShare()
    .execute()
  return new Set(held.map(({ id }) => id))
}

async function takenCasilleros(db: Db, casilleros: string[]): Promise<Set<string>> {
  if (casilleros.length === 0) return new Set()
  const rows = await db.selectFrom('clients').select('casillero').where('casillero', 'in', casilleros).execute()
  return new Set(rows.map(({ casillero }) => casillero))
}

async function insertNew(db: Db, rows: Row<New>[]): Promise<Written[]> {
  const taken = await takenCasilleros(db, rows.map(({ plan }) => plan.casillero ?? '').filter(Boolean))
  const free = rows.filter(({ plan }) => plan.casillero === null || !taken.has(plan.casillero))
  const refusals = rows
    .filter((row) => !free.includes(row))
    .map(({ row, plan }) => ({ row, refusal: `Casillero: ${plan.casillero} ya es de otro cliente` }))
  if (free.length === 0) return refusals
  const { subdomain, casilleroPrefix: own } = await getCompanySettings(db)
  const prefix = casilleroPrefix(subdomain, own)
  const ids = await freshIds(db, free.length)
  const given = free.filter(({ plan }) => plan.casillero !== null)
  const past = Math.max(0, ...given.map(({ plan }) => plan.number))
  if (given.length > 0) await moveCounter(db, 'client', { past, rows: given.length })
  let next = given.length < free.length ? await takeNumbers(db, 'client', free.length - given.length) : 0
  const written = free.map(({ row, plan }, index) => {
    const casillero = plan.casillero ?? casilleroCode(prefix, next++)
    const values = clientValues({ cedula: null, ...plan.draft }, { casillero, formerCasilleros: [] })
    return { row, id: ids[index] ?? '', record: { id: ids[index] ?? '', casillero, ...values } }
  })
  await insertRows(
    db,
    'clients',
    written.map(({ record }) => record),
  )
  return [...refusals, ...written.map(({ row, id }) => ({ row, targetId: id, version: 1, before: null }))]
}

async function changeKnown(db: Db, rows: Row<Change>[]): Promise<Written[]> {
  const ids = rows.map(({ targetId }) => targetId ?? '')
  const locked = await db
    .selectFrom('clients')
    .select(clientColumns)
    .where('id', '=', anyOf(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(locked.map((client) => [client.id, client]))
  const written: Written[] = []
  const changes: { row: number; id: string; before: object; record: { id: string } }[] = []
  for (const { row, targetId, plan } of rows) {
    const client = byId.get(targetId ?? '')
    const draft = client && clientDraft.parse({ ...draftOfClient(client), ...plan.given })
    if (!client || !draft) written.push({ row, refusal: 'El cliente ya no existe' })
    else if (changedFields(client, draft).length === 0) written.push({ row, same: true })
    else
      changes.push({
        row,
        id: client.id,
        before: clientValues(draftOfClient(client), client),
        record: { id: client.id, ...clientValues(draft, client) },
      })
  }
  const versions = await updateRows(
    db,
    'clients',
    changes.map(({ record }) => record),
  )
  await refreshNames(
    db,
    changes.map(({ id }) => id),
    byId,
  )
  return [
    ...written,
    ...changes.map(({ row, id, before }) => ({ row, targetId: id, version: versions.get(id) ?? 0, before })),
  ]
}

type Named = Parameters<typeof clientSearchText>[0]

/** Puts new names into the search texts of the clients' packages. */
async function refreshNames(db: Db, ids: string[], former: ReadonlyMap<string, Named>): Promise<void> {
  if (ids.length === 0) return
  const now = await db.selectFrom('clients').select(clientColumns).where('id', '=', anyOf(ids)).execute()
  for (const client of now) {
    const old = former.get(client.id)
    const text = clientSearchText(client)
    if (!old || clientSearchText(old) !== text) await refreshPackagesOfClient(db, client.id, text)
  }
}

const isNew = (row: Row<ClientPlan>): row is Row<New> => 'draft' in row.plan
const isChange = (row: Row<ClientPlan>): row is Row<Change> => 'given' in row.plan

/** Writes clients by the rules of the form. docs/product/imports.md, "Clients". */
export async function writeClients(db: Db, rows: readonly Planned<ClientPlan>[]): Promise<Written[]> {
  const tariffsOf = ({ plan }: Row<ClientPlan>) => {
    const values = 'draft' in plan ? plan.draft : plan.given
    return [values.defaultTariffMaritimoId, values.defaultTariffAereoId].filter((id) => typeof id === 'string')
  }
  const held = await holdTariffs(db, rows.flatMap(tariffsOf))
  const isHeld = (row: Row<ClientPlan>) => tariffsOf(row).every((id) => held.has(id))
  const refusals = rows.filter((row) => !isHeld(row)).map(({ row }) => ({ row, refusal: 'La tarifa ya no existe' }))
  const able = rows.filter(isHeld)
  return [...refusals, ...(await insertNew(db, able.filter(isNew))), ...(await changeKnown(db, able.filter(isChange)))]
}

/** The clients that a load wrote, and what happened to each since. */
export async function findUndoableClients(
  db: Db,
  importId: string,
  { limit, isLocked }: UndoWindow,
): Promise<Undoable[]> {
  const next = sql`select row_number, target, target_version, outcome, before, shown from import_rows
    where import_id = ${importId} and state = 'done' and target_version is not null order by row_number limit ${limit}`
  if (isLocked)
    await sql`select from clients where id in (select target from (${next}) n) order by id for update`.execute(db)
  const { rows } = await sql<Undoable>`
    select n.row_number as row, c.casillero as code, n.outcome, n.target as "targetId", n.before,
      case when c.deleted_at is not null then 'ya se eliminó'
        when n.outcome = 'new' and (
          exists (select from packages p where p.client_id = c.id and p.deleted_at is null)
          or exists (select from invoices v where v.client_id = c.id)) then 'ya tiene paquetes o facturas'
        when n.outcome = 'new' and exists (
          select from client_credit_balances b where b.client_id = c.id and b.balance > 0) then 'ya tiene saldo a favor'
        when c.version <> n.target_version then 'cambió después' end as reason
    from (${next}) n join clients c on c.id = n.target order by n.row_number`.execute(db)
  return rows
}

export async function takeBackClients(db: Db, rows: readonly Undoable[]): Promise<void> {
  const added = rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId)
  if (added.length > 0) {
    await sql`update clients set deleted_at = app_now() where id = ${anyOf(added)}`.execute(db)
    await moveCounter(db, 'client', { rows: -added.length })
  }
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await updateRows(
    db,
    'clients',
    changed.map(({ targetId, before }) => ({ id: targetId, ...before })),
  )
  await refreshNames(
    db,
    changed.map(({ targetId }) => targetId),
    new Map(),
  )
}
