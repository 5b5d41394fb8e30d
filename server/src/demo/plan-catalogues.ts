import type { TariffDraft } from '@casillero/shared/contract/tariffs'
import { type BusinessCalendar, closing, opening } from './business-calendar.ts'
import { makePerson } from './people.ts'
import type { PlannedClient, PlannedOptOut, PlannedTariff } from './plan.ts'
import type { Random } from './random.ts'

const clientCount = 60
const newClientCount = 6
/** The day on which the courier began, counted from today. */
export const foundedDay = -320
const promotionEnd = -12

const seaGeneral = 0
export const seaVolume = 1
const airStandard = 2
const airPreferred = 3
const airPromotion = 4

const lasting = { startDate: null, endDate: null, isActive: true, isDefault: false, notes: null }

/** Plans tariffs by the places above: two defaults, a promotion that applies now, one that has ended, one switched off. */
export function planTariffs(calendar: BusinessCalendar): PlannedTariff[] {
  const drafts: TariffDraft[] = [
    { ...lasting, name: 'Marítimo general', type: 'maritimo', pricePerPound: 2.75, isDefault: true, isPublic: true },
    {
      ...lasting,
      name: 'Marítimo volumen (más de 100 lb)',
      type: 'maritimo',
      pricePerPound: 2.5,
      startDate: calendar.date(foundedDay),
      endDate: calendar.date(40),
      notes: 'Solo para una caja de más de 100 libras; se revisa cada trimestre.',
    },
    { ...lasting, name: 'Aéreo estándar', type: 'aereo', pricePerPound: 5.5, isDefault: true, isPublic: true },
    {
      ...lasting,
      name: 'Aéreo preferencial',
      type: 'aereo',
      pricePerPound: 5,
      notes: 'Clientes con más de diez cajas al mes.',
    },
    {
      ...lasting,
      name: 'Aéreo promoción',
      type: 'aereo',
      pricePerPound: 4.75,
      startDate: calendar.date(promotionEnd - 49),
      endDate: calendar.date(promotionEnd),
      notes: 'Promoción de temporada, publicada en redes.',
    },
    { ...lasting, name: 'Aéreo exprés', type: 'aereo', pricePerPound: 7.25, isActive: false },
  ]
  const day = calendar.openDay(foundedDay)
  return drafts.map((draft, index) => ({ at: calendar.at(day, opening + 10 * index), draft }))
}

/** Chooses a tariff as a clerk of that day would: the promotion now and then, else the client's own or the default. */
export function tariffFor(isSea: boolean, preferred: number | null, day: number, random: Random): number {
  if (isSea) return seaGeneral
  if (day <= promotionEnd && random.chance(0.12)) return airPromotion
  return preferred ?? airStandard
}

/** Plans clients in the order in which they signed up, a few of them in the last weeks. */
export function planClients(calendar: BusinessCalendar, random: Random): PlannedClient[] {
  const signedUp = (index: number) => {
    const isNew = index >= clientCount - newClientCount
    const day = isNew ? random.between(-30, -3) : random.between(foundedDay + 2, -45)
    return calendar.at(calendar.openDay(day), random.between(opening, closing - 1))
  }
  const seen = new Set<string>()
  const person = () => {
    for (;;) {
      const made = makePerson(random)
      const name = `${made.firstName} ${made.lastNames}`
      if (seen.has(name)) continue
      seen.add(name)
      return made
    }
  }
  return Array.from({ length: clientCount }, (_, index): PlannedClient => {
    const airTariff = random.chance(0.15) ? airPreferred : null
    return {
      at: signedUp(index),
      airTariff,
      draft: { ...person(), defaultTariffMaritimoId: null, defaultTariffAereoId: null },
    }
  }).sort((a, b) => a.at.getTime() - b.at.getTime())
}

/** Plans that two clients of long standing want no messages. */
export const planOptOuts = (calendar: BusinessCalendar): PlannedOptOut[] => [
  { at: calendar.at(calendar.openDay(-24), opening + 95), client: 4 },
  { at: calendar.at(calendar.openDay(-9), opening + 210), client: 17 },
]
