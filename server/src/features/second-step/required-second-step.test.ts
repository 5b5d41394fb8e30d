import { expect, test } from 'vitest'
import { computeCode } from '../../../../tests/support/compute-code.ts'
import { expectSignedIn } from '../../../../tests/support/expect-signed-in.ts'
import { activateApp, addPasskey, addPerson, askStep, newNetwork } from '../../../../tests/support/second-step.ts'
import { openSecondStepScene } from '../../../../tests/support/second-step-scene.ts'
import { newMark, samplePassword } from '../../../../tests/support/world.ts'
import { askOperators } from '../../platform/auth/second-step.ts'

const scene = openSecondStepScene()

const activation = 'POST /api/auth/second-step/activation'
test('a user who must have a second step gets no session until it is made, and is signed in by making it', async () => {
  const { email } = await addPerson(scene.company, 'admin')
  const { email: clerk } = await addPerson(scene.company)
  await scene.company.admin.ok('PUT /api/companies/update', { body: { secondStepOf: 'admins' } })
  expectSignedIn(await scene.login(clerk))
  const { ticket, methods, mustActivate, mayDefer } = await askStep(scene.company, email)
  expect([methods, mustActivate, mayDefer]).toEqual([[], true, false])
  expect((await scene.company.anonymous.refused('POST /api/auth/second-step/later', { body: { ticket } })).code).toBe(
    'second_step_ended',
  )
  expect((await scene.finish({ ticket, method: 'app', code: '123456' })).json().code).toBe('second_step_ended')
  const { secret } = (await scene.company.anonymous.ok(activation, { body: { ticket } })).data
  const confirm = (code: string) => scene.company.anonymous.send(`${activation}/confirm`, { body: { ticket, code } })
  expect((await confirm('000000')).json().code).toBe('wrong_code')
  const done = (await confirm(computeCode(secret, scene.now))).json()
  expect(done.recoveryCodes).toHaveLength(10)
  expect(await scene.readStatus(scene.company.as(done.token, done.user.id))).toBe(200)
  scene.setSeconds(60)
  expect((await askStep(scene.company, email)).mustActivate).toBe(false)
  const body = { currentPassword: samplePassword }
  const own = scene.company.as(done.token, done.user.id)
  expect((await own.refused('POST /api/account/second-step/remove', { body })).code).toBe('second_step_required')
})

test('an operator’s admin is asked for a second step in production, and may put it off for seven days', async () => {
  scene.company = await scene.world.openCompany({ isOperator: true })
  const { email } = await addPerson(scene.company, 'admin')
  expectSignedIn(await scene.login(email))
  askOperators(true)
  const { ticket, mustActivate, mayDefer } = await askStep(scene.company, email)
  expect([mustActivate, mayDefer]).toEqual([true, true])
  const later = await scene.company.anonymous.ok('POST /api/auth/second-step/later', { body: { ticket } })
  expect(later.user.email).toBe(email)
  scene.setSeconds(7 * 86_400 + 1)
  expect(await askStep(scene.company, email)).toMatchObject({ mustActivate: true, mayDefer: false })
})

test('a user removes the own second step with the password, and then signs in without it', async () => {
  const person = await scene.addStepper()
  const call = 'POST /api/account/second-step/remove'
  expect((await person.actor.refused(call, { body: { currentPassword: 'x' } })).code).toBe('wrong_password')
  await person.actor.ok(call, { body: { currentPassword: samplePassword } })
  expectSignedIn(await scene.login(person.email))
})

test('an admin resets the second step of a user and of another admin, which ends their sessions and tokens, not the own', async () => {
  for (const type of ['user', 'admin'] as const) {
    scene.setSeconds(0)
    const person = await scene.addStepper(type)
    const params = { id: person.actor.userId }
    const body = {
      name: newMark(),
      isReadOnly: false,
      term: '30' as const,
      expiresOn: '',
      currentPassword: samplePassword,
    }
    const token = type === 'admin' ? (await person.actor.ok('POST /api/access-tokens', { body })).data.token : ''
    expect((await scene.company.admin.ok('GET /api/users/:id/second-step', { params })).data).toEqual({
      since: new Date(scene.start).toISOString(),
      hasApp: true,
      passkeys: 0,
    })
    expect((await scene.company.user.refused('DELETE /api/users/:id/second-step', { params })).status).toBe(403)
    if (token)
      expect(await scene.readStatus(scene.company.as(token, params.id)), 'a token needs no second step').toBe(200)
    await scene.company.admin.ok('DELETE /api/users/:id/second-step', { params })
    expect(await scene.readStatus(person.actor)).toBe(401)
    if (token) expect(await scene.readStatus(scene.company.as(token, params.id))).toBe(401)
    expectSignedIn(await scene.login(person.email))
    expect((await scene.company.admin.refused('DELETE /api/users/:id/second-step', { params })).status).toBe(404)
  }
  const params = { id: scene.company.admin.userId }
  expect((await scene.company.admin.refused('DELETE /api/users/:id/second-step', { params })).code).toBe(
    'own_second_step',
  )
})

test('a passkey signs in alone and as the second step, and is named and removed', async () => {
  const { email, actor } = await addPerson(scene.company)
  const { authenticator, id, recoveryCodes } = await addPasskey(scene.company, actor)
  expect(recoveryCodes).toHaveLength(10)
  const challenge = async (body: object) =>
    (await scene.company.anonymous.send('POST /api/auth/second-step/passkey', { body, from: newNetwork() })).json().data
  const alone = await challenge({})
  const signedIn = await scene.finish({
    ticket: alone.ticket,
    method: 'passkey',
    response: authenticator.answer(alone.options),
  })
  expect(signedIn.statusCode, signedIn.body).toBe(200)
  expect(signedIn.json().user.id).toBe(actor.userId)
  const { ticket } = await askStep(scene.company, email)
  const second = await challenge({ ticket })
  expect(second.options.allowCredentials).toHaveLength(1)
  expect(
    (await scene.finish({ ticket, method: 'passkey', response: authenticator.answer(second.options) })).statusCode,
  ).toBe(200)
  const params = { id }
  await actor.ok('PUT /api/account/passkeys/:id', { params, body: { name: 'Mi teléfono' } })
  expect((await actor.ok('GET /api/account/second-step')).data.passkeys).toMatchObject([{ name: 'Mi teléfono' }])
  expect((await actor.refused('DELETE /api/account/passkeys/:id', { params })).code).toBe('last_passkey')
  await activateApp(actor, scene.now)
  await actor.ok('DELETE /api/account/passkeys/:id', { params })
  const { data } = await scene.company.admin.ok('GET /api/audit', { query: { entity: 'passkeys' } })
  expect(data.map(({ action, label }) => [action, label])).toEqual([
    ['delete', 'Mi teléfono'],
    ['update', 'Mi teléfono'],
    ['insert', 'Laptop'],
  ])
})
