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

type Method = PlannedShipment['shippingMethod']

const findMethod = ({ packages }: Plan, index: number | undefined): Method =>
  packages[index ?? -1]?.draft.shippingMethod ?? 'aereo'

/** The departures of what travels together, oldest first, with their arrivals. */
function listDepartures({ moves }: Plan): Departure[] {
  const byTime = moves.toSorted((a, b) => a.at.getTime() - b.at.getTime())
  return byTime
    .filter(({ to }) => to === 'transit')
    .map((move): Departure => {
      const [first = -1] = move.packages
      return { ...move, arrival: byTime.find((other) => other.to === 'customs' && other.packages.includes(first)) }
    })
}

type Chosen = { move: Departure; isClosed: boolean }

/** Chooses the departures that are shipments, with the one whose packages are mixed up. */
function chooseDepartures(plan: Plan, departures: Departure[]) {
  const hasArrived = (move: Departure) => move.arrival !== undefined
  const come = (method: Method) =>
    departures.filter((move) => hasArrived(move) && findMethod(plan, move.packages[0]) === method)
  const [airCome, seaCome] = [come('aereo'), come('maritimo')]
  const short = airCome.findLast((move, at) => at > 0 && findSlip(plan, move, airCome[at + 1]))
  // A carrier bills pounds: of packages that were never weighed there is nothing to close with.
  const isWeighed = (move: Departure) =>
    move.packages.some((index) => (plan.packages[index]?.draft.weight ?? null) !== null)
  const chosen = [
    { move: seaCome.find(isWeighed), isClosed: true },
    { move: airCome.find(isWeighed), isClosed: true },
    { move: short },
    { move: seaCome.at(-1) },
    { move: departures.findLast((move) => !hasArrived(move)) },
  ]
  const left = chosen
    .flatMap(({ move, isClosed = false }): Chosen[] => (move ? [{ move, isClosed }] : []))
    .filter(({ move }, at, all) => all.findIndex((other) => other.move === move) === at)
    .sort((a, b) => a.move.at.getTime() - b.move.at.getTime())
  return { left, short, slip: short && findSlip(plan, short, airCome[airCome.indexOf(short) + 1]) }
}

type Slip = { missing: number; extra: number }
type Head = Pick<PlannedShipment, 'shippingMethod' | 'guide' | 'carrier' | 'note'>

/** A shipment that has left, as far as it came. */
function planSent({ move, isClosed }: Chosen, head: Head, slip: Slip | undefined, calendar: BusinessCalendar) {
  const arrivedAt = move.arrival ? before(move.arrival.at, 1) : null
  const daysOn = calendar.openDay(calendar.dayOf(move.at) + (head.shippingMethod === 'aereo' ? 1 : 9))
  const closing = arrivedAt && calendar.at(calendar.openDay(calendar.dayOf(arrivedAt) + 3), 12 * 60)
  return {
    ...head,
    packages: move.packages,
    openAt: before(move.at, 60),
    sentAt: before(move.at, 1),
    expectedOn: calendar.date(daysOn),
    arrivedAt,
    missing: slip?.missing ?? null,
    extra: slip?.extra ?? null,
    closedAt: isClosed && closing && closing <= calendar.now ? closing : null,
  }
}

/** The shipment by air that is open, with what waits for it. */
function planOpen({ packages, calendar }: Plan, head: Head, waiting: number[]): PlannedShipment {
  return {
    ...head,
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
}

/**
 * Plans six shipments of the packages that travel together anyway: two closed ones, two received ones, of which one has a missing
 * package and an extra one, one on its way and one that is open. Gives the moves as they are then.
 */
export function planShipments(plan: Plan): { shipments: PlannedShipment[]; moves: PlannedMove[] } {
  const departures = listDepartures(plan)
  const { left, short, slip } = chooseDepartures(plan, departures)
  const used = { aereo: 0, maritimo: 0 }
  const buildHead = (shippingMethod: Method): Head => {
    const guide = guides[shippingMethod][used[shippingMethod]] ?? ''
    used[shippingMethod] += 1
    return { shippingMethod, guide, carrier: carriers[shippingMethod], note: null }
  }
  const sent = left.map((chosen): PlannedShipment => {
    const head = buildHead(findMethod(plan, chosen.move.packages[0]))
    return planSent(chosen, head, chosen.move === short ? slip : undefined, plan.calendar)
  })
  const gone = new Set(departures.flatMap((move) => move.packages))
  const waiting = plan.packages.flatMap(({ hasStatus }, index) =>
    hasStatus && !gone.has(index) && findMethod(plan, index) === 'aereo' ? [index] : [],
  )
  const open = planOpen(plan, buildHead('aereo'), waiting)
  return { shipments: [...sent, open], moves: withoutSlip(plan.moves, slip, short) }
}

/** Packages that stayed behind go no further; those that came early left with the shipment that it came with. */
function withoutSlip(moves: PlannedMove[], slip: Slip | undefined, short: Departure | undefined): PlannedMove[] {
  if (!slip || !short) return moves
  return moves.map((move) => {
    const isLost = (index: number) => index === slip.missing && move.to !== 'transit'
    const isThere = (index: number) => index === slip.extra && (move.to === 'transit' || move.to === 'customs')
    return { ...move, packages: move.packages.filter((index) => !isLost(index) && !isThere(index)) }
  })
}
