import { type BusinessCalendar, closing, opening } from './business-calendar.ts'
import type { PlannedPackage, Role } from './plan.ts'
import type { Random } from './random.ts'

/** A client at the counter, with the packages that are ready. */
export type Visit = {
  at: Date
  by: Role
  client: number
  packages: number[]
  /** The first invoice has a mistake: it is voided and made again. */
  isMistaken: boolean
  /** The part that the client surely leaves unpaid; with null, chance decides. */
  owes: 'all' | 'part' | null
  /** The currency of the invoice; with null, chance decides. */
  currency: 'cordobas' | 'dollars' | null
  /** The clerk surely gives a discount on the whole; otherwise chance decides. */
  isDiscounted: boolean
  /** When the client comes again to pay the rest, if there is any. */
  settledAt: Date | null
}

/** The count of the demo's invoices; some are made twice, the first time with a mistake. */
export const invoiceCount = 80
export const voidedCount = 5
/** The last minute of the day at which packages get ready. */
const lastReady = 15 * 60 + 30
/** The longest time of a visit's consequences, so that all of them lie before now. */
const aftermathMs = 45 * 60_000

function visitAfter(readyAt: Date, calendar: BusinessCalendar, random: Random): Date {
  const readyDay = calendar.dayOf(readyAt)
  const day = calendar.openDay(readyDay + random.between(0, 7))
  const from = day === readyDay ? lastReady : opening
  return calendar.at(day, random.between(from, closing - 45))
}

function planClientVisits(
  client: number,
  packages: PlannedPackage[],
  calendar: BusinessCalendar,
  random: Random,
): Visit[] {
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
      currency: null,
      isDiscounted: false,
      settledAt: random.chance(0.35) && settledAt < calendar.now ? settledAt : null,
    })
  }
  return visits
}

/** Makes every tenth visit leave a debt, all and a part by turns, because chance alone leaves too few at some hours. */
function planDebt(index: number): Pick<Visit, 'owes'> & Partial<Pick<Visit, 'settledAt'>> {
  if (index % 10 !== 3) return { owes: null }
  return { owes: index % 20 === 3 ? 'all' : 'part', settledAt: null }
}

/** How many clients surely owe in both currencies, so that some still do when others were collected from. */
const doubleDebtors = 4

/** Makes the last two visits of those who come most leave whole debts, one in each currency. */
function planDoubleDebts(visits: Visit[]): Visit[] {
  const often = [...Map.groupBy(visits, ({ client }) => client).values()]
    .filter((own) => own.length > 1)
    .sort((a, b) => b.length - a.length)
    .slice(0, doubleDebtors)
  const currencies = new Map(
    often.flatMap((own) => own.slice(-2).map((visit, at) => [visit, at === 0 ? 'cordobas' : 'dollars'] as const)),
  )
  return visits.map((visit) => {
    const currency = currencies.get(visit)
    return currency === undefined ? visit : { ...visit, currency, owes: 'all', settledAt: null }
  })
}

/** Plans the visits at the counter, oldest first; beyond the count the smallest are left out, and their packages still wait. */
export function planVisits(
  clientCount: number,
  packages: PlannedPackage[],
  calendar: BusinessCalendar,
  random: Random,
): Visit[] {
  const visits = Array.from({ length: clientCount }, (_, client) =>
    planClientVisits(client, packages, calendar, random),
  )
    .flat()
    .sort((a, b) => b.packages.length - a.packages.length)
    .slice(0, invoiceCount - voidedCount)
  const apart = Math.floor(visits.length / voidedCount)
  return planDoubleDebts(
    visits
      .sort((a, b) => a.at.getTime() - b.at.getTime())
      .map((visit, index) => ({
        ...visit,
        ...planDebt(index),
        // Chance alone gives too few at some hours.
        isDiscounted: index % 10 === 6,
        isMistaken: index % apart === apart - 1,
      })),
  )
}
