import type { SecondStepTry } from '@casillero/shared/contract/second-step'
import { findCounter } from '../../platform/auth/app-codes.ts'
import { inPasswordTurn } from '../../platform/auth/password.ts'
import { hashTypedCode } from '../../platform/auth/recovery-codes.ts'
import {
  finishSecondStep,
  noteWrongCode,
  type Proof,
  type SecondStepTask,
  takeWrongCodes,
  trySecondStep,
} from '../../platform/auth/second-step.ts'
import { newToken, noteFailedSignIn } from '../../platform/auth/session.ts'
import type { Party } from '../../platform/database/fair-turns.ts'
import { readNetwork, readOwnersNetwork } from '../../platform/database/network.ts'
import { AppError } from '../../platform/errors.ts'
import type { Visitor } from '../../platform/http/endpoint.ts'
import { getOwnCompany } from '../auth/queries.ts'
import { getUser } from '../users/queries.ts'
import { provePasskey } from './prove-passkey.ts'

type Tried = SecondStepTry & { origin: string }

async function proveCode(visitor: Visitor, tried: { method: string; code: string }, task: SecondStepTask) {
  const { userId, appSecret, codesSalt, companyId } = task
  if (userId === null) return undefined
  if (tried.method === 'app') {
    const counter = appSecret === null ? undefined : findCounter(appSecret, tried.code, new Date(task.at))
    return counter === undefined ? undefined : { userId, method: 'app' as const, counter }
  }
  if (codesSalt === null) return undefined
  const caller: Party = { company: companyId, rank: 'newcomer', origin: readOwnersNetwork(visitor.address) }
  const code = await inPasswordTurn(caller, () => hashTypedCode(tried.code, codesSalt))
  return code && { userId, method: 'recovery' as const, code }
}

const prove = (visitor: Visitor, tried: Tried, task: SecondStepTask): Promise<Proof | undefined> =>
  tried.method === 'passkey' ? provePasskey(visitor, tried, task) : proveCode(visitor, tried, task)

const sayLeft = (left: number): string => (left === 1 ? 'Le queda 1 intento' : `Le quedan ${left} intentos`)

/** A failure counts against the ticket, the user and the network. docs/product/second-step.md, "At the sign-in". */
export async function finishSignIn(visitor: Visitor, tried: Tried) {
  const { database, address, userAgent, log } = visitor
  const subdomain = visitor.subdomain ?? ''
  const network = readNetwork(address)
  const asked = { ticket: tried.ticket, subdomain, network }
  const task = await database.withoutCompany((db) => trySecondStep(db, asked))
  if (!task) throw new AppError('second_step_ended')
  if (task.waitSeconds > 0) throw new AppError('too_many_tries', { retryAfterSeconds: task.waitSeconds })
  const { companyId, identifier, triesLeft } = task

  const proof = await prove(visitor, tried, task)
  const token = newToken()
  const trust = tried.trust ? newToken() : null
  const signedIn = proof && (await start(proof))
  const logged = { remote: address, companyId, userId: proof?.userId ?? task.userId, method: tried.method }
  log.info({ ...logged, outcome: signedIn ? 'signed in' : 'wrong' }, 'second step')
  if (signedIn) return signedIn
  await database.withoutCompany(async (db) => {
    await noteFailedSignIn(db, { companyId, identifier, network })
    if (task.userId !== null) await noteWrongCode(db, { companyId, userId: task.userId, network })
  })
  if (tried.method === 'passkey') throw new AppError('passkey_refused')
  if (triesLeft === 0) throw new AppError('second_step_ended')
  throw new AppError('wrong_second_step', { values: { left: sayLeft(triesLeft) } })

  async function start(proof: Proof) {
    const used = new AppError('wrong_second_step')
    try {
      return await database.withoutCompany(async (db) => {
        const done = await finishSecondStep(db, { ...asked, proof, trust, token, address, userAgent })
        if (!done) throw new AppError('second_step_ended')
        // Rolls back, so that the ticket stays for the tries that are left.
        if (done.outcome === 'used') throw used
        const [user, company] = [await getUser(db, proof.userId), await getOwnCompany(db)]
        const wrongCodes = await takeWrongCodes(db, proof.userId)
        return { token, user, company, trustedDevice: trust, codesLeft: done.codesLeft, wrongCodes }
      })
    } catch (error) {
      if (error === used) return undefined
      throw error
    }
  }
}
