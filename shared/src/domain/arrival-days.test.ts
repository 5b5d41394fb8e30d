import { expect, test } from 'vitest'
import { chooseArrivalDays, describeArrival } from './arrival-days.ts'

const today = '2026-11-25'

test.each([
  ['2026-12-03', '2026-12-07', 'Llega entre el jueves 3 y el lunes 7'],
  ['2026-11-27', '2026-11-27', 'Llega el viernes 27'],
  ['2026-11-25', '2026-12-09', 'Llega entre el miércoles 25 y el miércoles 9'],
  ['2026-12-14', '2026-12-23', 'Llega entre el 14 y el 23 de diciembre'],
  ['2026-11-28', '2026-12-10', 'Llega entre el 28 de noviembre y el 10 de diciembre'],
  ['2026-12-28', '2027-01-04', 'Llega entre el 28 de diciembre y el 4 de enero'],
  ['2026-12-14', '2026-12-14', 'Llega el 14 de diciembre'],
])('a window from %s to %s is said as %s', (from, to, text) => {
  expect(describeArrival({ from, to }, today)).toBe(text)
})

const count = (days: readonly number[]) =>
  [...Map.groupBy(days, (day) => day)].map(([day, all]) => ({ days: day, packages: all.length }))

test('nothing is said of fewer than twenty packages, and of twenty their half and nearly all', () => {
  const days = [3, 3, 3, 4, 4, 4, 4, 5, 5, 5, 5, 6, 6, 6, 7, 7, 8, 8, 9, 14]
  expect(chooseArrivalDays(count(days.slice(1)))).toBeUndefined()
  expect(chooseArrivalDays(count(days))).toEqual({ half: 5, most: 9 })
  expect(chooseArrivalDays([])).toBeUndefined()
})

test('half of the packages is the day whose share is nearest to it, on either side', () => {
  expect(
    chooseArrivalDays([
      { days: 2, packages: 45 },
      { days: 3, packages: 55 },
    ]),
  ).toEqual({ half: 2, most: 3 })
  expect(
    chooseArrivalDays([
      { days: 2, packages: 30 },
      { days: 3, packages: 70 },
    ]),
  ).toEqual({ half: 2, most: 3 })
  expect(
    chooseArrivalDays([
      { days: 2, packages: 95 },
      { days: 3, packages: 5 },
    ]),
  ).toEqual({ half: 2, most: 2 })
})

const month = 26
const stages = ['received', 'left', 'arrived'] as const
type Travelled = Record<(typeof stages)[number] | 'ready', number>

/** A generator of numbers from 0 to 1, the same for a seed. */
function createRandom(seed: number): () => number {
  let state = seed
  return () => {
    state = (state * 1_664_525 + 1_013_904_223) % 4_294_967_296
    return state / 4_294_967_296
  }
}

/**
 * Fifteen months of packages in open days, of which three are past already: what leaves together comes together; a slow month and three
 * slow ones at the end of the year, ten days on which a strike lets nothing in, and from the ninth month on another carrier.
 */
function simulate(seed: number, method: 'aereo' | 'maritimo'): Travelled[] {
  const random = createRandom(seed)
  const isAir = method === 'aereo'
  const leaving = isAir ? [2, 5] : [3]
  const strike = { from: month * 8 + 4, to: month * 8 + 14 }
  const findSlowness = (day: number) => {
    const ofYear = Math.floor(day / month) % 12
    return ofYear >= 9 ? 1.35 : ofYear === 4 ? 1.15 : 1
  }
  const shipments = new Map<number, { arrived: number; cleared: number }>()
  const ship = (left: number) => {
    const isNewCarrier = left >= month * 11
    const usual = isAir ? (isNewCarrier ? 3 : 2) : (isNewCarrier ? 12 : 15) + Math.floor(random() * 4)
    const late = isAir ? Number(random() < 0.3) + Number(random() < 0.1) : 0
    const due = left + Math.round((usual + late) * findSlowness(left))
    const isStopped = due >= strike.from && due < strike.to
    const arrived = isStopped ? strike.to + Math.floor(random() * 2) : due
    const customs =
      Math.round((isAir ? 1 : 3) * findSlowness(arrived)) + Number(random() < 0.35) + Number(random() < 0.12)
    return { arrived, cleared: arrived + customs }
  }
  const nextLeaving = (day: number) => {
    let next = day + 1
    while (!leaving.includes(next % 6)) next += 1
    return next
  }
  const travelled: Travelled[] = []
  for (let received = 0; received < month * 15; received += 1) {
    const count = (isAir ? 14 : 8) + Math.floor(random() * 8)
    for (let nth = 0; nth < count; nth += 1) {
      const left = random() < 0.08 ? nextLeaving(nextLeaving(received)) : nextLeaving(received)
      const shipment = shipments.get(left) ?? ship(left)
      shipments.set(left, shipment)
      const luck = random()
      const sorting = luck < 0.6 ? 0 : luck < 0.85 ? 1 : luck < 0.95 ? 2 : 3 + Math.floor(random() * 4)
      travelled.push({ received, left, arrived: shipment.arrived, ready: shipment.cleared + sorting })
    }
  }
  return travelled
}

/** 90 days. */
const remembered = 78

/** In percent, of what was said in the twelve months after the first three, from what was known on the day. */
function shareKept(travelled: readonly Travelled[], stage: (typeof stages)[number]) {
  const said = new Map<number, ReturnType<typeof chooseArrivalDays>>()
  const ask = (day: number) => {
    const counts = new Map<number, number>()
    for (const one of travelled) {
      if (one.ready >= day || one.ready < day - remembered) continue
      const days = one.ready - one[stage]
      counts.set(days, (counts.get(days) ?? 0) + 1)
    }
    return chooseArrivalDays([...counts].map(([days, packages]) => ({ days, packages })))
  }
  let [count, byHalf, byMost] = [0, 0, 0]
  for (const one of travelled) {
    const day = one[stage]
    if (day < month * 3) continue
    if (!said.has(day)) said.set(day, ask(day))
    const days = said.get(day)
    if (!days) continue
    count += 1
    byHalf += Number(one.ready <= day + days.half)
    byMost += Number(one.ready <= day + days.most)
  }
  return { count, half: (100 * byHalf) / count, most: (100 * byMost) / count }
}

const seeds = Array.from({ length: 8 }, (_, index) => index + 1)

test.each(['aereo', 'maritimo'] as const)(
  'in twelve months by %s with seasons, a strike and a new carrier half of the packages come by the first day that is said, and nine in ten by the last',
  (method) => {
    for (const seed of seeds) {
      const travelled = simulate(seed, method)
      const first = shareKept(travelled, 'received')
      expect(first.count).toBeGreaterThan(3_000)
      // What is said on the way is counted from later stages, of which fewer days remain.
      const later = stages.slice(1).map((stage) => shareKept(travelled, stage))
      const all = later.reduce((sum, each) => sum + each.count, 0)
      const shareOf = (kind: 'half' | 'most') => later.reduce((sum, each) => sum + each[kind] * each.count, 0) / all
      for (const { half, most } of [first, { half: shareOf('half'), most: shareOf('most') }]) {
        expect(Math.abs(half - 50), `half, seed ${seed}`).toBeLessThan(10)
        expect(Math.abs(most - 90), `nine in ten, seed ${seed}`).toBeLessThanOrEqual(5)
      }
    }
  },
)
