import { createHash, randomBytes } from 'node:crypto'
import { signInName } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'

/** 256 random bits; the database stores only its `hashToken`. docs/product/companies-and-users.md, "Session". */
export const newToken = (): string => randomBytes(32).toString('base64url')

export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

const accessTokenPrefix = 'cas_'

/** Its prefix lets scanners for leaked secrets recognise it. */
export const newAccessToken = (): string => accessTokenPrefix + newToken()

/** Ignores cookies and other schemes. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ((?:cas_)?[A-Za-z0-9_-]{43})$/.exec(header ?? '')?.[1]
}

/** Decided by length: tokens of sessions are shorter. */
export const isAccessToken = (token: string): boolean => token.length > 43

export type HostCompany = { id: string; name: string; subdomain: string; logoUrl: string | null }

/** Undefined if the company is unknown, inactive or suspended. docs/product/companies-and-users.md, "Host and company". */
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
  /** A success forgets the tries from here. */
  origin: string
}

/** A network from `networkOf`, and the hash of the device's name if one was sent. */
export type SignInPlace = { network: string; device: string | null }

/** The name is not a secret. */
export const hashDevice = (device: string): string => `device ${createHash('sha256').update(device).digest('hex')}`

/** Says whether the user has signed in on this device before. */
export async function knowsDevice(
  db: Db,
  attempt: { subdomain: string; loginKeys: string[]; device: string },
): Promise<boolean> {
  const { rows } = await sql<{ isKnown: boolean }>`
    select knows_device(${attempt.subdomain}, ${attempt.loginKeys}, ${attempt.device}) as "isKnown"`.execute(db)
  return rows[0]?.isKnown ?? false
}

/**
 * `loginKeys` are compared with lower-case e-mails and digits of phones. `waitSeconds` above 0 means too many tries. Without a user the
 * check must fail after the same time. docs/product/companies-and-users.md, "Tries".
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
 * Counts against the network and the name. Successes never count, because a whole office shares one address.
 * docs/product/companies-and-users.md, "Tries".
 */
export async function noteFailedSignIn(
  db: Db,
  failed: { companyId: string | null; identifier: string; network: string },
): Promise<void> {
  await sql`select note_failed_sign_in(${failed.companyId}, ${failed.identifier}, ${failed.network})`.execute(db)
}

/**
 * Confines the transaction to its company. False if user, password or company changed meanwhile.
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

/** Counts the try before it is checked. Returns the seconds to wait, or 0. docs/product/companies-and-users.md, "Tries". */
export async function tryOwnPassword(db: Db): Promise<number> {
  const { rows } = await sql<{ waitSeconds: number }>`select try_own_password() as "waitSeconds"`.execute(db)
  return rows[0]?.waitSeconds ?? 0
}

/** Called after a new password. */
export async function forgetFailedSignIns(
  db: Db,
  user: { id: string; email: string | null; phone: string | null },
): Promise<void> {
  const typed = [user.email, user.phone].filter((each) => each !== null)
  await sql`select forget_sign_in_failures(${[`user ${user.id}`, ...typed.map(signInName)]})`.execute(db)
}

export async function endSession(db: Db, sessionId: string): Promise<void> {
  await sql`select end_session(${sessionId})`.execute(db)
}

/** Keeps `exceptSessionId`. */
export async function endSessions(db: Db, userId: string, exceptSessionId: string | null): Promise<void> {
  await sql`select end_sessions_of(${userId}, ${exceptSessionId})`.execute(db)
}

/**
 * Ends `only` that one, all `but` that one, or all, even `calledFrom`; logs each and returns their count.
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

/** Counts living tokens, and living sessions but `exceptSessionId`. */
export async function countAccess(
  db: Db,
  userId: string,
  exceptSessionId: string | null,
): Promise<{ sessions: number; accessTokens: number }> {
  const { rows } = await sql<{ sessions: number; accessTokens: number }>`
    select sessions, access_tokens as "accessTokens" from count_access_of(${userId}, ${exceptSessionId})`.execute(db)
  return rows[0] ?? { sessions: 0, accessTokens: 0 }
}

/** Ends those of the transaction's company. */
export async function endSessionsOfCompany(db: Db): Promise<void> {
  await sql`select end_sessions_of_company()`.execute(db)
}
