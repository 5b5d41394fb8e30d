import { afterEach, expect, test } from 'vitest'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { seed } from '../../../../tests/support/sampling.ts'
import { randomOf } from '../../../../tests/support/trade.ts'
import type { Company } from '../../../../tests/support/world.ts'
import type { AnswersName } from './facts.ts'

const world = shareWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

const query = { from: '2026-11-16', to: '2026-11-18' }
const read = async (name: AnswersName) =>
  (await shop.admin.ok('GET /api/reports/:name', { params: { name }, query })).data

/** The client has waited so many seconds when the user answers. */
async function answer(id: string, by: Company['user'], at: string, seconds: number): Promise<void> {
  const moment = new Date(at)
  world.setTime(moment)
  await world.owner.query('update conversations set waiting_count = 1, waiting_since = $2 where id = $1', [
    id,
    new Date(moment.getTime() - seconds * 1000),
  ])
  await by.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text: 'Con gusto' } })
}

test('the median wait for a first answer is told by day and by person, of the days of Managua, and what no client waited for is none', async () => {
  const id = await shop.receiveChat()
  await answer(id, shop.user, '2026-11-16T15:00:00Z', 60)
  // 23:30 of the same day in Managua.
  await answer(id, shop.user, '2026-11-17T05:30:00Z', 240)
  await answer(id, shop.admin, '2026-11-17T15:00:00Z', 600)
  await answer(id, shop.admin, '2026-11-20T15:00:00Z', 9000)
  world.setTime(new Date('2026-11-18T15:00:00Z'))
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text: '¿Algo más?' } })
  const days = await read('answers-by-day')
  expect(days.rows.map(({ key, count, seconds }) => [key, count, seconds])).toEqual([
    ['2026-11-16', 2, 150],
    ['2026-11-17', 1, 600],
  ])
  expect(days.total).toMatchObject({ count: 3, seconds: 240, missed: null })
  const people = await read('answers-by-person')
  expect(people.rows.map(({ label, count, seconds }) => [label, count, seconds])).toEqual([
    ['user Prueba', 2, 150],
    ['admin Prueba', 1, 600],
  ])
})

test('the medians of any waits are those of the minutes in which the company was open by the hours of then', async () => {
  const random = randomOf(seed)
  const id = await shop.receiveChat()
  const people: [string, Company['user']][] = [
    ['user Prueba', shop.user],
    ['admin Prueba', shop.admin],
  ]
  const time = (quarter: number) => new Date(quarter * 900_000).toISOString().slice(11, 16)
  const inManagua = (at: number) => new Date(at - 6 * 3_600_000)
  const dayAt = (at: number) => inManagua(at).toISOString().slice(0, 10)
  const drawHours = () => ({
    days: Array.from({ length: 7 }, () => {
      const from = random(40)
      return random(5) === 0 ? null : { from: time(from), to: time(from + 1 + random(95 - from)) }
    }),
    closedDates: random(2) === 0 ? ['2026-11-14', '2026-11-17'] : [],
  })
  let hours: ReturnType<typeof drawHours> | null = null
  const isOpen = (at: number) => {
    const day = hours?.days[(inManagua(at).getUTCDay() + 6) % 7]
    const clock = inManagua(at).toISOString().slice(11, 16)
    return hours === null || (!!day && !hours.closedDates.includes(dayAt(at)) && day.from <= clock && clock < day.to)
  }
  const countOpen = (since: number, until: number) => {
    let ms = 0
    for (let at = since; at < until; ) {
      const next = Math.min(until, (Math.floor(at / 60_000) + 1) * 60_000)
      if (isOpen(at)) ms += next - at
      at = next
    }
    return ms / 1000
  }
  const told: { day: string; person: string; seconds: number }[] = []
  const moments = Array.from({ length: 40 }, () => Date.parse('2026-11-15T06:00:00Z') + random(5 * 86_400) * 1000)
  for (const [index, at] of moments.toSorted((one, other) => one - other).entries()) {
    if (index % 8 === 0) {
      hours = random(4) === 0 ? null : drawHours()
      await shop.admin.ok('PUT /api/companies/update', { body: { openingHours: hours } })
    }
    const wait = random(3 * 86_400)
    const [person, by] = people[random(2)] ?? ['', shop.user]
    await answer(id, by, new Date(at).toISOString(), wait)
    if (dayAt(at) >= query.from && dayAt(at) <= query.to)
      told.push({ day: dayAt(at), person, seconds: countOpen(at - wait * 1000, at) })
  }
  const expectMedians = (rows: { count: number; seconds: number | null }[], groups: Map<string, typeof told>) => {
    expect(rows.map(({ count }) => count)).toEqual([...groups.values()].map((group) => group.length))
    for (const [index, group] of [...groups.values()].entries()) {
      const sorted = group.map(({ seconds }) => seconds).toSorted((one, other) => one - other)
      const middle = (sorted.length - 1) / 2
      const median = ((sorted[Math.floor(middle)] ?? 0) + (sorted[Math.ceil(middle)] ?? 0)) / 2
      expect(Math.abs((rows[index]?.seconds ?? -1) - median)).toBeLessThanOrEqual(0.5)
    }
  }
  const days = await read('answers-by-day')
  expectMedians(
    days.rows,
    Map.groupBy(told, ({ day }) => day),
  )
  expectMedians([days.total], new Map([['', told]]))
  const { rows } = await read('answers-by-person')
  const byPerson = Map.groupBy(told, ({ person }) => person)
  expectMedians(rows, new Map(rows.map(({ label }) => [label, byPerson.get(label) ?? []])))
})

