import { clientDraft } from '@casillero/shared/contract/client-draft'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { readCasillero, splitName } from '@casillero/shared/domain/import-values'
import { formatPhone, phoneLoginKeys, readTypedPhone } from '@casillero/shared/domain/phone'
import { plainWords } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../platform/database/database.ts'
import { impossiblePhone, openPhones } from '../clients/require-phone.ts'
import { listChangedFields, toDraft } from '../clients/save-clients.ts'
import { getCompanySettings } from '../company/queries.ts'
import { readToday } from '../tariffs/hold-tariffs.ts'
import { listTariffs } from '../tariffs/queries.ts'
import { type FoundClient, findClients, fullName } from './find-clients.ts'
import {
  buildProblem,
  changeText,
  draftProblems,
  type FileRow,
  joinNames,
  type Kind,
  type Plan,
  type Problem,
  refused,
  type Shown,
} from './kind.ts'
import { findNamedTariff } from './named-tariff.ts'
import { findUndoableClients, takeBackClients } from './undo-clients.ts'
import { type ClientPlan, type GivenClient, writeClients } from './write-clients.ts'

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

/** The clients with that phone or address; of several the one of that name. */
function thoseNamed(found: FoundClient[], given: GivenClient): FoundClient[] {
  const same = found.filter((client) => samePerson(given, client))
  return same.length === 1 ? same : found
}

/** The phone and the address by which a later row may mean the client who has them. */
const listNames = ({ phone, email }: GivenClient): string[] => [
  ...phoneLoginKeys(phone ?? ''),
  ...(email ? [email.toLowerCase()] : []),
]

const nameColumn: Record<string, string> = { defaultTariffMaritimoId: 'tariffSea', defaultTariffAereoId: 'tariffAir' }

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
  const deleted = await db
    .selectFrom('clients')
    .select('casillero')
    .where('deleted_at', 'is not', null)
    .where('casillero', '=', sql<string>`any(${casilleros}::text[])`)
    .execute()
  const gone = new Set(deleted.map(({ casillero }) => casillero))
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
    if (found.length > 1)
      return refused([problem(field, `puede ser ${joinNames(found.map(({ casillero }) => casillero))}`)], shown)
    if (only) return planUpdate({ found: only, given, isPhoneRefused, problems, shown, typed, field })
    if (number && gone.has(number.casillero))
      problems.push(problem('casillero', `${number.casillero} fue de un cliente eliminado`))
    return planNew({ row, given, isPhoneRefused, problems, shown, number: number ?? null, all })
  }
}

type Update = {
  found: FoundClient
  given: GivenClient
  isPhoneRefused: boolean
  problems: Problem[]
  shown: Shown
  typed: string
  /** By which the client was found. */
  field: string
}

function planUpdate({ found, given: all, isPhoneRefused, problems, shown, typed, field: foundBy }: Update): Plan {
  const { email, ...others } = all
  // An address in other letters is the same.
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
  const detail = [...texts, ...note].join('; ')
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
  isPhoneRefused: boolean
  problems: Problem[]
  shown: Shown
  number: { casillero: string; number: number } | null
  all: FoundClient[]
}

function planNew({ row, given, isPhoneRefused, problems, shown, number, all }: Addition): Plan {
  const parsed = z.safeParse(clientDraft, given)
  const isWhole = row.text('fullName') !== ''
  const named = (field: string) =>
    nameColumn[field] ?? (isWhole && /^(?:firstName|lastNames)$/.test(field) ? 'fullName' : field)
  if (!parsed.success) problems.push(...draftProblems('clients', parsed.error, named))
  else if (isPhoneRefused) problems.push(problem('phone', impossiblePhone))
  const names = listNames(given)
  // A person with a number of an own may share phone and e-mail; a row without one is about the first who has either.
  const keys = number ? [number.casillero] : names
  if (problems.length > 0 || !parsed.success) return refused(problems, shown, keys)
  // A number of an older system may be for a person who is known under another one.
  const twin = all.find(({ phone }) => phoneLoginKeys(given.phone ?? '').includes(phone))
  const plan: ClientPlan = { casillero: number?.casillero ?? null, number: number?.number ?? 0, draft: parsed.data }
  const detail = twin ? `Mismo teléfono que ${twin.casillero}` : number ? '' : 'Se le da el siguiente casillero'
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
