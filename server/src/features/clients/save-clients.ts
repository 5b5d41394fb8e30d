import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { Client } from '@casillero/shared/contract/clients'
import { casilleroCode, casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { requireVersion } from '../../platform/database/catalogue.ts'
import { type Numbers, nextNumbers } from '../../platform/database/counters.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import {
  findRefusal,
  insertRows,
  omitUndefined,
  readFresh,
  type Saved,
  takeOnly,
  updateRows,
} from '../../platform/database/save-rows.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { getCompanySettings } from '../company/queries.ts'
import { type HeldTariff, holdTariffs, requireAssignable } from '../tariffs/hold-tariffs.ts'
import { clientSearchText, clientValues, getClient, lockClients, refreshPackagesOfClient } from './queries.ts'
import { findTakenPhones, openPhones, type SettlePhone, settlePhones } from './require-phone.ts'

type Author = Pick<Session, 'userType'>

/** Builds the draft that a form would send of an unchanged client. */
export const toDraft = (client: Client): Omit<ClientDraft, 'version'> => ({
  firstName: client.firstName,
  middleName: client.middleName,
  lastNames: client.lastNames,
  phone: client.phone,
  secondPhone: client.secondPhone,
  email: client.email,
  address: client.address,
  city: client.city,
  department: client.department,
  cedula: client.cedula,
  defaultTariffMaritimoId: client.defaultTariffMaritimoId,
  defaultTariffAereoId: client.defaultTariffAereoId,
  creditLimit: client.creditLimit,
})

const compared = [
  'firstName',
  'middleName',
  'lastNames',
  'phone',
  'secondPhone',
  'email',
  'address',
  'city',
  'department',
  'cedula',
  'defaultTariffMaritimoId',
  'defaultTariffAereoId',
  'creditLimit',
] as const

/** The fields in which a draft differs from its client; what it leaves out stays as it is. */
export const listChangedFields = (client: Client, draft: ClientDraft): (typeof compared)[number][] =>
  compared.filter((name) => draft[name] !== undefined && (draft[name] ?? null) !== (client[name] ?? null))

const defaults = [
  { type: 'maritimo', column: 'defaultTariffMaritimoId' },
  { type: 'aereo', column: 'defaultTariffAereoId' },
] as const

/** Lists the defaults that are newly chosen: one that the client had before may have expired. */
const listNewDefaults = (draft: ClientDraft, current: Client | undefined) =>
  defaults.flatMap(({ type, column }) => {
    const id = draft[column]
    return id === null || id === current?.[column] ? [] : [{ type, column, id }]
  })

type Opened = { draft: ClientDraft; current?: Client }

/**
 * Settles the phones of drafts and checks them. Refused with `invalid` under a phone, `stale`, `phone_of_client`, `credit_limit_forbidden`
 * for a user who is no admin, and what `requireAssignable` throws.
 */
async function checkDrafts<One extends Opened>(db: Db, opened: readonly One[], { userType }: Author) {
  const settle: SettlePhone = await openPhones(
    db,
    opened.flatMap(({ draft }) => [draft.phone, draft.secondPhone]),
  )
  const settled = opened.map((one) => {
    let draft = one.draft
    const refusal = findRefusal(() => {
      draft = { ...draft, ...settlePhones(settle, draft, one.current) }
    })
    return { ...one, draft, refusal }
  })
  const requireFree = await findTakenPhones(
    db,
    settled.map(({ draft }) => draft.secondPhone),
  )
  const tariffs: ReadonlyMap<string, HeldTariff> = await holdTariffs(
    db,
    settled.flatMap(({ draft, current }) => listNewDefaults(draft, current).map(({ id }) => id)),
  )
  return settled.map((one) => {
    const { draft, current } = one
    const check = () => {
      if (current) requireVersion(draft, current)
      requireFree(draft, current)
      const isCredit = draft.creditLimit !== undefined && draft.creditLimit !== (current?.creditLimit ?? null)
      if (isCredit && userType !== 'admin') throw fieldError('credit_limit_forbidden', 'creditLimit')
      for (const { id, type, column } of listNewDefaults(draft, current))
        requireAssignable(tariffs.get(id), type, column)
    }
    return { ...one, refusal: one.refusal ?? findRefusal(check) }
  })
}

/** A client from an older system may bring a mailbox number along; one who signed up is marked. */
type NewClient = ClientDraft & { casillero?: string | null; number?: number; isSignedUp?: boolean }

