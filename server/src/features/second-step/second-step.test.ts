import { afterEach, beforeEach, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { computeCode } from '../../../../tests/support/compute-code.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { activateApp, addPasskey, addPerson, askStep, newNetwork } from '../../../../tests/support/second-step.ts'
import { type Company, newMark, samplePassword } from '../../../../tests/support/world.ts'
import { askOperators } from '../../platform/auth/second-step.ts'

const world = openWorld()
const start = Date.parse('2026-11-20T16:00:00Z')
let company: Company
let now = start
/** Moves business time on to so many seconds after the start. */
function setSeconds(seconds: number): void {
  now = start + seconds * 1_000
  world.setTime(new Date(now))
}
beforeEach(async () => {
  setSeconds(0)
  company = await world.openCompany()
})
afterEach(() => {
  world.setTime(undefined)
  askOperators(false)
})

const readStatus = async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode
const finish = (body: object) => company.anonymous.send('POST /api/auth/second-step', { body, from: newNetwork() })
const login = (identifier: string, more: object = {}) =>
  company.anonymous.ok('POST /api/auth/login', {
    body: { identifier, password: samplePassword, ...more },
    from: newNetwork(),
  })
/** A person with an application, whose code of the next period has not been used. */
async function addStepper(type: 'admin' | 'user' = 'user') {
  const { email, actor } = await addPerson(company, type)
  const { secret, recoveryCodes } = await activateApp(actor, now)
  setSeconds((now - start) / 1_000 + 60)
  return { email, actor, secret, recoveryCodes, code: () => computeCode(secret, now) }
}

test('an application counts once a code of it was confirmed, and brings ten codes of recovery along', async () => {
  const { actor } = await addPerson(company)
  const offered = (await actor.ok('POST /api/account/second-step/app', { body: {} })).data
  expect(offered.address).toContain(`secret=${offered.secret}`)
  expect(offered.qr.length).toBe(offered.qr[0]?.length)
  const wrong = await actor.refused('POST /api/account/second-step/app/confirm', { body: { code: '000 00a' } })
  expect([wrong.status, wrong.fields]).toEqual([400, { code: 'El código no es correcto' }])
  expect((await actor.ok('GET /api/account/second-step')).data).toMatchObject({ since: null, hasApp: false })
  const { recoveryCodes } = await activateApp(actor, now)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z]{10}$/)
  expect((await actor.ok('GET /api/account/second-step')).data).toMatchObject({
    since: new Date(start).toISOString(),
    hasApp: true,
    codesLeft: 10,
  })
})

test('a user without a second step signs in as ever, and one with it gets a ticket and no token', async () => {
  const { email } = await addPerson(company)
  expect(Object.keys(await login(email)).toSorted()).toEqual(['company', 'success', 'token', 'user'])
  const stepper = await addStepper()
  const asked = await login(stepper.email)
  expect(asked).toEqual({
    success: true,
    secondStep: {
      ticket: expect.any(String),
      methods: ['app', 'recovery'],
      fullName: 'user Prueba',
      mustActivate: false,
      mayDefer: false,
    },
  })
})

test('a person without an e-mail has a second step and signs in by phone', async () => {
  const actor = await company.addUser('user', { phone: '88887777' })
  await world.owner.query('update users set email = null where id = $1', [actor.userId])
  const { secret } = await activateApp(actor, now)
  setSeconds(60)
  const { ticket } = await askStep(company, '8888-7777')
  expect((await finish({ ticket, method: 'app', code: computeCode(secret, now) })).statusCode).toBe(200)
})

test('the second step signs in with a code of now or of the period beside it, and the log says by what', async () => {
  const person = await addStepper()
  const { ticket } = await askStep(company, person.email)
  const answer = await finish({
    ticket,
    method: 'app',
    code: computeCode(person.secret, now - 30_000),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ user: { id: person.actor.userId }, trustedDevice: null, codesLeft: 10 })
  expect(await readStatus(company.as(answer.json().token, person.actor.userId))).toBe(200)
  const { data } = await company.admin.ok('GET /api/audit', { query: { entity: 'sessions' } })
  expect(data[0]).toMatchObject({ action: 'insert', after: { second_step: 'app' } })
})