test('a rule counts its answers on their days, and each that missed once, on the day on which that was said', async () => {
  world.setTime(new Date('2026-11-16T15:00:00Z'))
  const at = '2026-11-16T15:00:00Z'
  const id = await shop.receiveChat({ text: 'BAJA', at })
  await shop.receiveChat({ text: 'ALTA', at })
  const { data } = await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })
  const [first] = data.entries.filter(({ source }) => source === 'rule')
  const say = (messageId: string | undefined) => ({ params: { id, messageId: messageId ?? '' } })
  const miss = 'POST /api/conversations/:id/messages/:messageId/miss'
  world.setTime(new Date('2026-11-20T15:00:00Z'))
  // The chat of the client's other phone shows the answer too.
  const other = await shop.receiveChat({ phone: '50577231180', at })
  const { version } = (await shop.user.ok('GET /api/conversations/:id', { params: { id: other } })).data
  const body = { attended: true, clientId: shop.client.id, version }
  await shop.user.ok('PUT /api/conversations/:id', { params: { id: other }, body })
  await shop.user.ok(miss, { params: { id: other, messageId: first?.id ?? '' } })
  // Said again, it stays on its day.
  world.setTime(new Date('2026-11-21T15:00:00Z'))
  await shop.user.ok(miss, say(first?.id))
  const { data: later } = await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })
  expect(later.entries.filter(({ isMissed }) => isMissed).map((entry) => entry.id)).toEqual([first?.id])
  const told = async () =>
    (await read('answers-by-rule')).rows.map(({ label, count, missed }) => [label, count, missed])
  expect(await told()).toEqual([
    ['Alta', 1, 0],
    ['Baja', 1, 0],
  ])
  query.to = '2026-11-20'
  expect(await told()).toEqual([
    ['Alta', 1, 0],
    ['Baja', 1, 1],
  ])
  query.to = '2026-11-18'
  // What the client wrote, and a reply, are no rule's.
  const own = data.entries.find(({ source }) => source === 'client')
  expect((await shop.user.refused(miss, say(own?.id))).code).toBe('not_found')
})

test('what waits now is told by whom it is for, with the longest wait', async () => {
  const id = await shop.receiveChat()
  const second = await shop.receiveChat({ phone: '50577231180' })
  world.setTime(new Date('2026-11-18T15:00:00Z'))
  const wait = 'update conversations set waiting_since = $2, assigned_to = $3 where id = $1'
  await world.owner.query(wait, [id, '2026-11-18T14:00:00Z', null])
  await world.owner.query(wait, [second, '2026-11-16T15:00:00Z', shop.user.userId])
  const report = await read('waiting-now')
  expect(report.rows.map(({ label, count, seconds }) => [label, count, seconds]).toSorted()).toEqual([
    ['', 1, 3600],
    ['user Prueba', 1, 2 * 86_400],
  ])
  expect(report.total).toMatchObject({ count: 2, seconds: 2 * 86_400 })
})
