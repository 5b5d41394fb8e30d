import { vi } from 'vitest'
import { checkPassword, hashPassword } from '../../server/src/platform/auth/password.ts'
import { verify } from '../../server/src/platform/auth/password-threads.ts'
import { newMark, type World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, isLong, threat, tries } from './support/threat.ts'

vi.mock(import('../../server/src/platform/auth/password-threads.ts'), { spy: true })
vi.mock(import('../../server/src/platform/auth/password.ts'), { spy: true })

const password = 'Ñandú de 8 o más'

type Cause = { why: string; identifier: string; host: string; typed: string }

/** The reasons for which a sign-in fails; the others must look like the first one. */
async function setTraps(world: World): Promise<Cause[]> {
  const company = await world.openCompany()
  const passwordHash = await hashPassword(password)
  const mail = () => `${newMark()}@correo.test`
  const [email, inactive, deleted] = [mail(), mail(), mail()]
  await company.addUser('user', { email, passwordHash })
  await company.addUser('user', { email: inactive, passwordHash, status: 'inactive' })
  const { userId } = await company.addUser('user', { email: deleted, passwordHash })
  await world.owner.query('update users set deleted_at = now() where id = $1', [userId])
  const [suspended, closed] = await Promise.all(
    ['suspended', 'inactive'].map(async (status) => {
      const other = await world.openCompany()
      await other.addUser('user', { email, passwordHash })
      await world.owner.query('update companies set status = $2 where id = $1', [other.id, status])
      return other.host
    }),
  )
  const here = { identifier: email, host: company.host, typed: password }
  return [
    { ...here, why: 'a wrong password', typed: `${password}.` },
    { ...here, why: 'another case', typed: password.toLowerCase() },
    { ...here, why: 'an unknown e-mail', identifier: `nadie-${email}` },
    { ...here, why: 'an unknown phone', identifier: '88009999' },
    { ...here, why: 'an inactive person', identifier: inactive },
    { ...here, why: 'a deleted person', identifier: deleted },
    { ...here, why: 'a suspended company', host: suspended ?? '' },
    { ...here, why: 'an inactive company', host: closed ?? '' },
    { ...here, why: 'an unknown company', host: 'nadie.casillero.test' },
    { ...here, why: 'a host without a company', host: 'casillero.test' },
    { ...here, why: 'an address as the host', host: '127.0.0.1:3000' },
  ]
}

let addresses = 0

async function fail(world: World, { identifier, host, typed }: Cause) {
  addresses += 1
  // Failures slow later tries down, which another row tests.
  await world.owner.query('delete from sign_in_failures')
  vi.mocked(verify).mockClear()
  const began = performance.now()
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { host },
    payload: { identifier, password: typed },
    remoteAddress: `10.${(addresses >> 16) & 255}.${(addresses >> 8) & 255}.${addresses & 255}`,
  })
  const ms = performance.now() - began
  const { date: _, ...headers } = answer.headers
  return {
    said: JSON.stringify([answer.statusCode, answer.body, headers]),
    ms,
    checks: vi.mocked(verify).mock.calls.length,
  }
}

const refusal = '"code\\\\":\\\\"invalid_credentials\\\\",\\\\"message\\\\":\\\\"Credenciales inválidas'

/** Tries every cause in turn, repeatedly: the status, body and headers must be the same, with one check of a password each. */
async function compare(world: World, held: Held): Promise<void> {
  const causes = await setTraps(world)
  const times = new Map<string, number[]>(causes.map(({ why }) => [why, []]))
  for (let round = 0; round < tries(2, 300); round += 1) {
    let first: string | undefined
    // In another order each time, so that periodic load does not fall on one cause alone.
    const order = causes.map((cause) => ({ cause, at: Math.random() })).toSorted((a, b) => a.at - b.at)
    for (const { cause } of order) {
      const { said, ms, checks } = await fail(world, cause)
      first ??= said
      const isRefusal = said.startsWith('[401,') && new RegExp(refusal).test(said)
      held(isRefusal && said === first && checks === 1, `${cause.why}: ${said}, ${checks} checks`)
      times.get(cause.why)?.push(ms)
    }
  }
  if (isLong) compareTimes([...times], held)
}

const median = (values: number[]) => values.toSorted((a, b) => a - b)[Math.floor(values.length / 2)] ?? Number.NaN

/** The probability that two samples that differ so much come from one distribution (Mann and Whitney, large samples). */
function probability(one: number[], other: number[]): number {
  const ranked = [...one.map((ms) => ({ ms, isOne: true })), ...other.map((ms) => ({ ms, isOne: false }))].toSorted(
    (a, b) => a.ms - b.ms,
  )
  const ranks = ranked.reduce((sum, { isOne }, index) => sum + (isOne ? index + 1 : 0), 0)
  const [n, m] = [one.length, other.length]
  const u = ranks - (n * (n + 1)) / 2
  const z = Math.abs(u - (n * m) / 2) / Math.sqrt((n * m * (n + m + 1)) / 12)
  // Twice the upper tail of the normal distribution (Abramowitz and Stegun, 26.2.17).
  const t = 1 / (1 + 0.2316419 * z)
  const terms = [0.31938153, -0.356563782, 1.781477937, -1.821255978, 1.330274429]
  const tail = terms.reduce((sum, term, power) => sum + term * t ** (power + 1), 0)
  return (2 * tail * Math.exp(-(z ** 2) / 2)) / Math.sqrt(2 * Math.PI)
}

function compareTimes([first, ...others]: [why: string, times: number[]][], held: Held): void {
  const [, usual] = first ?? ['', []]
  // On a busy machine a cause differs from itself by more than the allowed five in a hundred.
  const [one, other] = [0, 1].map((part) => median(usual.filter((_, index) => index % 2 === part)))
  const noise = Math.abs((one ?? 0) / (other ?? 0) - 1)
  for (const [why, times] of others) {
    const [ratio, p] = [median(times) / median(usual), probability(usual, times)]
    const isNear = Math.abs(ratio - 1) <= Math.max(0.05, 2 * noise)
    held(isNear, `${why}: its median is ${ratio.toFixed(3)} of that of a wrong password, noise ${noise.toFixed(3)}`)
    // Of ten comparisons at one in a hundred one goes wrong by chance every tenth run, at one in a thousand none.
    held(p > 0.01 / others.length, `${why}: p = ${p.toFixed(5)}`)
  }
}

/** A server that skips the check of a password for unknown users. */
async function hasty(work: () => Promise<void>): Promise<void> {
  const actual = await vi.importActual<typeof import('../../server/src/platform/auth/password.ts')>(
    '../../server/src/platform/auth/password.ts',
  )
  vi.mocked(checkPassword).mockImplementation(async (stored, typed) =>
    stored === null ? false : await actual.checkPassword(stored, typed),
  )
  try {
    await work()
  } finally {
    vi.mocked(checkPassword).mockRestore()
  }
}

threat('T-10', { what: 'who has an account, disclosed by text or time', asvs: ['6.3.8'] }, ({ proof, control }) => {
  proof('a sign-in that fails reads and costs the same for every reason', on(compare))
  control('the same, where the password of an unknown account is not checked', (held) => hasty(() => on(compare)(held)))
})
