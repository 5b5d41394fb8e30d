import { randomInt } from 'node:crypto'
import { type SignUp, signupDraft } from '@casillero/shared/contract/signups'
import { searchText } from '@casillero/shared/domain/search-text'
import { codeLetters } from '@casillero/shared/domain/signup-code'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import { hashLinkToken, linkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import type { Db } from '../../platform/database/database.ts'
import { readNetwork } from '../../platform/database/network.ts'
import { impossiblePhone, openPhones } from '../clients/require-phone.ts'
import { type FieldErrors, readErrors } from '../own-account/own-data.ts'

/** Of one network in one company and an hour. */
const mostOfNetwork = 10
/** Of one company: those that wait for staff, and those whose code lives. */
const mostWaiting = 200
const codeMinutes = 30

export const signupFields = ['firstName', 'lastNames', 'city', 'email', 'phone'] as const
export type SignupForm = Readonly<Record<(typeof signupFields)[number] | 'terms', string>>

/** What is written is the client's own deed. docs/product/audit.md, "What is written". */
export const actAsClient = async (db: Db): Promise<unknown> =>
  await sql`select set_config('app.signup', 'on', true)`.execute(db)

export type SignupShop = {
  signUp: SignUp
  terms: string | null
  /** The number that the messages go to; null while no phone is connected. */
  number: string | null
  hasRoom: boolean
}

export async function readSignupShop(db: Db): Promise<SignupShop> {
  const row = await db
    .selectFrom('companies as k')
    .leftJoin('whatsapp_sessions as w', (join) => join.on('w.status', '=', 'WORKING').on('w.error', 'is', null))
    .select(['k.sign_up', 'k.terms', 'w.linked_phone as number'])
    .select(
      sql<boolean>`(
        select count(*) from signups s
        where s.state = 'waiting' or s.state = 'open' and s.chat_code_until > app_now()) < ${sql.lit(mostWaiting)}`.as(
        'hasRoom',
      ),
    )
    .where('k.id', '=', sql<string>`current_company()`)
    .executeTakeFirstOrThrow()
  return { signUp: row.sign_up, terms: row.terms, number: row.number, hasRoom: row.hasRoom }
}

const makeCode = (): string =>
  Array.from({ length: 8 }, () => codeLetters.charAt(randomInt(codeLetters.length))).join('')

const codeColumns = () => ({
  chat_code: makeCode(),
  chat_code_until: sql<string>`app_now() + ${sql.lit(codeMinutes)} * interval '1 minute'`,
})

export type OwnSignup = {
  id: string
  state: 'open' | 'waiting' | 'approved' | 'joined' | 'rejected'
  firstName: string
  lastNames: string
  city: string | null
  email: string | null
  phone: string | null
  isProven: boolean
  code: string | null
  /** Until when the code works, as `10:42`. */
  until: string | null
  isExpired: boolean
  isByStaff: boolean
  /** Business day and time. */
  day: string
  time: string
  today: string
}

/** The request that the browser holds; undefined if there is none, or it was ended. */
export async function findOwnSignup(db: Db, secret: string): Promise<OwnSignup | undefined> {
  if (!linkToken.test(secret)) return undefined
  const found = await db
    .selectFrom('signups')
    .select(['id', 'first_name as firstName', 'last_names as lastNames', 'city', 'email', 'phone'])
    .select(sql<OwnSignup['state']>`state`.as('state'))
    .select('chat_code as code')
    .select(sql<string>`to_char(chat_code_until at time zone 'America/Managua', 'HH24:MI')`.as('until'))
    .select(sql<boolean>`phone_proven_at is not null`.as('isProven'))
    .select(sql<boolean>`coalesce(chat_code_until <= app_now(), false)`.as('isExpired'))
    .select(sql<boolean>`decided_by is not null`.as('isByStaff'))
    .select(sql<string>`(created_at at time zone 'America/Managua')::date::text`.as('day'))
    .select(sql<string>`to_char(created_at at time zone 'America/Managua', 'HH24:MI')`.as('time'))
    .select(sql<string>`app_today()::text`.as('today'))
    .where('token_hash', '=', hashLinkToken(secret))
    .where('state', '<>', 'ended')
    .executeTakeFirst()
  return found
}

type Draft = z.output<typeof signupDraft>

/** Reads a form as the client's own form does. */
export async function readSignupForm(
  db: Db,
  form: SignupForm,
  { number, terms }: SignupShop,
): Promise<{ draft: Draft } | { errors: FieldErrors }> {
  const { phone, ...others } = form
  const isAccepted = terms === null || form.terms !== ''
  const refusal = isAccepted ? {} : { terms: 'Acepte los términos para continuar' }
  const parsed = z.safeParse(signupDraft, number === null ? { ...others, phone } : others)
  if (!parsed.success) return { errors: { ...readErrors(parsed.error), ...refusal } }
  const { data } = parsed
  if (data.phone === undefined) return isAccepted ? { draft: data } : { errors: refusal }
  const settled = (await openPhones(db, [data.phone]))(data.phone)
  if (settled === undefined) return { errors: { phone: impossiblePhone, ...refusal } }
  return isAccepted ? { draft: { ...data, phone: settled } } : { errors: refusal }
}

/** Requests at once count each other. */
const lockCounting = async (db: Db): Promise<unknown> =>
  await sql`select pg_advisory_xact_lock(hashtextextended('signups of ' || current_company(), 0))`.execute(db)

async function isNetworkSpent(db: Db, network: string): Promise<boolean> {
  const asked = await db
    .selectFrom('signups')
    .select('id')
    .where('asked_from', '=', network)
    .where('created_at', '>', sql<string>`app_now() - interval '1 hour'`)
    .limit(sql.lit(mostOfNetwork))
    .execute()
  return asked.length >= mostOfNetwork
}

/**
 * Keeps a request, and ends the one that the browser held. Returns the secret that the browser keeps, or why not.
 * docs/product/sign-up.md, "Limits".
 */
export async function addSignup(
  db: Db,
  { draft, address, secret }: { draft: Draft; address: string; secret: string },
): Promise<{ secret: string } | 'network' | 'full'> {
  await lockCounting(db)
  const network = readNetwork(address)
  if (await isNetworkSpent(db, network)) return 'network'
  await actAsClient(db)
  const { firstName, lastNames, city, email, phone = null } = draft
  const sortName = searchText(`${firstName} ${lastNames}`)
  if (linkToken.test(secret)) {
    await db
      .updateTable('signups')
      .set({ state: 'ended', chat_code: null, chat_code_until: null })
      .where('token_hash', '=', hashLinkToken(secret))
      // Of one that waits unproven nothing but the browser's secret says whose it is.
      .where(
        sql<boolean>`(state = 'open' or state = 'waiting' and phone_proven_at is null and alias is null
          and phone = ${phone} and sort_name = ${sortName})`,
      )
      .execute()
  }
  const { number, terms, hasRoom } = await readSignupShop(db)
  if (!hasRoom) return 'full'
  const token = newLinkToken()
  await db
    .insertInto('signups')
    .values({
      ...(number === null ? { state: 'waiting', phone } : { state: 'open', ...codeColumns() }),
      first_name: firstName,
      last_names: lastNames,
      city,
      email,
      accepted_at: terms === null ? null : sql<string>`app_now()`,
      token_hash: hashLinkToken(token),
      asked_from: network,
      sort_name: sortName,
      search_text: searchText(firstName, lastNames, city, email, phone),
    })
    .execute()
  return { secret: token }
}

/** Gives a new code in the place of one that expired. Returns false if there is no room. */
export async function renewCode(db: Db, secret: string): Promise<boolean> {
  if (!linkToken.test(secret)) return true
  await lockCounting(db)
  if (!(await readSignupShop(db)).hasRoom) return false
  await actAsClient(db)
  await db
    .updateTable('signups')
    .set(codeColumns())
    .where('token_hash', '=', hashLinkToken(secret))
    .where('state', '=', 'open')
    .where('chat_code_until', '<=', sql<string>`app_now()`)
    .execute()
  return true
}
