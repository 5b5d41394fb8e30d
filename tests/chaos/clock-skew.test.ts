import { afterAll, beforeAll, expect } from 'vitest'
import { ask } from '../support/installation/calls.ts'
import { check, figureOf, nothingWrong } from '../support/installation/checker.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { waitForMore } from '../support/installation/moments.ts'
import { stockUp } from '../support/installation/shops.ts'
import { waitUntil } from '../support/patience.ts'
import { prove, rounds } from '../support/proofs.ts'
import { fakeTime, skewedVariables, skewMs } from './support/skewed-clocks.ts'

const whole = fakeTime()
let firstIsWrongBy = skewMs

let site: Installation
beforeAll(async () => {
  whole?.set(firstIsWrongBy)
  const first = whole?.variables ?? skewedVariables(firstIsWrongBy)
  site = await openInstallation({
    variables: (n) => ({ ...(n === 0 ? first : skewedVariables(-skewMs)), LOG_LEVEL: 'info' }),
  })
})
afterAll(() => site.close())

/** Turns the error of both clocks to the other side. */
async function jump(): Promise<void> {
  const jumping = whole ? site.instances.slice(1) : site.instances
  await site.killer.strike(
    jumping.map((instance) => instance.process().pid),
    'SIGUSR2',
  )
  firstIsWrongBy = -firstIsWrongBy
  whole?.set(firstIsWrongBy)
}

/** The durations of calls in a server's log. */
const durationsIn = (lines: string[]) => lines.flatMap((line) => /"ms":(-?\d+)/.exec(line)?.[1] ?? []).map(Number)

const isImpossible = (ms: number) => ms < 0 || ms > 60_000

let marks = 0

/** Calls the servers in turn, and gives the times of their logs in the order of the calls. */
async function timesOfCalls(count: number): Promise<number[]> {
  const times: number[] = []
  for (let n = 0; n < count; n += 1) {
    const instance = site.instances[n % 2]
    marks += 1
    const path = `/api/marked-${marks}-`
    await ask(instance?.url ?? '', { path })
    // The log is written in blocks or once a second.
    await instance?.process().waitForLine(path)
    const line = instance?.process().lines.find((each) => each.includes(path)) ?? '{}'
    times.push(JSON.parse(line).time)
  }
  return times
}

/** Measures how late, by the database's clock, a session of seven days ends at each server, in milliseconds. */
async function endsOfSession(): Promise<number[]> {
  const [shop] = site.shops
  const { rows } = await site.owner.query<{ ends: Date }>(
    `update sessions set created_at = now() - interval '7 days' + interval '1500 ms', last_seen_at = now()
     where company_id = $1 returning created_at + interval '7 days' as ends`,
    [shop?.id],
  )
  const ends = rows[0]?.ends.getTime() ?? 0
  const seen = site.instances.map(() => 0)
  await waitUntil(
    async () => {
      await Promise.all(
        site.instances.map(async ({ url }, n) => {
          const { status } = await ask(url, { ...shop?.counter, path: '/api/auth/me' })
          const at = await site.owner.query<{ now: Date }>('select clock_timestamp() as now')
          if (status === 401 && seen[n] === 0) seen[n] = (at.rows[0]?.now.getTime() ?? 0) - ends
        }),
      )
      return seen.every((ms) => ms !== 0)
    },
    20_000,
    'the end of the session',
  )
  await site.owner.query('update sessions set created_at = now() where company_id = $1', [shop?.id])
  return seen
}

/** Makes invoices at each server in turn, while both clocks jump, and counts those whose number and time disagree in order. */
async function inversions(count: number): Promise<number> {
  const [, shop] = site.shops
  const [stock] = await stockUp(site.owner, site.shops.slice(1, 2), count)
  for (const [n, packageId] of (stock?.packageIds ?? []).entries()) {
    const body = { clientId: shop?.counter.clientId, currencyId: shop?.counter.usd, items: [{ packageId }] }
    const { status } = await ask(site.instances[n % 2]?.url ?? '', { ...shop?.counter, path: '/api/invoices', body })
    expect(status).toBe(201)
    if (n === Math.floor(count / 2)) await jump()
  }
  const { rows } = await site.owner.query<{ wrong: number }>(
    `select count(*)::int as wrong from (
       select created_at < lag(created_at) over (order by company_invoice_id) as is_wrong from invoices where company_id = $1) i
     where is_wrong`,
    [shop?.id],
  )
  return rows[0]?.wrong ?? -1
}

prove('F-10', 'clocks of the servers are two hours wrong, and jump', (row) => {
  row.proof('only the clock of the database counts', async () => {
    const ownTimes = await timesOfCalls(2)
    expect(ownTimes.map((at) => Math.round((at - Date.now()) / skewMs))).toEqual([1, -1])
    const before = await endsOfSession()
    await jump()
    const after = await endsOfSession()
    for (const ms of [...before, ...after]) expect(Math.abs(ms)).toBeLessThanOrEqual(1_000)
    const count = rounds(40, 200)
    const wrong = await inversions(count)
    expect(wrong).toBe(0)
    const load = site.invoice(16)
    for (let jumps = 0; jumps < 4; jumps += 1) {
      await waitForMore(load, 30)
      await jump()
    }
    await load.stop()
    const verdict = await check(load.entries, site.owner, site.postgres.ownerUrl)
    expect(verdict).toMatchObject({ ...nothingWrong, unasked: expect.anything() })
    const durations = site.instances.flatMap((instance) => durationsIn(instance.process().lines))
    expect(durations.length).toBeGreaterThan(100)
    expect(durations.filter(isImpossible)).toEqual([])
    return (
      `sessions end ${[...before, ...after].join(', ')} ms after their moment at servers ± 2 h${whole ? ', the first of them whole under faketime,' : ''} and after a jump; ${count} invoices in turn: ${wrong} out of order; ` +
      `${durations.length.toLocaleString('en')} durations in the log, none negative; under load with 4 jumps: ${figureOf({ ...verdict, unasked: [] })}`
    )
  })

  row.control('times by the clocks of the servers are out of order', async () => {
    const given = await timesOfCalls(10)
    const wrong = given.filter((at, n) => at < (given[n - 1] ?? at)).length
    expect(wrong).toBeGreaterThan(0)
  })

  if (!whole) {
    row.notRun(
      'the whole process under faketime: faketime is not installed here; the servers have a wrong clock of their own instead',
    )
    return
  }
  row.control('durations by a clock that jumps are detected', async () => {
    const [instance] = site.instances
    instance?.process().kill('SIGKILL')
    await instance?.process().ended
    whole.set(0)
    await instance?.start(whole.throughout)
    const wrong = () => durationsIn(instance?.process().lines ?? []).filter(isImpossible)
    let jumps = 0
    await waitUntil(
      async () => {
        const calls = Array.from({ length: 20 }, () => ask(instance?.url ?? '', { path: '/api/health' }))
        // After the first answer the others are under way.
        await Promise.race(calls)
        // Node ends when its monotonic clock goes back, so that this one only goes forward.
        jumps += 1
        whole.set(jumps * skewMs)
        await Promise.all(calls)
        return wrong().length > 0
      },
      60_000,
      'a call that took hours',
    )
  })
})
