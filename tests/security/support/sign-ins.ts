import { hashPassword } from '../../../server/src/platform/auth/password.ts'
import { type Company, newMark } from '../../support/world.ts'

/** The password of every user that `addPerson` adds. */
export const password = 'una clave de prueba'
/** The instant at which attacks begin. */
export const start = Date.parse('2026-11-20T16:00:00Z')

let addresses = 0
/** An IPv4 address that no other try comes from. */
export function newAddress(): string {
  addresses += 1
  return `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`
}

/** Adds a user and gives their e-mail. */
export async function addPerson(company: Company): Promise<string> {
  const email = `${newMark()}@correo.test`
  await company.addUser('user', { email, passwordHash: await hashPassword(password) })
  return email
}

type Try = { identifier: string; password: string; device?: string }

/** Tries to sign in, and gives the answer. */
export const send = (company: Company, body: Try, from: string) =>
  company.anonymous.send('POST /api/auth/login', { body, from })

/** Tries to sign in, and gives the status of the answer. */
export const signIn = async (
  company: Company,
  identifier: string,
  typed: string,
  from = newAddress(),
): Promise<number> => (await send(company, { identifier, password: typed }, from)).statusCode
