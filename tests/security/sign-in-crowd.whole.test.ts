import { Agent } from 'node:http'
import { setTimeout } from 'node:timers/promises'
import { vi } from 'vitest'
import { inPasswordTurn } from '../../server/src/platform/auth/password.ts'
import { passwordThreads } from '../../server/src/platform/auth/password-threads.ts'
import { createFairTurns } from '../../server/src/platform/database/fair-turns.ts'
import { AppError } from '../../server/src/platform/errors.ts'
import { type Company, newMark, samplePassword, type World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { ask } from './support/storm.ts'
import { type Held, isLong, threat, tries } from './support/threat.ts'

// In whole runs alone, because it measures seconds, which a machine that other tests use as well does not keep; that turns are
// given in the right order is shown by turns.test.ts with a clock of its own.
vi.mock(import('../../server/src/platform/auth/password.ts'), { spy: true })

const [addresses, networks] = isLong ? [200, 100] : [60, 30]
const attackMs = tries(15_000, 120_000)
const atOnce = 4

/** The least part of each kind of sign-in that has to succeed. */
const leastOf = { known: 0.95, elsewhere: 0.95, fresh: 0.5 }
type Kind = keyof typeof leastOf
const kinds = ['known', 'elsewhere', 'fresh'] as const

type Try = { company: Company; identifier: string; password: string; device?: string }

const callOf = ({ company, ...body }: Try) =>
  ({ method: 'POST', path: '/api/auth/login', host: company.host, body: JSON.stringify(body) }) as const

/** Tries made-up names at a company from each address, a second apart and four of an address under way at most, until it is ended. */
function guess(port: number, company: Company, end: AbortSignal): Promise<unknown> {
  const lanes = Array.from({ length: addresses }, async (_, at) => {
    const agent = new Agent({ keepAlive: true, maxSockets: atOnce })
    const localAddress = `127.${1 + (at % networks)}.7.${1 + Math.floor(at / networks)}`
    const underWay = new Set<Promise<unknown>>()
    await setTimeout((at * 1_000) / addresses)
    while (!end.aborted) {
      if (underWay.size < atOnce) {
        const call = callOf({
          company,
          identifier: `${newMark()}@correo.test`,
          password: 'adivinada',
          device: newMark(),
        })
        const one = ask(port, call, { localAddress, agent }).finally(() => underWay.delete(one))
        underWay.add(one)
      }
      await setTimeout(1_000)
    }
    agent.destroy()
  })
  return Promise.all(lanes)
}

/** Signs in as a person does, who presses again after a refusal, for ten seconds; each from the address that is given. */
async function signInWithin(port: number, one: Try, localAddress: string): Promise<boolean> {
  const until = performance.now() + 10_000
  while (performance.now() < until) {
    const status = await ask(port, callOf(one), { localAddress })
    if (status === 200) return performance.now() < until
    await setTimeout(1_000)
  }
  return false
}

async function addPeople(company: Company, count: number): Promise<Try[]> {
  return await Promise.all(
    Array.from({ length: count }, async () => {
      const identifier = `${newMark()}@correo.test`
      await company.addUser('user', { email: identifier })
      return { company, identifier, password: samplePassword, device: newMark().padEnd(20, 'x') }
    }),
  )
}

/** Keeps the crowd guessing at one company while people sign in there and elsewhere. */
async function crowdAtOne(world: World, held: Held): Promise<void> {
  const port = Number(new URL(await world.app.listen({ port: 0, host: '127.0.0.1' })).port)
  const [attacked, other] = [await world.openCompany(), await world.openCompany()]
  const [known, elsewhere, fresh] = await Promise.all([
    addPeople(attacked, 4),
    addPeople(other, 4),
    addPeople(attacked, 4),
  ])
  for (const one of known) held(await signInWithin(port, one, '127.201.0.1'), 'before the attack a person signs in')
  const storm = new AbortController()
  const attack = guess(port, attacked, storm.signal)
  const outcomes = new Map(kinds.map((kind) => [kind, { ok: 0, all: 0 }]))
  const trying: Promise<unknown>[] = []
  const from = performance.now()
  const count = async (kind: Kind, one: Try | undefined, address: string) => {
    const outcome = outcomes.get(kind)
    if (!one || !outcome) return
    outcome.all += 1
    if (await signInWithin(port, one, address)) outcome.ok += 1
  }
  for (let turn = 0; performance.now() - from < attackMs; turn += 1) {
    await setTimeout(tries(1_000, 2_000))
    trying.push(count('known', known[turn % known.length], `127.202.0.${1 + turn}`))
    trying.push(count('elsewhere', elsewhere[turn % elsewhere.length], `127.203.${turn}.1`))
    trying.push(count('fresh', fresh[turn % fresh.length], `127.204.${turn}.1`))
  }
  await Promise.all(trying)
  storm.abort()
  await attack
  for (const [kind, { ok, all }] of outcomes) {
    console.info(`T-44: ${kind} ${ok} of ${all}`)
    held(ok >= all * leastOf[kind], `${kind}: ${ok} of ${all} were let in within ten seconds`)
  }
}

/** Lets all wait in one short line, in the order of their arrival. */
async function inOneLine(world: World, held: Held): Promise<void> {
  const line = createFairTurns({
    maxConcurrent: passwordThreads,
    maxQueued: 22 - passwordThreads,
    maxWaitMs: 5_000,
    refusal: () => new AppError('too_many_tries', { retryAfterSeconds: 1 }),
  })
  vi.mocked(inPasswordTurn).mockImplementation((_caller, work) =>
    line.run({ company: 'all', rank: 'newcomer', origin: 'all' }, work),
  )
  try {
    await crowdAtOne(world, held)
  } finally {
    vi.mocked(inPasswordTurn).mockRestore()
  }
}

threat(
  'T-44',
  { what: 'Guesses from many addresses that keep people from signing in', asvs: ['2.4.1', '6.3.1', '15.2.2'] },
  ({ proof, control }) => {
    proof(
      'a crowd that guesses at one company keeps neither its known devices, nor other companies, nor its new addresses out',
      on(crowdAtOne),
    )
    control('the same crowd, where all wait in one line', on(inOneLine))
  },
)
