import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { computeCode } from '../../../../tests/support/compute-code.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { activateApp, addPerson, askStep, newNetwork } from '../../../../tests/support/second-step.ts'
import { type Company, samplePassword } from '../../../../tests/support/world.ts'
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

describe('an application of codes', () => {
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
    const answer = await finish({ ticket, method: 'app', code: computeCode(person.secret, now - 30_000) })
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
})

describe('codes of recovery', () => {
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
    expect(data.map(({ action, before, after }) => [action, before, after])).toEqual([
      ['update', { recovery_codes: 10 }, { recovery_codes: 9 }],
      ['update', { recovery_codes: 9 }, { recovery_codes: 10 }],
      ['update', { recovery_codes: 10 }, { recovery_codes: 9 }],
      ['insert', null, { method: 'app' }],
    ])
  })
})

describe('a device that is trusted', () => {
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
})
