import { type ClientDraft, clientDraft } from '@casillero/shared/contract/client-draft'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { readCasillero } from '@casillero/shared/domain/import-values'
import { formatPhone, phoneLoginKeys, readTypedPhone } from '@casillero/shared/domain/phone'
import { plainWords } from '@casillero/shared/domain/search-text'
import { splitName } from '@casillero/shared/domain/spanish-name'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import { deleteClients } from '../../clients/remove-client.ts'
import { impossiblePhone, openPhones } from '../../clients/require-phone.ts'
import { addClients, changeClients, listChangedFields, putClientsBack, toDraft } from '../../clients/save-clients.ts'
import { getCompanySettings } from '../../company/queries.ts'
import { readToday } from '../../tariffs/hold-tariffs.ts'
import { listTariffs } from '../../tariffs/queries.ts'
import { type FoundClient, findClients, fullName } from './find-clients.ts'
import { holdFormer, isGone, selectWritten } from './hold-former.ts'
import {
  type By,
  buildProblem,
  changeText,
  draftProblems,
  type FileRow,
  joinNames,
  type Kind,
  type Plan,
  type Planned,
  type Problem,
  refused,
  type Shown,
  toWritten,
  type Undoable,
  type UndoWindow,
  type Written,
} from './kind.ts'
import { findNamedTariff } from './named-tariff.ts'

/** Fields of the form that the row fills. */
type GivenClient = Partial<Omit<ClientDraft, 'version'>>

/** `casillero` where the file gives one. */
type ClientPlan = { casillero: string | null; number: number; draft: ClientDraft } | { given: GivenClient }

type New = Planned<Extract<ClientPlan, { draft: unknown }>>
type Change = Planned<Extract<ClientPlan, { given: unknown }>>

const isNew = (row: Planned<ClientPlan>): row is New => 'draft' in row.plan
const isChange = (row: Planned<ClientPlan>): row is Change => 'given' in row.plan

/** The phone has its country's code since the file was read; with a plus it is read the same again. */
const toTyped = (phone: string): string => (phone.length > 8 ? `+${phone}` : phone)

async function writeNew(db: Db, rows: readonly New[], { author, numbers }: By): Promise<Written[]> {
  const given = rows.flatMap(({ plan }) => plan.casillero ?? [])
  const found =
    given.length === 0
      ? []
      : await db.selectFrom('clients').select('casillero').where('casillero', 'in', given).execute()
  const taken = new Set<string | null>(found.map(({ casillero }) => casillero))
  const free = rows.filter(({ plan }) => !taken.has(plan.casillero))
  const drafts = free.map(({ plan: { draft, ...own } }) => ({ ...draft, phone: toTyped(draft.phone), ...own }))
  const refusals = rows.flatMap(({ row, plan }): Written[] =>
    taken.has(plan.casillero) ? [{ row, refusal: `Casillero: ${plan.casillero} ya es de otro cliente` }] : [],
  )
  return [...refusals, ...toWritten('clients', free, await addClients(db, drafts, author, numbers))]
}

/** Writes clients as the form does. docs/product/imports.md, "Clients". */
async function writeClients(db: Db, rows: readonly Planned<ClientPlan>[], by: By): Promise<Written[]> {
  // Known clients come first, so that the counter is locked for the shortest time.
  const known = rows.filter(isChange)
  const changes = known.map(({ targetId, plan: { given } }) => {
    const { phone } = given
    return { id: targetId ?? '', given: phone === undefined ? given : { ...given, phone: toTyped(phone) } }
  })
  const changed = toWritten('clients', known, await changeClients(db, changes, by.author, { isWhole: false }))
  return [...changed, ...(await writeNew(db, rows.filter(isNew), by))]
}

