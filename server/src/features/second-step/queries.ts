import type { OwnSecondStep, Passkey } from '@casillero/shared/contract/second-step'
import { sql } from 'kysely'
import { writeBytes } from '../../platform/auth/second-step.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'

type State = { since: string | null; hasApp: boolean; passkeys: number; codesLeft: number; isRequired: boolean }

/** Throws `not_found`. */
export async function getSecondStep(db: Db, userId: string): Promise<State> {
  const { rows } = await sql<State>`
    select since, coalesce(has_app, false) as "hasApp", passkeys, codes_left as "codesLeft", is_required as "isRequired"
    from second_step_of_user(${userId})`.execute(db)
  const [state] = rows
  if (!state) throw new AppError('not_found')
  return state
}

type KnownPasskey = Passkey & { credentialId: string; transports: string[] }

export async function listOwnPasskeys(db: Db): Promise<KnownPasskey[]> {
  const { rows } = await sql<KnownPasskey>`
    select id, name, credential_id as "credentialId", transports, created_at as "createdAt", last_used_at as "lastUsedAt"
    from own_passkeys()`.execute(db)
  return rows
}

/** Says whether it is younger than ten minutes. */
export async function isSessionFresh(db: Db, sessionId: string): Promise<boolean> {
  const { rows } = await sql<{ isFresh: boolean }>`select is_session_fresh(${sessionId}) as "isFresh"`.execute(db)
  return rows[0]?.isFresh ?? false
}

export async function getOwnSecondStep(
  db: Db,
  { userId, sessionId }: { userId: string; sessionId: string },
): Promise<OwnSecondStep> {
  const { rows } = await sql<State & { asksPassword: boolean }>`
    select since, coalesce(has_app, false) as "hasApp", codes_left as "codesLeft", is_required as "isRequired",
           not is_session_fresh(${sessionId}) as "asksPassword"
    from second_step_of_user(${userId})`.execute(db)
  const [state] = rows
  if (!state) throw new AppError('not_found')
  return { ...state, passkeys: await listOwnPasskeys(db) }
}

export async function keepOfferedApp(db: Db, secret: Buffer): Promise<void> {
  await sql`select offer_own_app(${secret})`.execute(db)
}

/** Includes the database's time. */
export async function getOfferedApp(db: Db): Promise<{ secret: Buffer | null; at: Date }> {
  const { rows } = await sql<{ secret: Buffer | null; at: string }>`
    select own_offered_app() as secret, app_now() as at`.execute(db)
  const [row] = rows
  return { secret: row?.secret ?? null, at: new Date(row?.at ?? 0) }
}

type Codes = { salt: Buffer; hashes: Buffer[] }

/** Returns true if recovery codes were stored; null if another offer replaced this one. */
export async function confirmApp(
  db: Db,
  { secret, counter, salt, hashes }: Codes & { secret: Buffer; counter: number },
): Promise<boolean | null> {
  const { rows } = await sql<{ isNew: boolean | null }>`
    select confirm_own_app(${secret}, ${counter}, ${salt}, ${hashes.map(writeBytes)}) as "isNew"`.execute(db)
  return rows[0]?.isNew ?? null
}

/** Returns false if there is no second step. */
export async function renewCodes(db: Db, { salt, hashes }: Codes): Promise<boolean> {
  const { rows } = await sql<{
    isDone: boolean
  }>`select renew_own_codes(${salt}, ${hashes.map(writeBytes)}) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}

/** Returns false if there was none. */
export async function dropSecondStep(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`select drop_second_step(${userId}) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}

/** Like `dropSecondStep`, and also ends sessions and access tokens. */
export async function resetSecondStep(db: Db, userId: string): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`select reset_second_step(${userId}) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}
