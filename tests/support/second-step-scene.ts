import { afterEach, beforeEach } from 'vitest'
import { askOperators } from '../../server/src/platform/auth/second-step.ts'
import type { Actor } from './actor.ts'
import { computeCode } from './compute-code.ts'
import { openWorld } from './open-world.ts'
import { activateApp, addPerson, newNetwork } from './second-step.ts'
import { type Company, samplePassword } from './world.ts'

/** Opens a world with a company and a business time of its own for each test of signing in with a second step. */
export function openSecondStepScene() {
  const world = openWorld()
  const start = Date.parse('2026-11-20T16:00:00Z')
  let company: Company
  let now = start
  /** Moves business time on to so many seconds after the start. */
  function setSeconds(seconds: number): void {
    now = start + seconds * 1_000
    world.setTime(new Date(now))
  }
  beforeEach(async () => {
    setSeconds(0)
    company = await world.openCompany()
  })
  afterEach(() => {
    world.setTime(undefined)
    askOperators(false)
  })

  return {
    world,
    start,
    setSeconds,
    get now() {
      return now
    },
    get company() {
      return company
    },
    set company(other: Company) {
      company = other
    },
    readStatus: async (actor: Actor) => (await actor.send('GET /api/auth/me')).statusCode,
    finish: (body: object, from = newNetwork()) => company.anonymous.send('POST /api/auth/second-step', { body, from }),
    login: (identifier: string, more: object = {}) =>
      company.anonymous.ok('POST /api/auth/login', {
        body: { identifier, password: samplePassword, ...more },
        from: newNetwork(),
      }),
    /** A person with an application, whose code of the next period has not been used. */
    async addStepper(type: 'admin' | 'user' = 'user') {
      const { email, actor } = await addPerson(company, type)
      const { secret, recoveryCodes } = await activateApp(actor, now)
      setSeconds((now - start) / 1_000 + 60)
      return { email, actor, secret, recoveryCodes, code: () => computeCode(secret, now) }
    },
  }
}
