import type { Actor } from './actor.ts'
import { createAuthenticator } from './authenticator.ts'
import { computeCode } from './compute-code.ts'
import { expectSecondStep } from './expect-signed-in.ts'
import { type Company, newMark, samplePassword } from './world.ts'

/** Makes an application the second step of a caller. */
export async function activateApp(actor: Actor, at = Date.now()): Promise<{ secret: string; recoveryCodes: string[] }> {
  const { secret } = (
    await actor.ok('POST /api/account/second-step/app', { body: { currentPassword: samplePassword } })
  ).data
  const body = { code: computeCode(secret, at) }
  const { recoveryCodes } = (await actor.ok('POST /api/account/second-step/app/confirm', { body })).data
  return { secret, recoveryCodes: recoveryCodes ?? [] }
}

/** Adds a passkey to a caller of the company. */
export async function addPasskey(company: Company, actor: Actor, origin = `http://${company.host}`) {
  const authenticator = createAuthenticator(origin)
  const options = (
    await actor.ok('POST /api/account/passkeys/challenge', { body: { currentPassword: samplePassword } })
  ).data
  const body = { name: 'Laptop', response: authenticator.make(options) }
  const { recoveryCodes } = (await actor.ok('POST /api/account/passkeys', { body })).data
  const [passkey] = (await actor.ok('GET /api/account/second-step')).data.passkeys.slice(-1)
  if (!passkey) throw new Error('No passkey was added')
  return { authenticator, id: passkey.id, recoveryCodes: recoveryCodes ?? [] }
}

/** Adds a person who signs in with the sample password. */
export async function addPerson(company: Company, type: 'admin' | 'user' | 'viewer' = 'user') {
  const email = `${newMark()}@correo.test`
  return { email, actor: await company.addUser(type, { email }) }
}

let addresses = 0
/** A network that no other call came from. */
export function newNetwork(): string {
  addresses += 1
  return `10.9.${addresses >> 8}.${addresses & 255}`
}

/** Types a person's password and gives what is asked for next. */
export async function askStep(company: Company, identifier: string, from = newNetwork(), device?: string) {
  const body = { identifier, password: samplePassword, device }
  return expectSecondStep(await company.anonymous.ok('POST /api/auth/login', { body, from }))
}
