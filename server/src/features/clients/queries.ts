import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { Client, clientEndpoints } from '@casillero/shared/contract/clients'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import { phoneLoginKeys } from '@casillero/shared/domain/phone'
import { searchPatterns, searchText } from '@casillero/shared/domain/search-text'
import { searchedText } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { selectLiveCount } from '../../platform/database/counters.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  countHits,
  type FilteredRows,
  type HitsValues,
  hitsValues,
  isUnfiltered,
  selectHits,
} from '../../platform/database/filter.ts'
import { cutPage, pageWithTotal, toPage } from '../../platform/database/list.ts'
import { prepare } from '../../platform/database/prepare.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { Input } from '../../platform/http/endpoint.ts'
import { namesIn } from './named-clients.ts'

export const isSecondPhoneProven = sql<boolean>`clients.second_phone_proven_at is not null`
export const secondPhoneCode = sql<string | null>`
  case when clients.second_phone_code_until > app_now() then clients.second_phone_code end`

export const clientColumns = [
  'clients.id',
  'clients.casillero',
  'clients.first_name as firstName',
  'clients.middle_name as middleName',
  'clients.last_names as lastNames',
  'clients.phone',
  'clients.second_phone as secondPhone',
  isSecondPhoneProven.as('isSecondPhoneProven'),
  secondPhoneCode.as('secondPhoneCode'),
  'clients.email',
  'clients.address',
  'clients.city',
  'clients.department',
  'clients.cedula',
  'clients.default_tariff_maritimo_id as defaultTariffMaritimoId',
  'clients.default_tariff_aereo_id as defaultTariffAereoId',
  'clients.credit_limit as creditLimit',
  'clients.messages_allowed as messagesAllowed',
  'clients.opt_out_text as optOutText',
  'clients.held_at as heldAt',
  'clients.former_casilleros as formerCasilleros',
  'clients.created_at as createdAt',
  'clients.version',
] as const

const living = (db: Db) => db.selectFrom('clients').select(clientColumns).where('clients.deleted_at', 'is', null)

type ClientFilter = Input<typeof clientEndpoints.list>['query']

/** Applies the filters to the clients that match the searched words. */
export const matchingClients = ({ page: _, limit: __, search = '', ...criteria }: ClientFilter): FilteredRows => ({
  list: 'clients',
  patterns: searchPatterns(searchedText(search)),
  criteria: { ...criteria, named: namesIn(search) },
})

/** With a plain join the planner may read the whole company. */
const filteredPage = prepare((db, values: HitsValues) =>
  db
    .selectFrom(selectHits('clients', values).as<'hit'>('hit'))
    .innerJoinLateral(
      (one) =>
        one
          .selectFrom('clients')
          .select(clientColumns)
          .whereRef('clients.id', '=', 'hit.id')
          .limit(sql.lit(1))
          .as('found'),
      (join) => join.onTrue(),
    )
    .selectAll('found')
    .select('hit.total')
    .orderBy('hit.place'),
)

/** Searches through the definer function, which alone may use the trigram index. */
export async function listClients(db: Db, query: ClientFilter): Promise<{ data: Client[]; pagination: Pagination }> {
  const page = toPage(query)
  const total = selectLiveCount('client').as('total')
  const shown = matchingClients(query)
  if (isUnfiltered(shown.patterns, shown.criteria)) {
    const direction = query.sort === '-name' ? 'desc' : 'asc'
    const ordered = living(db).select(total).orderBy('sort_name', direction).orderBy('id', direction)
    const rows = await cutPage(ordered, page).execute()
    return await pageWithTotal(page, rows, () => db.selectNoFrom(total).executeTakeFirst())
  }
  return await pageWithTotal(page, await filteredPage(db, hitsValues(shown, page)), () => countHits(db, shown))
}

type Named = Pick<Client, 'firstName' | 'lastNames'>

const toSearchName = ({ firstName, lastNames }: Named) => searchText(`${firstName} ${lastNames}`)

/** Finds the oldest client with that name and phone, however both are written. docs/product/clients.md, "Twins". */
export async function findSameClient(
  db: Db,
  person: Named & { phone: string; exceptId?: string | undefined },
): Promise<Client | undefined> {
  const found = await living(db)
    .where('phone', 'in', phoneLoginKeys(person.phone))
    .$if(person.exceptId !== undefined, (rows) => rows.where('id', '!=', person.exceptId ?? ''))
    .orderBy('id')
    .limit(100)
    .execute()
  return found.find((one) => toSearchName(one) === toSearchName(person))
}

export async function getClient(db: Db, id: string): Promise<Client> {
  const client = await living(db).where('id', '=', id).executeTakeFirst()
  if (!client) throw new AppError('not_found')
  return client
}

export async function lockClient(db: Db, id: string): Promise<Client> {
  const client = await living(db).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!client) throw new AppError('not_found')
  return client
}

/** Locks clients in the order of their ids. */
export const lockClients = (db: Db, ids: string[]): Promise<Client[]> =>
  living(db).where('id', '=', matchAny(ids)).orderBy('id').forUpdate().execute()

/** Locks the client's money; the client's invoices can still be made. Throws `not_found`. */
export async function lockClientMoney(db: Db, id: string): Promise<Client> {
  const client = await living(db).where('id', '=', id).forNoKeyUpdate().executeTakeFirst()
  if (!client) throw new AppError('not_found')
  return client
}