test('the password is asked for by a session that is older than ten minutes', async () => {
  const { actor } = await addPerson(company)
  setSeconds(601)
  const call = 'POST /api/account/second-step/app'
  expect((await actor.refused(call, { body: {} })).fields).toEqual({
    currentPassword: 'Ingrese su contraseña actual',
  })
  expect((await actor.ok('GET /api/account/second-step')).data.asksPassword).toBe(true)
  expect((await actor.refused(call, { body: { currentPassword: 'x' } })).code).toBe('wrong_password')
  await actor.ok(call, { body: { currentPassword: samplePassword } })
})

test('a code of recovery signs in once, in any case and with gaps, and new ones take the place of all', async () => {
  const person = await addStepper()
  const [first = '', second = ''] = person.recoveryCodes
  const use = async (code: string) => {
    const { ticket } = await askStep(company, person.email)
    return await finish({ ticket, method: 'recovery', code })
  }
  const typed = `${first.slice(0, 5).toLowerCase()} ${first.slice(5)}`
  expect((await use(typed)).json()).toMatchObject({ success: true, codesLeft: 9 })
  expect((await use(first)).json()).toMatchObject({ code: 'wrong_second_step' })
  const body = { currentPassword: samplePassword }
  const renewed = (await person.actor.ok('POST /api/account/second-step/recovery-codes', { body })).data.recoveryCodes
  expect((await use(second)).statusCode).toBe(400)
  expect((await use(renewed?.[0] ?? '')).statusCode).toBe(200)
  const { data } = await company.admin.ok('GET /api/audit', { query: { entity: 'second_steps' } })
  const network = expect.any(String)
  expect(data.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['update', { recovery_codes: 10 }, { recovery_codes: 9 }],
    ['update', { wrong_codes: 1 }, { wrong_codes: 2, network }],
    ['update', { recovery_codes: 9 }, { recovery_codes: 10 }],
    ['update', { wrong_codes: 0 }, { wrong_codes: 1, network }],
    ['update', { recovery_codes: 10 }, { recovery_codes: 9 }],
    ['insert', null, { method: 'app' }],
  ])
})

test('a device that is trusted signs in without the second step for thirty days, for that user alone', async () => {
  const [person, other] = [await addStepper(), await addStepper()]
  const { ticket } = await askStep(company, person.email)
  const { trustedDevice } = (await finish({ ticket, method: 'app', code: person.code(), trust: true })).json()
  const trusted = [trustedDevice]
  expectSignedIn(await login(person.email, { trusted }))
  expect('secondStep' in (await login(other.email, { trusted }))).toBe(true)
  setSeconds(30 * 86_400 + 200)
  expect('secondStep' in (await login(person.email, { trusted }))).toBe(true)
})

test('a device is trusted no more after a new password or after all sessions were ended', async () => {
  for (const end of ['password', 'sessions']) {
    setSeconds(0)
    const person = await addStepper()
    const { ticket } = await askStep(company, person.email)
    const { trustedDevice } = (await finish({ ticket, method: 'app', code: person.code(), trust: true })).json()
    const body = { currentPassword: samplePassword, password: samplePassword }
    if (end === 'password') await person.actor.ok('PUT /api/account/password', { body })
    else await person.actor.ok('DELETE /api/account/sessions/others')
    expect('secondStep' in (await login(person.email, { trusted: [trustedDevice] })), end).toBe(true)
  }
})

const activation = 'POST /api/auth/second-step/activation'
test('a user who must have a second step gets no session until it is made, and is signed in by making it', async () => {
  const { email } = await addPerson(company, 'admin')
  const { email: clerk } = await addPerson(company)
  await company.admin.ok('PUT /api/companies/update', { body: { secondStepOf: 'admins' } })
  expectSignedIn(await login(clerk))
  const { ticket, methods, mustActivate, mayDefer } = await askStep(company, email)
  expect([methods, mustActivate, mayDefer]).toEqual([[], true, false])
  expect((await company.anonymous.refused('POST /api/auth/second-step/later', { body: { ticket } })).code).toBe(
    'second_step_ended',
  )
  expect((await finish({ ticket, method: 'app', code: '123456' })).json().code).toBe('second_step_ended')
  const { secret } = (await company.anonymous.ok(activation, { body: { ticket } })).data
  const confirm = (code: string) => company.anonymous.send(`${activation}/confirm`, { body: { ticket, code } })
  expect((await confirm('000000')).json().code).toBe('wrong_code')
  const done = (await confirm(computeCode(secret, now))).json()
  expect(done.recoveryCodes).toHaveLength(10)
  expect(await readStatus(company.as(done.token, done.user.id))).toBe(200)
  setSeconds(60)
  expect((await askStep(company, email)).mustActivate).toBe(false)
  const body = { currentPassword: samplePassword }
  const own = company.as(done.token, done.user.id)
  expect((await own.refused('POST /api/account/second-step/remove', { body })).code).toBe('second_step_required')
})

