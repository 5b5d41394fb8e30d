import { createFairTurns } from '../database/fair-turns.ts'
import { AppError, fieldError } from '../errors.ts'
import { hash, passwordThreads, verify } from './password-threads.ts'

// OWASP's minimum for argon2id: 19 MiB, two passes, one lane.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** A waiting call costs little more than an open connection. */
export const passwordLimits = {
  maxQueued: 400,
  maxWaitMs: 6_000,
  rest: { times: 0.5, mostMs: 100 },
  isGuessing: true,
  refusal: () => new AppError('too_many_tries', { retryAfterSeconds: 1 }),
}

/** Limits memory and cores. One more than the threads, so that a thread hashes while the database answers another call. */
export const inPasswordTurn = createFairTurns({ ...passwordLimits, maxConcurrent: passwordThreads + 1 }).run

/** Equal passwords get equal hashes. */
export const hashWithSalt = (password: string, salt: Uint8Array): Promise<string> => hash(password, { ...cost, salt })

const refused = new Set<string>()

/** Throws `password_published`. Must run inside a password turn. docs/product/companies-and-users.md, "Passwords". */
export async function hashPassword(password: string): Promise<string> {
  if (refused.has(password)) throw fieldError('password_published', 'password')
  return await hash(password, cost)
}

type Person = { companyId: string; userId: string }

/** For a person who is signed in. */
export const runInTurn = <T>({ companyId, userId }: Person, work: () => Promise<T>): Promise<T> =>
  inPasswordTurn({ company: companyId, rank: 'staff', origin: userId }, work)

let decoy: Promise<string> | undefined

/**
 * In this process the password is now wrong for every account, and refused as a new one. docs/product/companies-and-users.md, "Passwords".
 */
export function refusePassword(password: string): void {
  refused.add(password)
}

/**
 * Without a hash (no such user) a decoy takes the same time. Must run inside a password turn.
 * docs/product/companies-and-users.md, "Sign-in".
 */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no password is ever this one', cost)
  const isRight = await verify(storedHash ?? (await decoy) ?? '', password)
  return isRight && storedHash !== null && !refused.has(password)
}
