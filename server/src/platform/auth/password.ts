import { restSince } from '../database/rest.ts'
import { AppError, fieldError } from '../errors.ts'
import { hash, passwordThreads, verify } from './password-threads.ts'

// 19 MiB, two passes and one lane are OWASP's minimum for argon2id, which is the library's default algorithm.
const cost = { memoryCost: 19 * 1024, timeCost: 2, parallelism: 1 }
const maxWaiting = 22 - passwordThreads
/** While others wait for their turn, so that a crowd of them does not hold a core all the time. */
const rest = { times: 0.5, mostMs: 100 }

let running = 0
const waiting: (() => void)[] = []

/** Bounds the memory and the cores that password hashing can take; a caller beyond the queue gets `too_many_tries`. */
async function runInTurn<T>(work: () => Promise<T>): Promise<T> {
  if (running >= passwordThreads) {
    if (waiting.length >= maxWaiting) throw new AppError('too_many_tries', { retryAfterSeconds: 1 })
    await new Promise<void>((resolve) => waiting.push(resolve))
  } else {
    running += 1
  }
  const from = performance.now()
  try {
    return await work()
  } finally {
    void passTurn(from)
  }
}

/** Gives the turn to the next one in the queue, after a rest. */
async function passTurn(from: number): Promise<void> {
  if (waiting.length > 0) await restSince(from, rest)
  const next = waiting.shift()
  if (next) next()
  else running -= 1
}

const refused = new Set<string>()

/**
 * The argon2id hash of a password, as stored. Throws `password_published`, and `too_many_tries` when too many wait.
 * docs/product/companies-and-users.md, "Passwords".
 */
export async function hashPassword(password: string): Promise<string> {
  if (refused.has(password)) throw fieldError('password_published', 'password')
  return await runInTurn(() => hash(password, cost))
}

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
 * unknown user costs the same time, and says no. Throws `too_many_tries` when too many wait.
 * docs/product/companies-and-users.md, "Sign-in".
 */
export async function checkPassword(storedHash: string | null, password: string): Promise<boolean> {
  decoy ??= hash('no password is ever this one', cost)
  const isRight = await runInTurn(async () => verify(storedHash ?? (await decoy) ?? '', password))
  return isRight && storedHash !== null && !refused.has(password)
}