/** Adds clients, each by itself, and gives those without a mailbox number the next ones. docs/product/clients.md, "Fields". */
export async function addClients(
  db: Db,
  drafts: readonly NewClient[],
  author: Author,
  numbers: Numbers = nextNumbers('client'),
): Promise<Saved[]> {
  const checked = await checkDrafts(
    db,
    drafts.map(({ casillero = null, number = 0, isSignedUp = false, ...draft }) => ({
      draft,
      casillero,
      number,
      isSignedUp,
    })),
    author,
  )
  const free = checked.filter(({ refusal }) => refusal === undefined)
  const { subdomain, casilleroPrefix: own } = await getCompanySettings(db)
  const prefix = casilleroPrefix(subdomain, own)
  const given = free.filter(({ casillero }) => casillero !== null)
  const past = Math.max(0, ...given.map(({ number }) => number))
  // The counter is locked last, because deleting a client locks the client before it.
  if (given.length > 0) await numbers.pass(db, { past, rows: given.length })
  let next = given.length < free.length ? await numbers.take(db, free.length - given.length) : 0
  const { ids } = await readFresh(db, free.length)
  const records = free.map(({ draft, ...one }, index) => {
    const casillero = one.casillero ?? casilleroCode(prefix, next++)
    const values = clientValues(draft, { casillero, formerCasilleros: [] })
    return { id: ids[index] ?? '', casillero, is_signed_up: one.isSignedUp, ...values }
  })
  await insertRows(db, 'clients', records)
  let written = 0
  return checked.map(({ refusal }) =>
    refusal ? { refusal } : { id: records[written++]?.id ?? '', version: 1, before: null },
  )
}

/** Updates the search texts of the clients' packages. */
async function refreshNames(db: Db, ids: string[], former: ReadonlyMap<string, Client>): Promise<void> {
  for (const client of await lockClients(db, ids)) {
    const old = former.get(client.id)
    const text = clientSearchText(client)
    if (!old || clientSearchText(old) !== text) await refreshPackagesOfClient(db, client.id, text)
  }
}

/** A change of a client in the fields that are given. */
type ClientChange = { id: string; given: Partial<ClientDraft> }

/**
 * Changes clients, each by itself, and the search texts of their packages with a new name. A form saves a client as a whole, one that it
 * leaves as it is too. Refused with `not_found` and what `checkDrafts` refuses with.
 * docs/product/clients.md, "Fields".
 */
export async function changeClients(
  db: Db,
  changes: readonly ClientChange[],
  author: Author,
  { isWhole }: { isWhole: boolean },
): Promise<Saved[]> {
  const ids = changes.map(({ id }) => id)
  const kept = new Map((await lockClients(db, ids)).map((client) => [client.id, client]))
  const opened = changes.flatMap(({ id, given }) => {
    const current = kept.get(id)
    return current ? [{ current, draft: { ...toDraft(current), ...omitUndefined(given) } }] : []
  })
  const saved = new Map<string, Saved>()
  const checked = (await checkDrafts(db, opened, author)).filter(({ current, draft, refusal }) => {
    const isSame = !isWhole && listChangedFields(current, draft).length === 0
    if (refusal) saved.set(current.id, { refusal })
    else if (isSame) saved.set(current.id, { id: current.id, version: current.version, before: {} })
    return !refusal && !isSame
  })
  const records = checked.map(({ current, draft }) => ({ id: current.id, ...clientValues(draft, current) }))
  for (const [id, one] of await updateRows(db, 'clients', records)) saved.set(id, one)
  await refreshNames(
    db,
    records.map(({ id }) => id),
    kept,
  )
  return ids.map((id) => saved.get(id) ?? { refusal: new AppError('not_found') })
}

/** Puts locked clients back to what they were before a change, by column. */
export async function putClientsBack(db: Db, rows: readonly { id: string; before: object }[]): Promise<void> {
  await updateRows(
    db,
    'clients',
    rows.map(({ id, before }) => ({ id, ...before })),
  )
  await refreshNames(
    db,
    rows.map(({ id }) => id),
    new Map(),
  )
}

/** Adds a client. Throws what `addClients` refuses with. docs/product/clients.md, "Fields". */
export async function createClient(db: Db, draft: NewClient, session: Author): Promise<Client> {
  return await getClient(db, takeOnly(await addClients(db, [draft], session)).id)
}

/** Changes a client. Throws what `changeClients` refuses with. docs/product/clients.md, "Fields". */
export async function updateClient(db: Db, id: string, given: ClientDraft, session: Author): Promise<Client> {
  takeOnly(await changeClients(db, [{ id, given }], session, { isWhole: true }))
  return await getClient(db, id)
}
