import type { Api } from '@casillero/shared/contract/api'

type Login = Api['POST /api/auth/login']['reply']

/** Gives the session of a sign-in that needed no second step. */
export function expectSignedIn(reply: Login): Extract<Login, { token: string }> {
  if ('token' in reply) return reply
  throw new Error('The sign-in asks for a second step')
}

/** Gives what a sign-in asks for in place of a session. */
export function expectSecondStep(reply: Login): Extract<Login, { secondStep: object }>['secondStep'] {
  if ('secondStep' in reply) return reply.secondStep
  throw new Error('The sign-in asks for no second step')
}
