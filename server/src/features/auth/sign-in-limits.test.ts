import { afterEach, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { type Company, newMark } from '../../../../tests/support/world.ts'
import { hashPassword } from '../../platform/auth/password.ts'

const world = openWorld()
let company: Company
let passwordHash: string
const password = 'una buena clave'
beforeAll(async () => {
  passwordHash = await hashPassword(password)
  company = await world.openCompany()
})
afterEach(() => world.setTime(undefined))

let addresses = 0
function newAddress(): string {
  addresses += 1
  return `192.168.${addresses >> 8}.${addresses & 255}`
}

type Options = { from?: string; host?: string; device?: unknown }

/** `401`, or `429 7` with the seconds to wait; each from an address of its own unless said otherwise. */
async function attempt(identifier: string, typed: string, options: Options = {}) {
  const { from = newAddress(), host = company.host, device } = options
  const answer = await company.anonymous.send('POST /api/auth/login', {
    body: { identifier, password: typed, device },
    headers: { host },
    from,
  })
  const wait = answer.headers['retry-after']
  return wait === undefined ? String(answer.statusCode) : `${answer.statusCode} ${wait}`
}

const start = Date.parse('2026-11-20T16:00:00Z')
const setSeconds = (seconds: number) => world.setTime(new Date(start + seconds * 1000))

async function fail(identifier: string, times: number, options: Options = {}) {
  const seen: string[] = []
  for (let count = 0; count < times; count += 1) seen.push(await attempt(identifier, 'equivocada', options))
  return seen
}

const addPerson = async () => {
  const email = `${newMark()}@correo.test`
  await company.addUser('user', { email, passwordHash })
  return email
}

test('the fifth failure at one account from one address starts a delay that doubles up to half a minute, and never locks out', async () => {
  const [email, from] = [await addPerson(), newAddress()]
  setSeconds(0)
  expect(await fail(email, 6, { from })).toEqual(['401', '401', '401', '401', '401', '429 1'])
  let now = 0
  for (const [wait, next] of [
    [1, 2],
    [2, 4],
    [4, 8],
    [8, 16],
    [16, 30],
    [30, 30],
  ] as const) {
    setSeconds(now + wait - 0.5)
    expect(await attempt(email, password, { from }), 'even the right password waits').toBe('429 1')
    now += wait
    setSeconds(now)
    expect(await fail(email, 2, { from })).toEqual(['401', `429 ${next}`])
  }
  expect(await attempt(email, password), 'from another address').toBe('200')
  setSeconds(now + 30)
  expect(await attempt(email, password, { from })).toBe('200')
})

test('a success forgets the failures at its account from its address', async () => {
  const [email, from] = [await addPerson(), newAddress()]
  setSeconds(0)
  await fail(email, 4, { from })
  expect(await attempt(email, password, { from })).toBe('200')
  expect(await fail(email, 6, { from })).toEqual(['401', '401', '401', '401', '401', '429 1'])
})

test('a name without an account is delayed like one with an account', async () => {
  setSeconds(0)
  const from = newAddress()
  expect(await fail(`nadie-${newMark()}`, 6, { from })).toEqual(['401', '401', '401', '401', '401', '429 1'])
})

test('another account and the same name in another company are not delayed by failures at one account', async () => {
  const [email, colleague, from] = [await addPerson(), await addPerson(), newAddress()]
  const other = await world.openCompany()
  await other.addUser('user', { email, passwordHash })
  await fail(email, 6, { from })
  expect(await attempt(colleague, password, { from })).toBe('200')
  expect(await attempt(email, password, { from, host: other.host })).toBe('200')
})

test('failures under all spellings of one phone or one e-mail count together', async () => {
  await company.addUser('user', { phone: '50588007788', passwordHash })
  setSeconds(0)
  const seen: string[] = []
  const from = newAddress()
  for (const phone of ['88007788', '8800-7788', '8800 7788', '50588007788', '+505 88007788', '(505) 8800-7788']) {
    seen.push(await attempt(phone, 'equivocada', { from }))
  }
  expect(seen).toEqual(['401', '401', '401', '401', '401', '429 1'])
  const email = await addPerson()
  for (const spelling of [email, email.toUpperCase(), ` ${email}`, email, email]) await attempt(spelling, 'x', { from })
  expect(await attempt(email, password, { from })).toBe('429 1')
})

test('failures from the addresses of one /64 count together, and IPv4 written as IPv6 counts as IPv4', async () => {
  const email = await addPerson()
  setSeconds(0)
  for (let count = 1; count <= 5; count += 1) await attempt(email, 'x', { from: `2001:db8:0:7::${count}` })
  expect(await attempt(email, password, { from: '2001:db8:0:7:1:2:3:4' })).toBe('429 1')
  expect(await attempt(email, password, { from: '2001:db8:0:8::1' })).toBe('200')
  for (let count = 1; count <= 5; count += 1) await attempt(email, 'x', { from: '10.9.8.7' })
  expect(await attempt(email, password, { from: '::ffff:10.9.8.7' })).toBe('429 1')
})

const attack = async (email: string) => {
  for (let count = 0; count < 20; count += 1) await attempt(email, 'equivocada')
}

test('a new address has one try under an attack from many addresses, and known addresses and devices have the usual ones', async () => {
  const [email, home] = [await addPerson(), newAddress()]
  const device = 'el-aparato-de-siempre'
  setSeconds(0)
  expect(await attempt(email, password, { from: home, device })).toBe('200')
  await attack(email)
  expect(await fail(email, 2), 'from two addresses').toEqual(['401', '401'])
  const elsewhere = newAddress()
  expect(await fail(email, 2, { from: elsewhere })).toEqual(['401', '429 1'])
  expect(await fail(email, 6, { from: home })).toEqual(['401', '401', '401', '401', '401', '429 1'])
  expect(await attempt(email, password, { from: home }), 'behind an address that fails').toBe('429 1')
  expect(await attempt(email, password, { from: home, device }), 'on a device of its own').toBe('200')
  expect(await attempt(email, password), 'from an address that was never seen').toBe('200')
})

test('a device counts as known for the user alone who signed in on it, and its own failures delay it', async () => {
  const [email, colleague, from] = [await addPerson(), await addPerson(), newAddress()]
  const device = 'un-aparato-compartido'
  setSeconds(0)
  await attempt(email, password, { device })
  for (let count = 0; count < 20; count += 1) await attempt(newMark(), 'x', { from })
  expect(await attempt(colleague, password, { from, device })).toMatch(/^429/)
  expect(await fail(email, 6, { from, device })).toEqual(['401', '401', '401', '401', '401', '429 1'])
})

test('a malformed device changes no limit under an attack', async () => {
  const email = await addPerson()
  for (const device of [7, null, '', 'corto', 'x'.repeat(5_000), { $ne: 1 }, `'; drop table users; --`]) {
    expect(await attempt(email, password, { device }), JSON.stringify(device)).toBe('200')
  }
})

test('an attack from many addresses is over ten minutes after the last failure', async () => {
  const [email, from] = [await addPerson(), newAddress()]
  setSeconds(0)
  await attack(email)
  setSeconds(601)
  expect(await fail(email, 2, { from })).toEqual(['401', '401'])
})

test('an address may fail twenty times a minute, at any accounts, and then waits for the end of the minute', async () => {
  const from = newAddress()
  const email = `${newMark()}@correo.test`
  await company.addUser('user', { email, passwordHash })
  setSeconds(0)
  for (let count = 0; count < 20; count += 1) expect(await attempt(newMark(), 'x', { from })).toBe('401')
  setSeconds(20)
  expect(await attempt(newMark(), 'x', { from })).toBe('429 40')
  expect(await attempt(email, password, { from })).toBe('429 40')
  expect(await attempt(email, password, { from, host: 'nadie.casillero.test' })).toBe('429 40')
  expect(await attempt(email, password), 'from another address').toBe('200')
  setSeconds(60)
  expect(await attempt(email, password, { from })).toBe('200')
})

test('successes of an address never count, because a whole office shares one', async () => {
  const from = newAddress()
  const email = `${newMark()}@correo.test`
  await company.addUser('user', { email, passwordHash })
  for (let count = 0; count < 19; count += 1) await attempt(newMark(), 'x', { from })
  for (let count = 0; count < 5; count += 1) expect(await attempt(email, password, { from })).toBe('200')
  expect(await attempt(newMark(), 'x', { from })).toBe('401')
  expect(await attempt(email, password, { from })).toMatch(/^429/)
})