async function findUndoableClients(db: Db, importId: string, { limit, isLocked }: UndoWindow): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked) {
    await sql`select from clients where id in (select target from (${next}) n) order by id for update`.execute(db)
    await holdFormer(db, next, { tariffs: ['default_tariff_maritimo_id', 'default_tariff_aereo_id'] })
  }
  const { rows } = await sql<Undoable>`
    select n.row_number as row, c.casillero as code, n.outcome, n.target as "targetId", n.before,
      case when c.deleted_at is not null then 'ya se eliminó'
        when n.outcome = 'new' and (
          exists (select from packages p where p.client_id = c.id and p.deleted_at is null)
          or exists (select from invoices v where v.client_id = c.id)) then 'ya tiene paquetes o facturas'
        when n.outcome = 'new' and exists (
          select from client_credit_balances b where b.client_id = c.id and b.balance > 0) then 'ya tiene saldo a favor'
        when c.version <> n.target_version then 'cambió después'
        when exists (
          select from tariffs t
          where t.id::text in (n.before ->> 'default_tariff_maritimo_id', n.before ->> 'default_tariff_aereo_id')
            and t.deleted_at is not null) then ${isGone} end as reason
    from (${next}) n join clients c on c.id = n.target order by n.row_number`.execute(db)
  return rows
}

/** Deletes the clients that a load added, and puts the others back to what they were. */
async function takeBackClients(db: Db, rows: readonly Undoable[]): Promise<void> {
  await deleteClients(
    db,
    rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId),
  )
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await putClientsBack(
    db,
    changed.map(({ targetId, before }) => ({ id: targetId, before: before ?? {} })),
  )
}

const problem = (field: string, message: string): Problem => buildProblem('clients', field, message)
const plainTexts = ['middleName', 'email', 'address', 'city', 'department', 'cedula'] as const

function nameGiven(row: FileRow): GivenClient {
  const whole = row.text('fullName')
  const split = whole === '' ? {} : splitName(whole)
  const own = { firstName: row.text('firstName'), lastNames: row.text('lastNames') }
  const given = { ...split, ...Object.fromEntries(Object.entries(own).filter(([, value]) => value !== '')) }
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== ''))
}

type Offer = { tariffs: Awaited<ReturnType<typeof listTariffs>>['data']; today: string }

function tariffGiven(row: FileRow, { tariffs, today }: Offer, problems: Problem[], known?: FoundClient): GivenClient {
  const given: GivenClient = {}
  for (const [field, column, type] of [
    ['tariffSea', 'defaultTariffMaritimoId', 'maritimo'],
    ['tariffAir', 'defaultTariffAereoId', 'aereo'],
  ] as const) {
    const text = row.text(field)
    const found = findNamedTariff(tariffs, text, { type, ownId: known?.[column], today })
    if (found) given[column] = found.id
    else if (text !== '') problems.push(problem(field, `no hay una tarifa vigente «${text}»`))
  }
  return given
}

const typedPhone = (row: FileRow): string => readTypedPhone(row.text('phone'))

function textsGiven(row: FileRow): GivenClient {
  const texts = Object.fromEntries(
    plainTexts.map((field) => [field, row.text(field)]).filter(([, text]) => text !== ''),
  )
  const phone = typedPhone(row)
  return {
    ...nameGiven(row),
    ...texts,
    ...(phone === '' ? {} : { phone }),
  }
}

const samePerson = (one: GivenClient, other: FoundClient): boolean =>
  plainWords(`${one.firstName ?? ''} ${one.lastNames ?? ''}`) === plainWords(`${other.firstName} ${other.lastNames}`)

/** If several were found, keeps those of that name. */
function thoseNamed(found: FoundClient[], given: GivenClient): FoundClient[] {
  const same = found.filter((client) => samePerson(given, client))
  return same.length === 1 ? same : found
}

/** Names by which a later row may mean the client. */
const listNames = ({ phone, email }: GivenClient): string[] => [
  ...phoneLoginKeys(phone ?? ''),
  ...(email ? [email.toLowerCase()] : []),
]

const nameColumn: Record<string, string> = { defaultTariffMaritimoId: 'tariffSea', defaultTariffAereoId: 'tariffAir' }

