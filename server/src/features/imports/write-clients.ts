import { clientDraft } from '@casillero/shared/contract/client-draft'
import { casilleroCode, casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'
import { clientColumns, clientSearchText, clientValues, refreshPackagesOfClient } from '../clients/queries.ts'
import { getCompanySettings } from '../company/queries.ts'
import { freshIds, insertRows, updateRows } from './bulk-rows.ts'
import { type ClientPlan, changedFields, draftOfClient } from './client-plan.ts'
import type { FoundClient } from './find-clients.ts'
import { type HeldTariff, holdTariffs, tariffRefusal } from './hold-references.ts'
import type { By, Planned, Written } from './kind.ts'

type HeldTariffs = ReadonlyMap<string, HeldTariff>
type Row<P> = Planned<P>
type New = Extract<ClientPlan, { draft: unknown }>
type Change = Extract<ClientPlan, { given: unknown }>

async function takenCasilleros(db: Db, casilleros: string[]): Promise<Set<string>> {
  if (casilleros.length === 0) return new Set()
  const rows = await db.selectFrom('clients').select('casillero').where('casillero', 'in', casilleros).execute()
  return new Set(rows.map(({ casillero }) => casillero))
}

async function insertNew(db: Db, rows: Row<New>[], held: HeldTariffs, { numbers }: By): Promise<Written[]> {
  const taken = await takenCasilleros(db, rows.map(({ plan }) => plan.casillero ?? '').filter(Boolean))
  const refusals: Written[] = []
  const free = rows.filter((row) => {
    const { casillero } = row.plan
    const isTaken = casillero !== null && taken.has(casillero)
    const refusal = isTaken ? `Casillero: ${casillero} ya es de otro cliente` : findRefusal(row, held)
    if (refusal !== undefined) refusals.push({ row: row.row, refusal })
    return refusal === undefined
  })
  if (free.length === 0) return refusals
  const { subdomain, casilleroPrefix: own } = await getCompanySettings(db)
  const prefix = casilleroPrefix(subdomain, own)
  const ids = await freshIds(db, free.length)
  const given = free.filter(({ plan }) => plan.casillero !== null)
  const past = Math.max(0, ...given.map(({ plan }) => plan.number))
  if (given.length > 0) await numbers.pass(db, { past, rows: given.length })
  let next = given.length < free.length ? await numbers.take(db, free.length - given.length) : 0
  const written = free.map(({ row, plan }, index) => {
    const casillero = plan.casillero ?? casilleroCode(prefix, next++)
    const values = clientValues({ cedula: null, ...plan.draft }, { casillero, formerCasilleros: [], secondPhone: null })
    return { row, id: ids[index] ?? '', record: { id: ids[index] ?? '', casillero, ...values } }
  })
  await insertRows(
    db,
    'clients',
    written.map(({ record }) => record),
  )
  return [...refusals, ...written.map(({ row, id }) => ({ row, targetId: id, version: 1, before: null }))]
}

async function changeKnown(db: Db, rows: Row<Change>[], held: HeldTariffs): Promise<Written[]> {
  const ids = rows.map(({ targetId }) => targetId ?? '')
  const locked = await db
    .selectFrom('clients')
    .select(clientColumns)
    .where('id', '=', matchAny(ids))
    .where('deleted_at', 'is', null)
    .orderBy('id')
    .forUpdate()
    .execute()
  const byId = new Map(locked.map((client) => [client.id, client]))
  const written: Written[] = []
  const changes: { row: number; id: string; before: object; record: { id: string } }[] = []
  for (const change of rows) {
    const { row, targetId, plan } = change
    const client = byId.get(targetId ?? '')
    const draft = client && clientDraft.parse({ ...draftOfClient(client), ...plan.given })
    const refusal = client ? findRefusal(change, held, client) : 'El cliente ya no existe'
    if (!client || !draft || refusal !== undefined) written.push({ row, refusal: refusal ?? '' })
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
export async function refreshNames(db: Db, ids: string[], former: ReadonlyMap<string, Named>): Promise<void> {
  if (ids.length === 0) return
  const now = await db.selectFrom('clients').select(clientColumns).where('id', '=', matchAny(ids)).execute()
  for (const client of now) {
    const old = former.get(client.id)
    const text = clientSearchText(client)
    if (!old || clientSearchText(old) !== text) await refreshPackagesOfClient(db, client.id, text)
  }
}

const isNew = (row: Row<ClientPlan>): row is Row<New> => 'draft' in row.plan
const isChange = (row: Row<ClientPlan>): row is Row<Change> => 'given' in row.plan

const listTariffIds = ({ plan }: Row<ClientPlan>) => {
  const { defaultTariffMaritimoId, defaultTariffAereoId } = 'draft' in plan ? plan.draft : plan.given
  return [
    { type: 'maritimo', column: 'defaultTariffMaritimoId', id: defaultTariffMaritimoId },
    { type: 'aereo', column: 'defaultTariffAereoId', id: defaultTariffAereoId },
  ] as const
}

/** Why the tariffs that a row names cannot be given any more; what the client has already stays. */
function findRefusal(row: Row<ClientPlan>, held: HeldTariffs, client?: FoundClient): string | undefined {
  for (const { type, column, id } of listTariffIds(row)) {
    const isChosen = typeof id === 'string' && id !== client?.[column]
    const refusal = isChosen ? tariffRefusal(held.get(id), type) : undefined
    if (refusal !== undefined) return refusal
  }
  return undefined
}

/** Writes clients by the rules of the form. docs/product/imports.md, "Clients". */
export async function writeClients(db: Db, rows: readonly Planned<ClientPlan>[], by: By): Promise<Written[]> {
  const held = await holdTariffs(
    db,
    rows.flatMap((row) => listTariffIds(row).map(({ id }) => id)),
  )
  // The lock of the counter is taken last, as for a single client: who deletes one has locked it before.
  const changed = await changeKnown(db, rows.filter(isChange), held)
  return [...changed, ...(await insertNew(db, rows.filter(isNew), held, by))]
}
