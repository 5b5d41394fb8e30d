import type { Assertion, Attestation } from '@casillero/shared/contract/second-step'
import { ToldError } from './api.ts'

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

const cannot = 'Este dispositivo no puede guardar la llave de acceso'
/** By the browser's name of the failure; a user who cancels needs none. */
const refusals: Record<string, string> = {
  InvalidStateError: 'Este dispositivo ya tiene una llave de acceso suya',
  ConstraintError: cannot,
  NotSupportedError: cannot,
}

/** Rejects if the user cancels, and with the reason if the device refuses. */
export async function makePasskey(options: object): Promise<Attestation> {
  const { startRegistration } = await load()
  try {
    return keepKnown(await startRegistration({ optionsJSON: Object(options) }))
  } catch (error) {
    const reason = error instanceof Error ? refusals[error.name] : undefined
    throw reason === undefined ? error : new ToldError(reason, reason, { cause: error })
  }
}
