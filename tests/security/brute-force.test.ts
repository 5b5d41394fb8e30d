import { setTimeout } from 'node:timers/promises'
import { vi } from 'vitest'
import { hashPassword } from '../../server/src/platform/auth/password.ts'
import { verify } from '../../server/src/platform/auth/password-threads.ts'
import { type Company, newMark, type World } from '../support/world.ts'
import { on, rewriteFunction } from './support/on-world.ts'
import { type Held, isLong, threat, tries } from './support/threat.ts'

vi.mock(import('../../server/src/platform/auth/password-threads.ts'), { spy: true })

/** The password of every user that `addPerson` adds. */
const password = 'una clave de prueba'
/** The instant at which attacks begin. */
const start = Date.parse('2026-11-20T16:00:00Z')

let addresses = 0
/** An IPv4 address that no other try comes from. */
function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Adds a user and gives their e-mail; their hash costs what a hash costs where times are looked at. */
async function addPerson(company: Company): Promise<string> {
  const email = `${newMark()}@correo.test`
  await company.addUser('user', { email, ...(isLong && { passwordHash: await hashPassword(password) }) })
  return email
}

type Try = { identifier: string; password: string; device?: string }

/** Tries to sign in, and gives the answer. */
const send = (company: Company, body: Try, from: string) =>
  company.anonymous.send('POST /api/auth/login', { body, from })

/** Tries to sign in, and gives the status of the answer. */
const signIn = async (company: Company, identifier: string, typed: string, from = newAddress()): Promise<number> =>
  (await send(company, { identifier, password: typed }, from)).statusCode

/** Compares passwords as they are in a run of all tests, where names that no user has would cost a check by argon each. */
function comparePlainly(): void {
  if (!isLong) vi.mocked(verify).mockImplementation(async (_hash, typed) => typed === password)
}

const argon = (
  await vi.importActual<typeof import('../../server/src/platform/auth/password-threads.ts')>(
    '../../server/src/platform/auth/password-threads.ts',
  )
).verify
const compareByArgon = () => vi.mocked(verify).mockImplementation(argon)

/** Makes the wrong tries of one minute of business time, ten at a time, and counts those that cost a check of a password. */
async function tryForAMinute(world: World, attempt: () => Promise<number>): Promise<number> {
  vi.mocked(verify).mockClear()
  const rounds = tries(20, 100)
  for (let round = 0; round < rounds; round += 1) {
    world.setTime(new Date(start + (round * 59_000) / rounds))
    await Promise.all(Array.from({ length: 10 }, attempt))
  }
  return vi.mocked(verify).mock.calls.length
}

/** Guesses at one user's password from one address. */
async function guessOne(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const [victim, from] = [await addPerson(company), newAddress()]
  const checked = await tryForAMinute(world, () => signIn(company, victim, newMark(), from))
  held(checked <= 12, `${checked} guesses at one user were checked`)
  world.setTime(new Date(start + 119_000))
  held((await signIn(company, victim, password, from)) === 200, 'a minute later that address is let in')
}

/** Guesses at one user's password from many addresses: each has one guess, only the first few have more. */
async function guessOneFromMany(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const victim = await addPerson(company)
  world.setTime(new Date(start))
  const addresses = Array.from({ length: tries(30, 200) }, newAddress)
  for (const from of addresses.slice(0, 5)) {
    for (let count = 0; count < 4; count += 1) await signIn(company, victim, newMark(), from)
  }
  for (const from of addresses.slice(5)) {
    const statuses = [await signIn(company, victim, newMark(), from), await signIn(company, victim, newMark(), from)]
    held(String(statuses) === '401,429', `the tries of one more address: ${statuses}`)
  }
}

type Owner = { who: string; from: () => string; device?: string }

