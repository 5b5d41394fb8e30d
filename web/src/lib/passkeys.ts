import type { Assertion, Attestation } from '@casillero/shared/contract/second-step'

// Loaded when it is used: the sign-in page is what a cheap phone waits for.
const load = () => import('@simplewebauthn/browser')

/** At all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** It outlives the session, and opens nothing. */
export const knowsPasskey = (): boolean => hasPasskeys() && localStorage.getItem('passkey') !== null

function keepKnown<T>(answer: T): T {
  localStorage.setItem('passkey', '1')
  return answer
}

/** Rejects where the person cancels. */
export async function answerChallenge(options: object): Promise<Assertion> {
  const { startAuthentication } = await load()
  return keepKnown(await startAuthentication({ optionsJSON: Object(options) }))
}

/** Rejects where the person cancels. */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load()
  return keepKnown(await startRegistration({ optionsJSON: Object(options) }))
}
