import { type BusinessCalendar, closing, opening } from './business-calendar.ts'
import type { PlannedPackage, Role } from './plan.ts'
import type { Random } from './random.ts'

/** A client at the counter, and what is ready for them. */
export type Visit = {
  at: Date
  by: Role
  client: number
  packages: number[]
  /** The first invoice has a mistake: it is voided and made again. */
  isMistaken: boolean
  /** What the client leaves unpaid for sure; otherwise chance decides how they pay. */
  owes: 'all' | 'part' | null
  /** When the client comes again to pay what is left, if anything is. */
  settledAt: Date | null
}

/** Invoices of the demo; some of them are made twice, the first time with a mistake. */
export const invoiceCount = 80
export const voidedCount = 5
/** Nothing gets ready later than this, in minutes of the day. */
const lastReady = 15 * 60 + 30
/** What happens after a visit takes this long at most, so that all of it lies before now. */
const aftermathMs = 45 * 60_000

function visitAfter(readyAt: Date, calendar: BusinessCalendar, random: Random): Date {
  const readyDay = calendar.dayOf(readyAt)
  const day = calendar.openDay(readyDay + random.between(0, 7))
  const from = day === readyDay ? lastReady : opening
  return calendar.at(day, random.between(from, closing - 45))
}

function visitsOf(client: number, packages: PlannedPackage[], calendar: BusinessCalendar, random: Random): Visit[] {
  const waiting = packages
    .map((planned, index) => ({ planned, index }))
    .filter(({ planned }) => planned.client === client && planned.tariff !== null && planned.draft.weight !== null)
    .sort((a, b) => a.planned.readyAt.getTime() - b.planned.readyAt.getTime())
  const visits: Visit[] = []
  while (waiting[0]) {
    const at = visitAfter(waiting[0].planned.readyAt, calendar, random)
    if (at.getTime() + aftermathMs > calendar.now.getTime()) break
    const count = waiting.filter(({ planned }) => planned.readyAt < at).length
    const settledAt = calendar.at(calendar.openDay(calendar.dayOf(at) + 3), random.between(opening, closing - 1))
    visits.push({
      at,
      by: random.chance(0.75) ? 'clerk' : 'admin',
      client,
      packages: waiting.splice(0, count).map(({ index }) => index),
      isMistaken: false,
      owes: null,
      settledAt: random.chance(0.35) && settledAt < calendar.now ? settledAt : null,
    })
  }
  return visits
}

/** Chance alone leaves too few debts at some hours, so that every tenth visit leaves one: all of it and a part by turns. */
function debtOf(index: number): Pick<Visit, 'owes'> & Partial<Pick<Visit, 'settledAt'>> {
  if (index % 10 !== 3) return { owes: null }
  return { owes: index % 20 === 3 ? 'all' : 'part', settledAt: null }
}

/** Who came to the counter and when, oldest first; of too many the smallest are left out, their packages still wait. */
export function planVisits(
  clientCount: number,
  packages: PlannedPackage[],
  calendar: BusinessCalendar,
  random: Random,
): Visit[] {
  const visits = Array.from({ length: clientCount }, (_, client) => visitsOf(client, packages, calendar, random))
    .flat()
    .sort((a, b) => b.packages.length - a.packages.length)
    .slice(0, invoiceCount - voidedCount)
  const apart = Math.floor(visits.length / voidedCount)
  return visits
    .sort((a, b) => a.at.getTime() - b.at.getTime())
    .map((visit, index) => ({ ...visit, ...debtOf(index), isMistaken: index % apart === apart - 1 }))
}