test('an operator’s admin is asked for a second step in production, and may put it off for seven days', async () => {
  company = await world.openCompany({ isOperator: true })
  const { email } = await addPerson(company, 'admin')
  expectSignedIn(await login(email))
  askOperators(true)
  const { ticket, mustActivate, mayDefer } = await askStep(company, email)
  expect([mustActivate, mayDefer]).toEqual([true, true])
  const later = await company.anonymous.ok('POST /api/auth/second-step/later', { body: { ticket } })
  expect(later.user.email).toBe(email)
  setSeconds(7 * 86_400 + 1)
  expect(await askStep(company, email)).toMatchObject({ mustActivate: true, mayDefer: false })
})

test('a user removes the own second step with the password, and then signs in without it', async () => {
  const person = await addStepper()
  const call = 'POST /api/account/second-step/remove'
  expect((await person.actor.refused(call, { body: { currentPassword: 'x' } })).code).toBe('wrong_password')
  await person.actor.ok(call, { body: { currentPassword: samplePassword } })
  expectSignedIn(await login(person.email))
})

test('an admin resets the second step of a user and of another admin, which ends their sessions and tokens, not the own', async () => {
  for (const type of ['user', 'admin'] as const) {
    setSeconds(0)
    const person = await addStepper(type)
    const params = { id: person.actor.userId }
    const body = {
      name: newMark(),
      isReadOnly: false,
      term: '30' as const,
      expiresOn: '',
      currentPassword: samplePassword,
    }
    const token = type === 'admin' ? (await person.actor.ok('POST /api/access-tokens', { body })).data.token : ''
    expect((await company.admin.ok('GET /api/users/:id/second-step', { params })).data).toEqual({
      since: new Date(start).toISOString(),
      hasApp: true,
      passkeys: 0,
    })
    expect((await company.user.refused('DELETE /api/users/:id/second-step', { params })).status).toBe(403)
    if (token) expect(await readStatus(company.as(token, params.id)), 'a token needs no second step').toBe(200)
    await company.admin.ok('DELETE /api/users/:id/second-step', { params })
    expect(await readStatus(person.actor)).toBe(401)
    if (token) expect(await readStatus(company.as(token, params.id))).toBe(401)
    expectSignedIn(await login(person.email))
    expect((await company.admin.refused('DELETE /api/users/:id/second-step', { params })).status).toBe(404)
  }
  const params = { id: company.admin.userId }
  expect((await company.admin.refused('DELETE /api/users/:id/second-step', { params })).code).toBe('own_second_step')
})

test('a passkey signs in alone and as the second step, and is named and removed', async () => {
  const { email, actor } = await addPerson(company)
  const { authenticator, id, recoveryCodes } = await addPasskey(company, actor)
  expect(recoveryCodes).toHaveLength(10)
  const challenge = async (body: object) =>
    (await company.anonymous.send('POST /api/auth/second-step/passkey', { body, from: newNetwork() })).json().data
  const alone = await challenge({})
  const signedIn = await finish({
    ticket: alone.ticket,
    method: 'passkey',
    response: authenticator.answer(alone.options),
  })
  expect(signedIn.statusCode, signedIn.body).toBe(200)
  expect(signedIn.json().user.id).toBe(actor.userId)
  const { ticket } = await askStep(company, email)
  const second = await challenge({ ticket })
  expect(second.options.allowCredentials).toHaveLength(1)
  expect((await finish({ ticket, method: 'passkey', response: authenticator.answer(second.options) })).statusCode).toBe(
    200,
  )
  const params = { id }
  await actor.ok('PUT /api/account/passkeys/:id', { params, body: { name: 'Mi teléfono' } })
  expect((await actor.ok('GET /api/account/second-step')).data.passkeys).toMatchObject([{ name: 'Mi teléfono' }])
  expect((await actor.refused('DELETE /api/account/passkeys/:id', { params })).code).toBe('last_passkey')
  await activateApp(actor, now)
  await actor.ok('DELETE /api/account/passkeys/:id', { params })
  const { data } = await company.admin.ok('GET /api/audit', { query: { entity: 'passkeys' } })
  expect(data.map(({ action, label }) => [action, label])).toEqual([
    ['delete', 'Mi teléfono'],
    ['update', 'Mi teléfono'],
    ['insert', 'Laptop'],
  ])
})
