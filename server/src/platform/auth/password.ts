import { createFairTurns } from '../database/fair-turns.ts'
import { AppError, fieldError } from '../errors.ts'
import { hash, passwordThreads, verify } from './password-threads.ts'

// 19 MiB, two passes and one lane are OWASP's minimum for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }

/** So many wait for a few seconds at most; one that waits is little more than an open connection. */
export const passwordLimits = {
  maxQueued: 400,
  maxWaitMs: 6_000,
  rest: { times: 0.5, mostMs: 100 },
  isGuessing: true,
  refusal: () => new AppError('too_many_tries', { retryAfterSeconds: 1 }),
}

/**
 * Runs work that hashes or checks passwords in the turn of its caller, which bounds the memory and the cores that it takes. One more
 * than there are threads runs at once, so that a thread hashes while the database answers another call.
 */
export const inPasswordTurn = createFairTurns({ ...passwordLimits, maxConcurrent: passwordThreads + 1 }).run

/** The argon2id hash of a password with a salt that is given, so that the same password has the same one. */
export const hashWithSalt = (password: string, salt: Uint8Array): Promise<string> => hash(password, { ...cost, salt })

const refused = new Set<string>()

/**
 * The argon2id hash of a password, as stored. Throws `password_published`. Calls run it in their turn.
 * docs/product/companies-and-users.md, "Passwords".
 */
export async function hashPassword(password: string): Promise<string> {
  if (refused.has(password)) throw fieldError('password_published', 'password')
  return await hash(password, cost)
}

type Person = { companyId: string; userId: string }

/** Runs work on passwords in the turn of a person who is signed in. */
export const runInTurn = <T>({ companyId, userId }: Person, work: () => Promise<T>): Promise<T> =>
  inPasswordTurn({ company: companyId, rank: 'staff', origin: userId }, work)

let decoy: Promise<string> | undefined

/**
 * Makes a published password wrong for every account, and refuses it as a new one, in this process from now on.
 * docs/product/companies-and-users.md, "Passwords".
 */
export function refusePassword(password: string): void {
  refused.add(password)
}

/**
 * Says whether the password fits the stored hash. Without a hash (no such user) it checks against a decoy, so that an
 * unknown user costs the same time, and says no. Calls run it in their turn.
 * docs/product/companies-and-users.md, "Sign-in".
 */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no password is ever this one', cost)
  const isRight = await verify(storedHash ?? (await decoy) ?? '', password)
  return isRight && storedHash !== null && !refused.has(password)
}
