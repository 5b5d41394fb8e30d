import { expect, test } from 'vitest'
import { computeCode } from '../../../../tests/support/compute-code.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { activateApp, addPerson, askStep } from '../../../../tests/support/second-step.ts'
import { openSecondStepScene } from '../../../../tests/support/second-step-scene.ts'
import { samplePassword } from '../../../../tests/support/world.ts'

const scene = openSecondStepScene()

test('an application counts once a code of it was confirmed, and brings ten codes of recovery along', async () => {
  const { actor } = await addPerson(scene.company)
  const offered = (await actor.ok('POST /api/account/second-step/app', { body: {} })).data
  expect(offered.address).toContain(`secret=${offered.secret}`)
  expect(offered.qr.length).toBe(offered.qr[0]?.length)
  const wrong = await actor.refused('POST /api/account/second-step/app/confirm', { body: { code: '000 00a' } })
  expect([wrong.status, wrong.fields]).toEqual([400, { code: 'El código no es correcto' }])
  expect((await actor.ok('GET /api/account/second-step')).data).toMatchObject({ since: null, hasApp: false })
  const { recoveryCodes } = await activateApp(actor, scene.now)
  expect(new Set(recoveryCodes).size).toBe(10)
  for (const code of recoveryCodes) expect(code).toMatch(/^[A-Z]{10}$/)
  expect((await actor.ok('GET /api/account/second-step')).data).toMatchObject({
    since: new Date(scene.start).toISOString(),
    hasApp: true,
    codesLeft: 10,
  })
})

test('a user without a second step signs in as ever, and one with it gets a ticket and no token', async () => {
  const { email } = await addPerson(scene.company)
  expect(Object.keys(await scene.login(email)).toSorted()).toEqual(['company', 'success', 'token', 'user'])
  const stepper = await scene.addStepper()
  const asked = await scene.login(stepper.email)
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
  const actor = await scene.company.addUser('user', { phone: '88887777' })
  await scene.world.owner.query('update users set email = null where id = $1', [actor.userId])
  const { secret } = await activateApp(actor, scene.now)
  scene.setSeconds(60)
  const { ticket } = await askStep(scene.company, '8888-7777')
  expect((await scene.finish({ ticket, method: 'app', code: computeCode(secret, scene.now) })).statusCode).toBe(200)
})

test('the second step signs in with a code of now or of the period beside it, and the log says by what', async () => {
  const person = await scene.addStepper()
  const { ticket } = await askStep(scene.company, person.email)
  const answer = await scene.finish({
    ticket,
    method: 'app',
    code: computeCode(person.secret, scene.now - 30_000),
  })
  expect(answer.statusCode, answer.body).toBe(200)
  expect(answer.json()).toMatchObject({ user: { id: person.actor.userId }, trustedDevice: null, codesLeft: 10 })
  expect(await scene.readStatus(scene.company.as(answer.json().token, person.actor.userId))).toBe(200)
  const { data } = await scene.company.admin.ok('GET /api/audit', { query: { entity: 'sessions' } })
  expect(data[0]).toMatchObject({ action: 'insert', after: { second_step: 'app' } })
})

test('the password is asked for by a session that is older than ten minutes', async () => {
  const { actor } = await addPerson(scene.company)
  scene.setSeconds(601)
  const call = 'POST /api/account/second-step/app'
  expect((await actor.refused(call, { body: {} })).fields).toEqual({
    currentPassword: 'Ingrese su contraseña actual',
  })
  expect((await actor.ok('GET /api/account/second-step')).data.asksPassword).toBe(true)
  expect((await actor.refused(call, { body: { currentPassword: 'x' } })).code).toBe('wrong_password')
  await actor.ok(call, { body: { currentPassword: samplePassword } })
})

test('a code of recovery signs in once, in any case and with gaps, and new ones take the place of all', async () => {
  const person = await scene.addStepper()
  const [first = '', second = ''] = person.recoveryCodes
  const use = async (code: string) => {
    const { ticket } = await askStep(scene.company, person.email)
    return await scene.finish({ ticket, method: 'recovery', code })
  }
  const typed = `${first.slice(0, 5).toLowerCase()} ${first.slice(5)}`
  expect((await use(typed)).json()).toMatchObject({ success: true, codesLeft: 9 })
  expect((await use(first)).json()).toMatchObject({ code: 'wrong_second_step' })
  const body = { currentPassword: samplePassword }
  const renewed = (await person.actor.ok('POST /api/account/second-step/recovery-codes', { body })).data.recoveryCodes
  expect((await use(second)).statusCode).toBe(400)
  expect((await use(renewed?.[0] ?? '')).statusCode).toBe(200)
  const { data } = await scene.company.admin.ok('GET /api/audit', { query: { entity: 'second_steps' } })
  expect(data.map(({ action, before, after }) => [action, before, after])).toEqual([
    ['update', { recovery_codes: 10 }, { recovery_codes: 9 }],
    ['update', { recovery_codes: 9 }, { recovery_codes: 10 }],
    ['update', { recovery_codes: 10 }, { recovery_codes: 9 }],
    ['insert', null, { method: 'app' }],
  ])
})

test('a device that is trusted signs in without the second step for thirty days, for that user alone', async () => {
  const [person, other] = [await scene.addStepper(), await scene.addStepper()]
  const { ticket } = await askStep(scene.company, person.email)
  const { trustedDevice } = (await scene.finish({ ticket, method: 'app', code: person.code(), trust: true })).json()
  const trusted = [trustedDevice]
  expectSignedIn(await scene.login(person.email, { trusted }))
  expect('secondStep' in (await scene.login(other.email, { trusted }))).toBe(true)
  scene.setSeconds(30 * 86_400 + 200)
  expect('secondStep' in (await scene.login(person.email, { trusted }))).toBe(true)
})

test('a device is trusted no more after a new password or after all sessions were ended', async () => {
  for (const end of ['password', 'sessions']) {
    scene.setSeconds(0)
    const person = await scene.addStepper()
    const { ticket } = await askStep(scene.company, person.email)
    const { trustedDevice } = (await scene.finish({ ticket, method: 'app', code: person.code(), trust: true })).json()
    const body = { currentPassword: samplePassword, password: samplePassword }
    if (end === 'password') await person.actor.ok('PUT /api/account/password', { body })
    else await person.actor.ok('DELETE /api/account/sessions/others')
    expect('secondStep' in (await scene.login(person.email, { trusted: [trustedDevice] })), end).toBe(true)
  }
})