/** Guesses for ten minutes from so many addresses; every half minute the owner signs in, in four ways. */
async function holdOut(world: World, held: Held, attackers: number): Promise<void> {
  const company = await world.openCompany()
  const victim = await addPerson(company)
  const addresses = Array.from({ length: attackers }, newAddress)
  const [home, device] = [newAddress(), newMark().padEnd(20, 'x')]
  const owners: Owner[] = [
    { who: 'from an address that was never seen', from: newAddress },
    { who: 'from the address of always', from: () => home },
    { who: 'on the device of always, elsewhere', from: newAddress, device },
    { who: 'on the device of always, behind an attacker', from: () => addresses[0] ?? '', device },
  ]
  let second = 0
  /**
   * Makes every attacker's guess of that second, ten at a time, which one server checks without refusing for lack of room.
   */
  async function attackAt(next: number): Promise<void> {
    second = next
    world.setTime(new Date(start + second * 1_000))
    for (let at = 0; at < addresses.length; at += 10) {
      await Promise.all(addresses.slice(at, at + 10).map((from) => signIn(company, victim, newMark(), from)))
    }
  }
  world.setTime(new Date(start))
  await send(company, { identifier: victim, password, device }, home)
  // In a run of all tests the attackers leave out tries that would surely be refused.
  const all = Array.from({ length: 600 }, (_, index) => index + 1)
  const isRound = (at: number) => at <= 31 || at % 31 === 0 || (isLong && at % 5 === 0)
  const rounds = all.filter((at) => isRound(at) && (isLong || [1, 2, 4, 8, 16, 31].includes(at) || at % 186 === 0))
  for (const round of rounds) {
    if (round > second) await attackAt(round)
    if (round % 31 !== 0) continue
    for (const { who, from, device: own } of owners) {
      const body = { identifier: victim, password, ...(own === undefined ? {} : { device: own }) }
      const [place, came] = [from(), second]
      while ((await send(company, body, place)).statusCode !== 200 && second - came <= 10) await attackAt(second + 1)
      held(second - came <= 10, `${attackers} attackers, after ${came} s, ${who}: in after ${second - came} s`)
    }
  }
  world.setTime(undefined)
}

const plainly = (attack: (world: World, held: Held) => Promise<void>) => async (world: World, held: Held) => {
  comparePlainly()
  try {
    await attack(world, held)
  } finally {
    compareByArgon()
  }
}

/** Checks that a million failures count like a hundred, and that a new password ends them. */
async function failAMillionTimes(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const [victim, from] = [await addPerson(company), newAddress()]
  const setSeconds = (seconds: number) => world.setTime(new Date(start + seconds * 1_000))
  setSeconds(0)
  for (let count = 0; count < 5; count += 1) await signIn(company, victim, newMark(), from)
  await world.owner.query('update sign_in_failures set failures = 1000000')
  const outcomes = [await signIn(company, victim, password, from), await signIn(company, victim, password)]
  held(String(outcomes) === '429,200', `the address that failed, and another one: ${outcomes}`)
  setSeconds(30)
  held((await signIn(company, victim, newMark(), from)) === 401, 'half a minute later one more guess is checked')
  setSeconds(60)
  held((await signIn(company, victim, password, from)) === 200, 'and another half minute later the address is let in')
  for (let count = 0; count < 5; count += 1) await signIn(company, victim, newMark(), from)
  held((await signIn(company, victim, password, from)) === 429, 'after further failures it waits again')
  const { users } = await company.admin.ok('GET /api/users')
  const { id = '', firstName = '' } = users.find(({ email }) => email === victim) ?? {}
  const body = { firstName, email: victim, password: 'otra clave segura', type: 'user' as const }
  await company.admin.ok('PUT /api/users/:id', { params: { id }, body })
  held((await signIn(company, victim, 'otra clave segura', from)) === 200, 'a new password makes an end of the tries')
  world.setTime(undefined)
}

/** Tries one password with many names from one address; then a colleague signs in from that address. */
async function guessMany(world: World, held: Held): Promise<void> {
  const company = await world.openCompany()
  const [colleague, from] = [await addPerson(company), newAddress()]
  const checked = await tryForAMinute(world, () => signIn(company, newMark(), 'Casillero2026', from))
  held(checked <= 30, `${checked} guesses from one address were checked`)
  world.setTime(new Date(start + 119_000))
  held((await signIn(company, colleague, password, from)) === 200, 'a minute later the office is let in')
}

/** Guesses one by one up to the limit, then many at once, none of which can have counted for another yet. */
async function guessAtOnce(world: World, held: Held): Promise<void> {
  const [company, from] = [await world.openCompany(), newAddress()]
  const guess = () => signIn(company, newMark(), 'Casillero2026', from)
  world.setTime(new Date(start))
  vi.mocked(verify).mockClear()
  for (let count = 0; count < 19; count += 1) await guess()
  const statuses = await Promise.all(Array.from({ length: tries(100, 1_000) }, guess))
  const checked = vi.mocked(verify).mock.calls.length
  held(checked <= 30, `${checked} guesses were checked`)
  held(
    statuses.every((status) => [401, 429].includes(status)),
    `${[...new Set(statuses)]}`,
  )
}