const holdClientRow = prepare((db, { id }: { id: string }) => living(db).where('id', '=', id).forKeyShare())

export async function holdClient(db: Db, id: string): Promise<Client> {
  const [client] = await holdClientRow(db, { id })
  if (!client) throw fieldError('reference_not_found', 'clientId')
  return client
}

const ownerRows = prepare((db, { ids }: { ids: string[] }) =>
  living(db).where('id', '=', matchAny(ids)).orderBy('id').forKeyShare(),
)

/** Finds the client of an id; undefined for one that is gone. */
type FindOwner = (id: string | null | undefined) => Client | undefined

/**
 * Locks clients whose packages are received or change hands. The id of a client merged meanwhile leads to the other one.
 * docs/product/clients.md, "Merging clients".
 */
export async function holdOwners(db: Db, ids: readonly (string | null | undefined)[]): Promise<FindOwner> {
  const wanted = [...new Set(ids.filter((id) => id != null))]
  if (wanted.length === 0) return () => undefined
  const clients = new Map((await ownerRows(db, { ids: wanted })).map((client) => [client.id, client]))
  const gone = wanted.filter((id) => !clients.has(id))
  if (gone.length > 0) {
    const merged = await db
      .selectFrom('clients')
      .select(['id', 'merged_into_id as intoId'])
      .where('id', '=', matchAny(gone))
      .where('merged_into_id', 'is not', null)
      .execute()
    const others = await ownerRows(db, { ids: merged.flatMap(({ intoId }) => intoId ?? []) })
    for (const { id, intoId } of merged) {
      const other = others.find((client) => client.id === intoId)
      if (other) clients.set(id, other)
    }
  }
  return (id) => clients.get(id ?? '')
}

/** Locks one client, as `holdOwners`. Throws `reference_not_found`. */
export async function holdOwner(db: Db, id: string): Promise<Client> {
  const client = (await holdOwners(db, [id]))(id)
  if (!client) throw fieldError('reference_not_found', 'clientId')
  return client
}

type Mailbox = Pick<Client, 'casillero' | 'formerCasilleros'>
type Searched = Mailbox & Pick<Client, 'firstName' | 'middleName' | 'lastNames'>

/** Search text of packages and invoices. Mailbox numbers of merged clients find them too. */
export const clientSearchText = (client: Searched): string =>
  searchText(client.casillero, client.firstName, client.middleName, client.lastNames, ...client.formerCasilleros)

/** Search text of the client's own row. */
export const ownSearchText = (client: Searched & Pick<Client, 'phone' | 'secondPhone' | 'email'>): string => {
  const { casillero, firstName, middleName, lastNames, phone, secondPhone, email, formerCasilleros } = client
  return searchText(casillero, firstName, middleName, lastNames, phone, secondPhone, email, ...formerCasilleros)
}

/** The columns of a client that a whole draft decides, the same ones for every client. */
export const clientValues = (draft: ClientDraft, current: Mailbox) => ({
  first_name: draft.firstName,
  middle_name: draft.middleName,
  last_names: draft.lastNames,
  phone: draft.phone,
  second_phone: draft.secondPhone ?? null,
  email: draft.email,
  address: draft.address,
  city: draft.city,
  department: draft.department,
  cedula: draft.cedula ?? null,
  credit_limit: draft.creditLimit ?? null,
  default_tariff_maritimo_id: draft.defaultTariffMaritimoId,
  default_tariff_aereo_id: draft.defaultTariffAereoId,
  sort_name: searchText([draft.firstName, draft.middleName, draft.lastNames].filter(Boolean).join(' ')),
  search_text: ownSearchText({
    ...draft,
    secondPhone: draft.secondPhone ?? null,
    casillero: current.casillero,
    formerCasilleros: current.formerCasilleros,
  }),
})

/** Voided invoices count. */
export async function hasBusiness(db: Db, id: string): Promise<boolean> {
  const { isUsed } = await db
    .selectNoFrom((one) =>
      one
        .or([
          one.exists(
            one.selectFrom('packages').select('id').where('client_id', '=', id).where('deleted_at', 'is', null),
          ),
          one.exists(one.selectFrom('invoices').select('id').where('client_id', '=', id)),
        ])
        .as('isUsed'),
    )
    .executeTakeFirstOrThrow()
  return Boolean(isUsed)
}

/** An admin may have given credit to a client without invoices. */
export async function hasCredit(db: Db, id: string): Promise<boolean> {
  const balance = await db
    .selectFrom('client_credit_balances')
    .select('balance')
    .where('client_id', '=', id)
    .where('balance', '>', 0)
    .executeTakeFirst()
  return balance !== undefined
}

export function setMessagesAllowed(db: Db, id: string, isAllowed: boolean): Promise<Client> {
  return db
    .updateTable('clients')
    .set({ messages_allowed: isAllowed, opt_out_text: null })
    .where('id', '=', id)
    .returning(clientColumns)
    .executeTakeFirstOrThrow()
}

/** Makes a new name find the client's packages. */
export async function refreshPackagesOfClient(db: Db, clientId: string, clientSearchText: string): Promise<void> {
  await db
    .updateTable('packages')
    .set({ client_search_text: clientSearchText })
    .where('client_id', '=', clientId)
    .where('deleted_at', 'is', null)
    .execute()
}