/** Numbers of deleted clients. */
async function findGone(db: Db, casilleros: string[]): Promise<Set<string>> {
  const deleted = await db
    .selectFrom('clients')
    .select('casillero')
    .where('deleted_at', 'is not', null)
    .where('casillero', '=', sql<string>`any(${casilleros}::text[])`)
    .execute()
  return new Set(deleted.map(({ casillero }) => casillero))
}

async function prepare(db: Db, rows: readonly FileRow[]): Promise<(row: FileRow) => Plan> {
  const company = await getCompanySettings(db)
  const prefix = casilleroPrefix(company.subdomain, company.casilleroPrefix)
  const read = (row: FileRow) => readCasillero(row.text('casillero'), prefix)
  const { data: tariffs } = await listTariffs(db, {})
  const settle = await openPhones(db, rows.map(typedPhone))
  const offer = { tariffs, today: await readToday(db) }
  const casilleros = rows.map((row) => read(row)?.casillero ?? '').filter(Boolean)
  const { all, byCasillero } = await findClients(db, {
    casilleros,
    phones: rows.flatMap((row) => phoneLoginKeys(typedPhone(row))),
    emails: rows.map((row) => row.text('email').toLowerCase()).filter(Boolean),
  })
  const gone = await findGone(db, casilleros)
  const byPhone = Map.groupBy(all, ({ phone }) => phoneLoginKeys(phone)[0] ?? phone)
  const byEmail = Map.groupBy(
    all.filter(({ email }) => email !== null),
    ({ email }) => (email ?? '').toLowerCase(),
  )

  function match(row: FileRow, given: GivenClient): { field: string; found: FoundClient[] } {
    const number = read(row)
    if (number) return { field: 'casillero', found: [byCasillero.get(number.casillero) ?? []].flat() }
    const phones = phoneLoginKeys(typedPhone(row))
    const withPhone = phones.flatMap((key) => byPhone.get(key) ?? [])
    if (withPhone.length > 0) return { field: 'phone', found: thoseNamed([...new Set(withPhone)], given) }
    return { field: 'email', found: thoseNamed(byEmail.get(row.text('email').toLowerCase()) ?? [], given) }
  }

  const rowsByPhone = new Map<string, number>()
  /** Says who has the row's phone too: a client, or a row before. People may share one, so it is no error. */
  function describeShared(row: FileRow, phone: string | undefined, ownId?: string): string[] {
    const keys = phoneLoginKeys(phone ?? '')
    const client = keys.flatMap((key) => byPhone.get(key) ?? []).find(({ id }) => id !== ownId)
    const [before] = keys.flatMap((key) => rowsByPhone.get(key) ?? [])
    for (const key of keys) if (before === undefined) rowsByPhone.set(key, row.row)
    const other = client?.casillero ?? (before === undefined ? undefined : `la fila ${before}`)
    return other === undefined ? [] : [`Mismo teléfono que ${other}`]
  }

  return (row) => {
    const problems: Problem[] = []
    const texts = textsGiven(row)
    const number = read(row)
    const typed = row.text('casillero')
    if (typed !== '' && !number)
      problems.push(problem('casillero', `«${typed}» no es un casillero, como ${prefix}0031`))
    const { field, found } = problems.length > 0 ? { field: '', found: [] } : match(row, texts)
    const [only] = found
    const phone = texts.phone === undefined ? undefined : settle(texts.phone, only?.phone)
    const isPhoneRefused = texts.phone !== undefined && phone === undefined
    const given = { ...texts, ...(phone === undefined ? {} : { phone }), ...tariffGiven(row, offer, problems, only) }
    const name = [given.firstName, given.middleName, given.lastNames].filter(Boolean).join(' ')
    const shown: Shown = {
      code: number?.casillero ?? null,
      client: name === '' ? null : { name, casillero: given.phone ? formatPhone(given.phone) : null },
      weight: null,
      shippingMethod: null,
      detail: '',
    }
    const shared = describeShared(row, given.phone, only?.id)
    if (found.length > 1)
      return refused([problem(field, `puede ser ${joinNames(found.map(({ casillero }) => casillero))}`)], shown)
    if (only) return planUpdate({ found: only, given, shared, isPhoneRefused, problems, shown, typed, field })
    if (number && gone.has(number.casillero))
      problems.push(problem('casillero', `${number.casillero} fue de un cliente eliminado`))
    return planNew({ row, given, shared, isPhoneRefused, problems, shown, number: number ?? null })
  }
}

