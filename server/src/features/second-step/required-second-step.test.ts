import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { computeCode } from '../../../../tests/support/compute-code.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { activateApp, addPasskey, addPerson, askStep, newNetwork } from '../../../../tests/support/second-step.ts'
import { type Company, newMark, samplePassword } from '../../../../tests/support/world.ts'
import { askOperators } from '../../platform/auth/second-step.ts'

const world = openWorld()
const start = Date.parse('2026-11-20T16:00:00Z')
let now = start
/** Moves business time on to so many seconds after the start. */
function setSeconds(seconds: number): void {
  now = start + seconds * 1_000
  world.setTime(new Date(now))
}
let company: Company
beforeEach(async () => {
  setSeconds(0)
  company = await world.openCompany()
})
afterEach(() => {
  world.setTime(undefined)
  askOperators(false)
})

const readStatus = async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode
const finish = (body: object, from = newNetwork()) =>
  company.anonymous.send('POST /api/auth/second-step', { body, from })
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

describe('who must have a second step', () => {
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
})

describe('the end of a second step', () => {
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
})

describe('a passkey', () => {
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
    expect(
      (await finish({ ticket, method: 'passkey', response: authenticator.answer(second.options) })).statusCode,
    ).toBe(200)
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
})
