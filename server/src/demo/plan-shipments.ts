import type { BusinessCalendar } from './business-calendar.ts'
import type { PlannedMove, PlannedPackage } from './plan.ts'
import type { Visit } from './plan-visits.ts'

export type PlannedShipment = {
  shippingMethod: 'maritimo' | 'aereo'
  guide: string
  carrier: string
  note: string | null
  packages: number[]
  /** When it is opened; one that has not left has no later instant. */
  openAt: Date
  sentAt: Date | null
  /** `YYYY-MM-DD`. */
  expectedOn: string
  arrivedAt: Date | null
  /** The one of its packages that did not come with it. */
  missing: number | null
  /** The one that came with it from the next. */
  extra: number | null
  closedAt: Date | null
}

type Departure = PlannedMove & { arrival: PlannedMove | undefined }
type Plan = { packages: PlannedPackage[]; moves: PlannedMove[]; visits: Visit[]; calendar: BusinessCalendar }

const minuteMs = 60_000
const before = (at: Date, minutes: number): Date => new Date(at.getTime() - minutes * minuteMs)

const carriers = { aereo: 'Volaris Cargo', maritimo: 'Nica Ocean Line' }
const guides = {
  aereo: ['AWB 230-4470 7719', 'AWB 230-4470 9917', 'AWB 230-4471 8102', 'AWB 230-4471 8836'],
  maritimo: ['BL MIA-87102', 'BL MIA-87940', 'BL MIA-88213'],
}

/** A package that stayed behind is one that no visit takes; what came early was in the warehouse when the other arrived. */
function findSlip({ packages, visits }: Plan, departure: Departure, next: Departure | undefined) {
  const taken = new Set(visits.flatMap((visit) => visit.packages))
  const { arrival } = departure
  const missing = departure.packages.find((index) => !taken.has(index))
  const extra = next?.packages.find(
    (index) => arrival !== undefined && (packages[index]?.at ?? arrival.at) < arrival.at,
  )
  return missing === undefined || extra === undefined ? undefined : { missing, extra }
}

/**
 * Plans six shipments of the packages that travel together anyway: two closed ones, two received ones, of which one has a missing
 * package and an extra one, one on its way and one that is open. Gives the moves as they are then.
 */
export function planShipments(plan: Plan): { shipments: PlannedShipment[]; moves: PlannedMove[] } {
  const { packages, moves, calendar } = plan
  const byTime = moves.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  const departures = byTime
    .filter(({ to }) => to === 'transit')
    .map((move): Departure => {
      const [first = -1] = move.packages
      return { ...move, arrival: byTime.find((other) => other.to === 'customs' && other.packages.includes(first)) }
    })
  const findMethod = (index: number | undefined) => packages[index ?? -1]?.draft.shippingMethod ?? 'aereo'
  const of = (method: 'aereo' | 'maritimo') => departures.filter((move) => findMethod(move.packages[0]) === method)
  const hasArrived = (move: Departure) => move.arrival !== undefined
  const [air, sea] = [of('aereo'), of('maritimo')]
  const [airCome, seaCome] = [air.filter(hasArrived), sea.filter(hasArrived)]
  const short = airCome.findLast((move, at) => at > 0 && findSlip(plan, move, airCome[at + 1]))
  const slip = short && findSlip(plan, short, airCome[airCome.indexOf(short) + 1])
  const gone = new Set(departures.flatMap((move) => move.packages))
  const waiting = packages.flatMap(({ hasStatus }, index) =>
    hasStatus && !gone.has(index) && findMethod(index) === 'aereo' ? [index] : [],
  )

  // A carrier bills pounds: of packages that were never weighed there is nothing to close with.
  const isWeighed = (move: Departure) => move.packages.some((index) => (packages[index]?.draft.weight ?? null) !== null)
  const chosen = [
    { move: seaCome.find(isWeighed), isClosed: true },
    { move: airCome.find(isWeighed), isClosed: true },
    { move: short },
    { move: seaCome.at(-1) },
    { move: departures.findLast((move) => !hasArrived(move)) },
  ]
  const left = chosen
    .flatMap(({ move, isClosed = false }) => (move ? [{ move, isClosed }] : []))
    .filter(({ move }, at, all) => all.findIndex((other) => other.move === move) === at)
    .sort((a, b) => a.move.at.getTime() - b.move.at.getTime())
  const used = { aereo: 0, maritimo: 0 }
  const buildHead = (shippingMethod: 'aereo' | 'maritimo') => {
    const guide = guides[shippingMethod][used[shippingMethod]] ?? ''
    used[shippingMethod] += 1
    return { shippingMethod, guide, carrier: carriers[shippingMethod], note: null }
  }
  const sent = left.map(({ move, isClosed }): PlannedShipment => {
    const method = findMethod(move.packages[0])
    const arrivedAt = move.arrival ? before(move.arrival.at, 1) : null
    const daysOn = calendar.openDay(calendar.dayOf(move.at) + (method === 'aereo' ? 1 : 9))
    const closing = arrivedAt && calendar.at(calendar.openDay(calendar.dayOf(arrivedAt) + 3), 12 * 60)
    return {
      ...buildHead(method),
      packages: move.packages,
      openAt: before(move.at, 60),
      sentAt: before(move.at, 1),
      expectedOn: calendar.date(daysOn),
      arrivedAt,
      missing: move === short ? (slip?.missing ?? null) : null,
      extra: move === short ? (slip?.extra ?? null) : null,
      closedAt: isClosed && closing && closing <= calendar.now ? closing : null,
    }
  })
  const open: PlannedShipment = {
    ...buildHead('aereo'),
    note: 'Vuelo de la noche',
    packages: waiting,
    // As the last of them came in.
    openAt: packages[waiting.at(-1) ?? -1]?.at ?? calendar.now,
    sentAt: null,
    expectedOn: calendar.date(calendar.openDay(calendar.nextWeekday(1, [2, 5]) + 1)),
    arrivedAt: null,
    missing: null,
    extra: null,
    closedAt: null,
  }
  return { shipments: [...sent, open], moves: withoutSlip(moves, slip, short) }
}

/** Packages that stayed behind go no further; those that came early left with the shipment that it came with. */
function withoutSlip(
  moves: PlannedMove[],
  slip: { missing: number; extra: number } | undefined,
  short: Departure | undefined,
): PlannedMove[] {
  if (!slip || !short) return moves
  return moves.map((move) => {
    const isLost = (index: number) => index === slip.missing && move.to !== 'transit'
    const isThere = (index: number) => index === slip.extra && (move.to === 'transit' || move.to === 'customs')
    return { ...move, packages: move.packages.filter((index) => !isLost(index) && !isThere(index)) }
  })
}