type Update = {
  found: FoundClient
  given: GivenClient
  shared: string[]
  isPhoneRefused: boolean
  problems: Problem[]
  shown: Shown
  typed: string
  /** The field by which the client was found. */
  field: string
}

function planUpdate({
  found,
  given: all,
  shared,
  isPhoneRefused,
  problems,
  shown,
  typed,
  field: foundBy,
}: Update): Plan {
  const { email, ...others } = all
  const given = !email || email.toLowerCase() === found.email?.toLowerCase() ? others : all
  const parsed = z.safeParse(clientDraft, { ...toDraft(found), ...given })
  const seen = {
    ...shown,
    code: found.casillero,
    client: shown.client ?? { name: fullName(found), casillero: formatPhone(found.phone) },
  }
  if (!parsed.success) problems.push(...draftProblems('clients', parsed.error, (field) => nameColumn[field] ?? field))
  else if (isPhoneRefused) problems.push(problem('phone', impossiblePhone))
  if (problems.length > 0 || !parsed.success) return refused(problems, seen, [found.id])
  const changes = listChangedFields(found, parsed.data)
  const note =
    typed !== '' && plainWords(typed) !== plainWords(found.casillero) ? [`«${typed}» se leyó ${found.casillero}`] : []
  const texts = changes.map((field) => {
    const { label } = problem(nameColumn[field] ?? field, '')
    const isTariff = field in nameColumn
    return isTariff ? `${label} cambia` : changeText(label, found[field] ?? null, parsed.data[field] ?? null)
  })
  const detail = [...texts, ...note, ...(changes.includes('phone') ? shared : [])].join('; ')
  return {
    outcome: changes.length === 0 ? 'same' : 'updated',
    problems: [],
    plan: changes.length === 0 ? null : { given },
    targetId: found.id,
    shown: { ...seen, detail: changes.length === 0 ? 'Sin cambios' : detail },
    keys: [found.id],
    findField: () => foundBy,
    names: listNames(given),
  }
}

type Addition = {
  row: FileRow
  given: GivenClient
  shared: string[]
  isPhoneRefused: boolean
  problems: Problem[]
  shown: Shown
  number: { casillero: string; number: number } | null
}

function planNew({ row, given, shared, isPhoneRefused, problems, shown, number }: Addition): Plan {
  const parsed = z.safeParse(clientDraft, given)
  const isWhole = row.text('fullName') !== ''
  const named = (field: string) =>
    nameColumn[field] ?? (isWhole && /^(?:firstName|lastNames)$/.test(field) ? 'fullName' : field)
  if (!parsed.success) problems.push(...draftProblems('clients', parsed.error, named))
  else if (isPhoneRefused) problems.push(problem('phone', impossiblePhone))
  const names = listNames(given)
  // People with own numbers may share phone and e-mail. A row without a number means the first who has either.
  const keys = number ? [number.casillero] : names
  if (problems.length > 0 || !parsed.success) return refused(problems, shown, keys)
  const plan: ClientPlan = { casillero: number?.casillero ?? null, number: number?.number ?? 0, draft: parsed.data }
  const detail = shared[0] ?? (number ? '' : 'Se le da el siguiente casillero')
  const findField = (name: string) =>
    number?.casillero === name ? 'casillero' : name.includes('@') ? 'email' : 'phone'
  return { outcome: 'new', problems: [], plan, targetId: null, shown: { ...shown, detail }, keys, names, findField }
}

export const clientsKind: Kind = {
  right: 'clients.write',
  prepare,
  write: writeClients,
  findUndoable: findUndoableClients,
  takeBack: takeBackClients,
}
