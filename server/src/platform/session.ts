import { createHash, randomBytes } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from './database.ts'

/** A fresh token of 256 random bits, as the browser keeps it. Only `hashToken` of it is ever stored. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** SHA-256 of a token: what the database knows of it. */
export const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest()

/** The token of an `Authorization: Bearer` header, or undefined; cookies and other schemes are never a credential. */
export function bearerToken(header: string | undefined): string | undefined {
  return /^Bearer ([A-Za-z0-9_-]{43})$/.exec(header ?? '')?.[1]
}

export type HostCompany = { id: string; name: string; subdomain: string; logoUrl: string | null }

/** The active company of a subdomain; undefined for an unknown, inactive or suspended one. */
export async function findCompanyOfHost(db: Db, subdomain: string): Promise<HostCompany | undefined> {
  const { rows } = await sql<HostCompany>`
    select id, name, subdomain, logo_url as "logoUrl" from company_of_host(${subdomain})`.execute(db)
  return rows[0]
}

type SignInTry = { waitSeconds: number; companyId: string | null; userId: string | null; passwordHash: string | null }

/**
 * Notes a sign-in try and finds the user: `loginKeys` are compared with e-mails in lower case and phone digits.
 * `waitSeconds` above 0 means too many tries; nothing found means that the password check must fail in the same time.
 */
export async function beginSignIn(
  db: Db,
  attempt: { subdomain: string; identifier: string; loginKeys: string[]; address: string },
): Promise<SignInTry> {
  const { rows } = await sql<SignInTry>`
    select wait_seconds as "waitSeconds", company_id as "companyId", user_id as "userId", password_hash as "passwordHash"
    from begin_sign_in(${attempt.subdomain}, ${attempt.identifier}, ${attempt.loginKeys}, ${attempt.address})`.execute(
    db,
  )
  return rows[0] ?? { waitSeconds: 0, companyId: null, userId: null, passwordHash: null }
}

/** Counts a failed try for the address it came from; successes never count, a whole office shares one. */
export async function failSignIn(db: Db, address: string): Promise<void> {
  await sql`select fail_sign_in(${address})`.execute(db)
}

/**
 * Starts a session after the password was found right, and confines the transaction to its company.
 * False when the user, the password or the company changed meanwhile.
 */
export async function completeSignIn(
  db: Db,
  signIn: { companyId: string; userId: string; identifier: string; passwordHash: string; token: string },
): Promise<boolean> {
  const { rows } = await sql`
    select session_id from complete_sign_in(
      ${signIn.companyId}, ${signIn.userId}, ${signIn.identifier}, ${signIn.passwordHash}, ${hashToken(signIn.token)}
    )`.execute(db)
  return rows.length > 0
}

/** Ends one session of the own company. */
export async function endSession(db: Db, sessionId: string): Promise<void> {
  await sql`select end_session(${sessionId})`.execute(db)
}

/** Ends the sessions of a user of the own company; all but one when that one is named. */
export async function endSessionsOf(db: Db, userId: string, exceptSessionId: string | null): Promise<void> {
  await sql`select end_sessions_of(${userId}, ${exceptSessionId})`.execute(db)
}

/** Ends every session of the company that this transaction is in. */
export async function endSessionsOfCompany(db: Db): Promise<void> {
  await sql`select end_sessions_of_company()`.execute(db)
}
