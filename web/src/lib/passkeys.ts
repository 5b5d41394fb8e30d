import type { Assertion, Attestation } from '@casillero/shared/contract/second-step'

// Loaded when it is used: the sign-in page is what a cheap phone waits for.
const load = () => import('@simplewebauthn/browser')

/** Says whether this browser has passkeys at all. */
export const hasPasskeys = (): boolean => 'PublicKeyCredential' in globalThis

/** Says whether a passkey was made or used in this browser; it outlives the session, and opens nothing. */
export const knowsPasskey = (): boolean => hasPasskeys() && localStorage.getItem('passkey') !== null

function keepKnown<T>(answer: T): T {
  localStorage.setItem('passkey', '1')
  return answer
}

/** Asks the person for a passkey that answers the challenge; rejects where they cancel. */
export async function answerChallenge(options: object): Promise<Assertion> {
  const { startAuthentication } = await load()
  return keepKnown(await startAuthentication({ optionsJSON: Object(options) }))
}

/** Has the browser make a passkey; rejects where the person cancels. */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load()
  return keepKnown(await startRegistration({ optionsJSON: Object(options) }))
}
