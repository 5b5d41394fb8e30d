import { createHash, randomBytes } from 'node:crypto'
import { signInName } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/**
 * Makes a token of 256 random bits, as the browser keeps it. The database stores only its `hashToken`.
 * docs/product/companies-and-users.md, "Session".
 */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** The SHA-256 of a token, under which the database finds its session. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const accessTokenPrefix = 'cas_'

/** Makes an access token, of as many random bits; by its prefix people and programs that look for leaked secrets know it. */
export const newAccessToken = (): string => accessTokenPrefix + newToken()

/** Reads the token of an `Authorization: Bearer` header; cookies and other schemes are never a credential. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ((?:cas_)?[A-Za-z0-9_-]{43})$/.exec(header ?? '')?.[1]
}

/** Says whether what `bearerToken` read is an access token; that of a session is shorter. */
export const isAccessToken = (token: string): boolean => token.length > 43

export type HostCompany = { id: string; name: string; subdomain: string; logoUrl: string | null }

/**
 * Finds the active company of a subdomain; undefined for an unknown, inactive or suspended one.
 * docs/product/companies-and-users.md, "Host and company".
 */
export async function findCompanyOfHost(db: Db, subdomain: string): Promise<HostCompany | undefined> {
  const { rows } = await sql<HostCompany>`
    select id, name, subdomain, logo_url as "logoUrl" from company_of_host(${subdomain})`.execute(db)
  return rows[0]
}

type SignInTry = {
  waitSeconds: number
  companyId: string | null
  userId: string | null
  passwordHash: string | null
  /** The origin that the try counts against; a success forgets its tries. */
  origin: string
}

/** The origin of a sign-in: a network of `networkOf`, and the hash of the device's own name when one was sent. */
export type SignInPlace = { network: string; device: string | null }

/** The stored form of the random name that a browser gives itself; the name is no credential. */
export const hashDevice = (device: string): string => `device ${createHash('sha256').update(device).digest('hex')}`

/** Says whether the user of these login keys has signed in on this device before. */
export async function knowsDevice(
  db: Db,
  attempt: { subdomain: string; loginKeys: string[]; device: string },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select knows_device(${attempt.subdomain}, ${attempt.loginKeys}, ${attempt.device}) as "isKnown"`.execute(db)
  return rows[0]?.isKnown ?? false
}

/**
 * Notes a sign-in try and finds the user: `loginKeys` are compared with e-mails in lower case and phone digits.
 * `waitSeconds` above 0 means too many tries; without a user the password check must fail in the same time.
 * docs/product/companies-and-users.md, "Tries".
 */
export async function trySignIn(
  db: Db,
  attempt: SignInPlace & { subdomain: string; identifier: string; loginKeys: string[] },
): Promise<SignInTry> {
  const { rows } = await sql<SignInTry>`
    select wait_seconds as "waitSeconds", company_id as "companyId", user_id as "userId", password_hash as "passwordHash", origin
    from try_sign_in(
      ${attempt.subdomain}, ${attempt.identifier}, ${attempt.loginKeys}, ${attempt.network}, ${attempt.device}
    )`.execute(db)
  return rows[0] ?? { waitSeconds: 0, companyId: null, userId: null, passwordHash: null, origin: attempt.network }
}

/**
 * Counts a failed try for its network and for the identifier; successes never count, a whole office shares one address.
 * docs/product/companies-and-users.md, "Tries".
 */
export async function noteFailedSignIn(
  db: Db,
  failed: { companyId: string | null; identifier: string; network: string },
): Promise<void> {
  await sql`select note_failed_sign_in(${failed.companyId}, ${failed.identifier}, ${failed.network})`.execute(db)
}

/**
 * Starts a session after the password check has passed, and confines the transaction to its company.
 * False when the user, the password or the company changed meanwhile.
 * docs/product/companies-and-users.md, "Session".
 */
export async function startSession(
  db: Db,
  signIn: SignInPlace & {
    companyId: string
    userId: string
    identifier: string
    origin: string
    passwordHash: string
    token: string
    address: string
    userAgent: string | null
  },
): Promise<boolean> {
  const { rows } = await sql`
    select session_id from start_session(
      ${signIn.companyId}, ${signIn.userId}, ${signIn.identifier}, ${signIn.origin}, ${signIn.passwordHash},
      ${hashToken(signIn.token)}, ${signIn.network}, ${signIn.device}, ${signIn.address}, ${signIn.userAgent}
    )`.execute(db)
  return rows.length > 0
}

/**
 * Notes a try of the signed-in user at their own password, before it is checked. Gives the seconds to wait; 0 means that it may
 * be checked.
 * docs/product/companies-and-users.md, "Tries".
 */
export async function tryOwnPassword(db: Db): Promise<number> {
  const { rows } = await sql<{ waitSeconds: number }>`select try_own_password() as "waitSeconds"`.execute(db)
  return rows[0]?.waitSeconds ?? 0
}

/** Forgets the failed tries at the password of a user of the own company, after the user got a new one. */
export async function forgetFailedSignIns(
  db: Db,
  user: { id: string; email: string | null; phone: string | null },
): Promise<void> {
  const typed = [user.email, user.phone].filter((each) => each !== null)
  await sql`select forget_sign_in_failures(${[`user ${user.id}`, ...typed.map(signInName)]})`.execute(db)
}

/** Ends one session of the own company. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await sql`select end_session(${sessionId})`.execute(db)
}

/** Ends the sessions of a user of the own company, all but `exceptSessionId`. */
export async function endSessions(db: Db, userId: string, exceptSessionId: string | null): Promise<void> {
  await sql`select end_sessions_of(${userId}, ${exceptSessionId})`.execute(db)
}

/**
 * Ends sessions of the signed-in user: `only` that one, all `but` that one, or all; each end is logged. `calledFrom` is the
 * session of the call, which may be among them. Gives the count of ended sessions.
 * docs/product/companies-and-users.md, "My account".
 */
export async function endOwnSessions(
  db: Db,
  { only, but, calledFrom }: { only?: string; but?: string; calledFrom: string },
): Promise<number> {
  const { rows } = await sql<{ ended: number }>`
    select end_own_sessions(${only ?? null}, ${but ?? null}, ${calledFrom}) as ended`.execute(db)
  return rows[0]?.ended ?? 0
}

/** Counts the sessions of a user of the own company, all but `exceptSessionId`, and the access tokens; both that still count. */
export async function countAccess(
  db: Db,
  userId: string,
  exceptSessionId: string | null,
): Promise<{ sessions: number; accessTokens: number }> {
  const { rows } = await sql<{ sessions: number; accessTokens: number }>`
    select sessions, access_tokens as "accessTokens" from count_access_of(${userId}, ${exceptSessionId})`.execute(db)
  return rows[0] ?? { sessions: 0, accessTokens: 0 }
}

/** Ends every session and access token of the company that this transaction is in. */
export async function endSessionsOfCompany(db: Db): Promise<void> {
  await sql`select end_sessions_of_company()`.execute(db)
}
