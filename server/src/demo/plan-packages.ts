import { type BusinessCalendar, closing, opening } from './business-calendar.ts'
import { makeGoods } from './goods.ts'
import type { PlannedClient, PlannedMove, PlannedPackage, Role, Stage } from './plan.ts'
import { seaVolume, tariffFor } from './plan-catalogues.ts'
import { createRandom, type Random } from './random.ts'

export const firstDay = -42
const packageCount = 400
const lastLoading = 15 * 60
const volumePounds = 100

/** Plans the instants at which packages came in, oldest first; none later than now. */
function arrivals(calendar: BusinessCalendar, random: Random): Date[] {
  const instants: Date[] = []
  while (instants.length < packageCount) {
    const day = random.between(firstDay, 0)
    const at = calendar.at(day, random.between(opening, closing - 1))
    if (calendar.isOpen(day) && at <= calendar.now) instants.push(at)
  }
  return instants.sort((a, b) => a.getTime() - b.getTime())
}

type Journey = { transit: Date; customs: Date; ready: Date }

/**
 * Plans a package's way: planes leave on Tuesdays and Fridays, the container on Saturdays; packages held by customs come later.
 */
function planJourney(at: Date, isSea: boolean, isHeld: boolean, calendar: BusinessCalendar): Journey {
  const day = calendar.dayOf(at)
  const isLate = at > calendar.at(day, lastLoading)
  const departure = calendar.nextWeekday(isLate ? day + 1 : day, isSea ? [6] : [2, 5])
  const customs = calendar.openDay(departure + (isSea ? 9 : 1))
  const ready = calendar.openDay(customs + (isSea ? 4 : 2) + (isHeld ? 9 : 0))
  return {
    transit: calendar.at(departure, 17 * 60),
    customs: calendar.at(customs, 10 * 60),
    ready: calendar.at(ready, isHeld ? 15 * 60 + 20 : 11 * 60 + 30),
  }
}

function drawDiscount(random: Random) {
  const kind = random.next()
  if (kind < 0.06) return { discountType: 'percentage' as const, discountValue: random.pick([5, 10, 15]) }
  if (kind < 0.1) return { discountType: 'fixed_amount' as const, discountValue: random.pick([1, 1.5, 2.5]) }
  return { discountType: 'none' as const, discountValue: 0 }
}

function drawWeight(isSea: boolean, random: Random): number {
  if (!isSea) return random.decimal(0.4, random.chance(0.2) ? 14 : 5)
  return random.chance(0.06) ? random.decimal(104, 168) : random.decimal(3, 48)
}

function drawOwner(at: Date, clients: PlannedClient[], random: Random): number | null {
  if (random.chance(0.04)) return null
  const known = clients.filter((client) => client.at < at).length
  // Squared, so that a few regulars get most of the packages.
  return Math.floor(known * random.next() ** 2)
}

const plain = (text: string) => text.normalize('NFKD').replace(/\p{M}/gu, '').toUpperCase()

/**
 * The text on the label of a package whose owner the warehouse did not find: a name cut short, a nickname, or a mailbox number among other
 * words. Chance comes from the package's place, so that the rest of the plan stays as it is.
 */
function labelText(clients: readonly PlannedClient[], place: number): string {
  const random = createRandom(place + 1)
  const at = Math.floor(clients.length * random.next())
  const { firstName = 'ANA', lastNames = 'PEREZ' } = clients[at]?.draft ?? {}
  const [first = '', last = ''] = [plain(firstName).split(' ')[0], plain(lastNames).split(' ')[0]]
  const kind = random.next()
  if (kind < 0.4) return `${first.slice(0, 1)}. ${last}`
  if (kind < 0.65) return `${first} ${last}`
  if (kind < 0.8) return `${first} DEM ${String(at + 1).padStart(4, '0')}`
  return kind < 0.9 ? random.pick(['CHEPE', 'LA TOÑA', 'MI NEGOCIO']) : '(ilegible)'
}

/** Plans some 400 packages of six weeks, in the order in which they came in at the warehouse in Miami. */
export function planPackages(
  clients: PlannedClient[],
  calendar: BusinessCalendar,
  random: Random,
): { packages: PlannedPackage[]; moves: PlannedMove[] } {
  const moves = new Map<string, PlannedMove>()
  const move = (packageIndex: number, at: Date, by: Role, to: Stage) => {
    if (at > calendar.now) return
    const key = `${at.getTime()} ${to}`
    const batch = moves.get(key) ?? { at, by, to, packages: [] }
    batch.packages.push(packageIndex)
    moves.set(key, batch)
  }

  const packages = arrivals(calendar, random).map((at, index): PlannedPackage => {
    const isSea = random.chance(0.4)
    const goods = makeGoods(isSea, random)
    const client = drawOwner(at, clients, random)
    const isWeighed = !random.chance(0.05)
    const weight = isWeighed ? drawWeight(isSea, random) : null
    const isVolume = isSea && weight !== null && weight > volumePounds
    const preferred = client === null ? null : (clients[client]?.airTariff ?? null)
    const tariff = isVolume ? seaVolume : tariffFor(isSea, preferred, calendar.dayOf(at), random)
    const hasStatus = !random.chance(0.015)
    const hasWarehouseNumber = !random.chance(0.1)
    const journey = planJourney(at, isSea, random.chance(0.06), calendar)
    if (hasStatus) {
      move(index, journey.transit, 'warehouse', 'transit')
      move(index, journey.customs, 'clerk', 'customs')
      move(index, journey.ready, random.chance(0.8) ? 'clerk' : 'admin', 'ready')
    }
    return {
      at,
      client,
      tariff: random.chance(0.04) ? null : tariff,
      hasStatus,
      readyAt: hasStatus ? journey.ready : new Date(calendar.now.getTime() + 1),
      draft: {
        shippingMethod: isSea ? 'maritimo' : 'aereo',
        clientId: null,
        tariffId: null,
        statusId: null,
        tracking: hasWarehouseNumber && random.chance(0.07) ? null : goods.tracking,
        warehouseTracking: hasWarehouseNumber ? `BM-${203_000 + index * 3 + random.between(0, 2)}` : null,
        weight,
        description: random.chance(0.93) ? goods.description : null,
        contents: goods.contents,
        provider: goods.provider,
        clientPackageName: client === null ? labelText(clients, index) : null,
        comments: random.chance(0.05) ? 'El cliente pidió que se le avise antes de enviarlo' : null,
        shouldNotifyStorage: random.chance(0.9),
        ...drawDiscount(random),
      },
    }
  })
  return { packages, moves: [...moves.values()] }
}