const p95 = (times: number[]): number => times.toSorted((a, b) => a - b)[Math.floor(times.length * 0.95)] ?? Number.NaN

/** Attacks one user, while users of all companies sign in, in about their usual time. */
async function goOnMeanwhile(world: World, held: Held): Promise<void> {
  const [company, other] = [await world.openCompany(), await world.openCompany()]
  const [victim, people] = [await addPerson(company), await Promise.all([company, other].map(addPerson))]
  async function takeTurns(count: number): Promise<number[]> {
    const times: number[] = []
    for (let turn = 0; turn < count; turn += 1) {
      const began = performance.now()
      const status = await signIn([company, other][turn % 2] ?? company, people[turn % 2] ?? '', password)
      times.push(performance.now() - began)
      held(status === 200, `sign-in of another user: ${status}`)
    }
    return times
  }
  const turns = tries(20, 300)
  await takeTurns(5)
  const idle = p95(await takeTurns(turns))
  const storm = new AbortController()
  const addresses = Array.from({ length: 200 }, newAddress)
  async function attack(): Promise<void> {
    // Seventeen tries a second are the thousand a minute of the threat table.
    for (let turn = 0; !storm.signal.aborted; turn += 1, await setTimeout(60)) {
      await signIn(company, victim, newMark(), addresses[turn % addresses.length])
    }
  }
  const attacking = attack()
  const busy = p95(await takeTurns(turns))
  storm.abort()
  await attacking
  // Times say nothing on a machine that is busy with other tests; three hundred sign-ins are the figure.
  if (isLong) held(busy <= idle * 2, `p95 ${busy.toFixed(0)} ms under attack, ${idle.toFixed(0)} ms idle`)
}

const forgetTries = async (world: World) => {
  await rewriteFunction(world, 'try_sign_in', 't.failed_at + sign_in_delay(t.failures, free) <= at', 'true')
  await rewriteFunction(world, 'try_sign_in', 'f.failures >= 20', 'false')
}

/** Makes the tries of one identifier count together, from any origin. */
const countTogether = (world: World) =>
  rewriteFunction(world, 'try_sign_in', /insert into sign_in_failures as t/, "origin := 'together';\n  $&")

/** Makes each address count on its own for an identifier. */
const overlookTheWhole = (world: World) => rewriteFunction(world, 'try_sign_in', 'if is_attacked and', 'if false and')

/** Removes the cap, so that the power outgrows its type. */
const growForEver = (world: World) =>
  rewriteFunction(world, 'sign_in_delay', 'least(failures - free, 5)', '(failures - free)')

const holdOutOne = plainly((world, held) => holdOut(world, held, 1))
const holdOutMany = plainly((world, held) => holdOut(world, held, tries(20, 200)))

threat('T-09', { what: 'passwords guessed by force', asvs: ['6.3.1', '6.1.1'] }, ({ proof, control }) => {
  proof('few of the guesses at one user from one address are checked', on(guessOne, { instances: 2 }))
  control('guesses at one user, without the delay', on(guessOne, { instances: 2, weaken: forgetTries }))
  proof('one guess at one user is checked from each of many addresses', on(plainly(guessOneFromMany)))
  control('many addresses, each of them alone', on(plainly(guessOneFromMany), { weaken: overlookTheWhole }))
  proof(
    'the owner gets in within ten seconds during an attack of ten minutes from one address, every time and from everywhere',
    on(holdOutOne, { instances: 2 }),
  )
  proof(
    'the owner gets in within ten seconds during an attack of ten minutes from many addresses, every time and from everywhere',
    on(holdOutMany, { instances: 2 }),
  )
  control('one address, where all places count together', on(holdOutOne, { weaken: countTogether }))
  proof('a million failures count like a hundred, and a new password forgets them', on(failAMillionTimes))
  control('a million failures, without the cap', on(failAMillionTimes, { weaken: growForEver }))
  proof('few of the guesses from one address are checked', on(plainly(guessMany), { instances: 2 }))
  control('guesses from one address, without its limit', on(plainly(guessMany), { instances: 2, weaken: forgetTries }))
  proof('few more of the guesses are checked when all come at once', on(plainly(guessAtOnce), { instances: 2 }))
  control(
    'all at once, without the limit of an address',
    on(plainly(guessAtOnce), { instances: 2, weaken: forgetTries }),
  )
  proof('other users sign in during an attack', on(goOnMeanwhile, { instances: 2 }))
})
