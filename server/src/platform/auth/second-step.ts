import type { SecondStepMethod } from '@casillero/shared/contract/auth'
import { sql } from 'kysely'
import type { Db } from '../database/database.ts'
import { hashToken } from './session.ts'

/** Bytes as PostgreSQL reads them in an array, where the driver writes a buffer as text. */
export const writeBytes = (bytes: Buffer): string => `\\x${bytes.toString('hex')}`

let areOperatorsAsked = false

/**
 * Asks the admins of operators for a second step from now on, or no more; they may put it off for seven days.
 * docs/product/second-step.md, "Who must have one".
 */
export function askOperators(isAsked: boolean): void {
  areOperatorsAsked = isAsked
}

/** The rest that is missing after a right password; `none` where the session may start. */
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
 * Finds what a user owes after the password, and keeps the ticket where that is a second step. `trusted` are the secrets of this
 * browser. Undefined when the user, the password or the company changed meanwhile.
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

/** The things that a try at the second step is checked against. */
export type SecondStepTask = {
  waitSeconds: number
  at: Date
  companyId: string
  /** Null where a passkey alone will say whose it is. */
  userId: string | null
  identifier: string
  triesLeft: number
  appSecret: Buffer | null
  codesSalt: Buffer | null
  challenge: string | null
}

type Asked = { ticket: string; subdomain: string }

/** Notes a try before it is checked. Undefined for a ticket that is used, spent, old, or of another company. */
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

/** The proof that was given at the second step. */
export type Proof = {
  userId: string
  method: SecondStepMethod
  counter?: number
  code?: Buffer
  passkeyId?: string
}

type Place = { network: string; address: string; userAgent: string | null }

/**
 * Uses up the ticket and the proof, and starts the session; confines the transaction to its company. `used` where the proof was used
 * before; undefined where the ticket or the user ended meanwhile. The caller rolls back in both cases.
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

/** Moves the transaction to the user who makes a second step with this ticket; undefined for one that is used, spent or old. */
export async function enterActivation(
  db: Db,
  { ticket, subdomain }: Asked,
): Promise<{ companyId: string; userId: string } | undefined> {
  const { rows } = await sql<{ companyId: string; userId: string }>`
    select company_id as "companyId", user_id as "userId"
    from enter_activation(${hashToken(ticket)}, ${subdomain})`.execute(db)
  return rows[0]
}

/** Counts a wrong code of an activation; gives how many tries are left. */
export async function noteActivationTry(db: Db, ticket: string): Promise<number> {
  const { rows } = await sql<{ left: number | null }>`select note_activation_try(${hashToken(ticket)}) as left`.execute(
    db,
  )
  return rows[0]?.left ?? 0
}

/** Uses up the ticket of an activation, which was made or is put off, and starts the session; false where that is not so. */
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
