import type { Assertion, Attestation } from '@casillero/shared/contract/second-step'

// Loaded on demand, to keep the sign-in page small for slow phones.
const load = () => import('@simplewebauthn/browser')

/** True if the browser supports passkeys. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** A hint that outlives the session; it grants nothing. */
export const knowsPasskey = (): boolean => hasPasskeys() && localStorage.getItem('passkey') !== null

function keepKnown<T>(answer: T): T {
  localStorage.setItem('passkey', '1')
  return answer
}

/** Rejects if the user cancels. */
export async function answerChallenge(options: object): Promise<Assertion> {
  const { startAuthentication } = await load()
  return keepKnown(await startAuthentication({ optionsJSON: Object(options) }))
}

/** Rejects if the user cancels. */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load()
  return keepKnown(await startRegistration({ optionsJSON: Object(options) }))
}
