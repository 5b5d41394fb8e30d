import type { SecondStepMethod } from '@casillero/shared/contract/auth'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { hashToken } from './session.ts'

/** The driver writes a buffer in an array as text. */
export const writeBytes = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

let areOperatorsAsked = false

/** Operators may postpone it for seven days. docs/product/second-step.md, "Who must have one". */
export function askOperators(isAsked: boolean): void {
  areOperatorsAsked = isAsked
}

/** `none`: the session may start. */
export type Due = {
  purpose: 'none' | 'code' | 'activate'
  methods: SecondStepMethod[] | null
  fullName: string
  mayDefer: boolean
}

type Checked = {
  companyId: string
  userId: string
  passwordHash: string
  identifier: string
  origin: string
  network: string
  device: string | null
}

/**
 * Stores the ticket if a second step is due. `trusted` are the secrets of this browser. Undefined if user, password or company changed
 * meanwhile.
 */
export async function beginSecondStep(
  db: Db,
  checked: Checked & { trusted: string[]; ticket: string },
): Promise<Due | undefined> {
  const { rows } = await sql<Due>`
    select purpose, methods, full_name as "fullName", may_defer as "mayDefer"
    from begin_second_step(
      ${checked.companyId}, ${checked.userId}, ${checked.passwordHash}, ${checked.identifier}, ${checked.origin},
      ${checked.network}, ${checked.device}, ${checked.trusted.map((secret) => writeBytes(hashToken(secret)))}, ${hashToken(checked.ticket)}, ${areOperatorsAsked}
    )`.execute(db)
  return rows[0]
}

/** What a try is checked against. */
export type SecondStepTask = {
  waitSeconds: number
  at: Date
  companyId: string
  /** Null if a passkey alone will identify the user. */
  userId: string | null
  identifier: string
  triesLeft: number
  appSecret: Buffer | null
  codesSalt: Buffer | null
  challenge: string | null
}

type Asked = { ticket: string; subdomain: string }

/** Counts a try before it is checked. Undefined if the ticket is used, spent, old, or of another company. */
export async function trySecondStep(
  db: Db,
  { ticket, subdomain, network }: Asked & { network: string },
): Promise<SecondStepTask | undefined> {
  const { rows } = await sql<SecondStepTask>`
    select wait_seconds as "waitSeconds", app_now() as at, company_id as "companyId", user_id as "userId", identifier,
           tries_left as "triesLeft", app_secret as "appSecret", codes_salt as "codesSalt", challenge
    from try_second_step(${hashToken(ticket)}, ${subdomain}, ${network})`.execute(db)
  return rows[0]
}

/** The proof given at the second step. */
export type Proof = {
  userId: string
  method: SecondStepMethod
  counter?: number
  code?: Buffer
  passkeyId?: string
}

type Place = { network: string; address: string; userAgent: string | null }

/**
 * Confines the transaction to its company. Returns `used` if the proof was used before, undefined if ticket or user ended. The caller rolls
 * back in both cases.
 */
export async function finishSecondStep(
  db: Db,
  {
    ticket,
    subdomain,
    proof,
    trust,
    token,
    network,
    address,
    userAgent,
  }: Asked & Place & { proof: Proof; trust: string | null; token: string },
): Promise<{ outcome: 'done' | 'used'; codesLeft: number } | undefined> {
  const { rows } = await sql<{ outcome: 'done' | 'used'; codesLeft: number }>`
    select outcome, codes_left as "codesLeft" from finish_second_step(
      ${hashToken(ticket)}, ${subdomain}, ${proof.userId}, ${proof.method}, ${proof.counter ?? null}, ${proof.code ?? null},
      ${proof.passkeyId ?? null}, ${trust === null ? null : hashToken(trust)}, ${hashToken(token)},
      ${network}, ${address}, ${userAgent}
    )`.execute(db)
  return rows[0]
}

/** Keeps a wrong code in the log, and for its owner. */
export async function noteWrongCode(
  db: Db,
  { companyId, userId, network }: { companyId: string; userId: string; network: string },
): Promise<void> {
  await sql`select note_wrong_code(${companyId}, ${userId}, ${network})`.execute(db)
}

/** Returns how many wrong codes there were since the user's last sign-in. */
export async function takeWrongCodes(db: Db, userId: string): Promise<number> {
  const { rows } = await sql<{ wrong: number | null }>`select take_wrong_codes(${userId}) as wrong`.execute(db)
  return rows[0]?.wrong ?? 0
}

/** Undefined if the ticket is used, spent or old. */
export async function enterActivation(
  db: Db,
  { ticket, subdomain }: Asked,
): Promise<{ companyId: string; userId: string } | undefined> {
  const { rows } = await sql<{ companyId: string; userId: string }>`
    select company_id as "companyId", user_id as "userId"
    from enter_activation(${hashToken(ticket)}, ${subdomain})`.execute(db)
  return rows[0]
}

/** Returns how many tries are left. */
export async function noteActivationTry(db: Db, ticket: string): Promise<number> {
  const { rows } = await sql<{ left: number | null }>`select note_activation_try(${hashToken(ticket)}) as left`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}

/** Returns false if the second step was neither set up nor postponed. */
export async function finishActivation(
  db: Db,
  {
    ticket,
    isPutOff,
    token,
    network,
    address,
    userAgent,
  }: Place & { ticket: string; isPutOff: boolean; token: string },
): Promise<boolean> {
  const { rows } = await sql<{ isDone: boolean }>`
    select finish_activation(
      ${hashToken(ticket)}, ${isPutOff}, ${hashToken(token)}, ${network}, ${address}, ${userAgent}
    ) as "isDone"`.execute(db)
  return rows[0]?.isDone ?? false
}
