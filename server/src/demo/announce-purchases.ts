import { cancelPrealert, createPrealert, updatePrealert } from '../features/prealerts/save-prealerts.ts'
import type { Db } from '../platform/database/database.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { makeGoods } from './goods.ts'
import { createRandom } from './random.ts'
import type { Deed } from './write-history.ts'

const morning = 10 * 60
const seed = 1126

/** The day of each announcement, and the one on which it should be in Miami: three are late, and one has no day. */
const announced: readonly { day: number; expected: number | null }[] = [
  { day: -16, expected: -9 },
  { day: -12, expected: -5 },
  { day: -9, expected: -3 },
  { day: -6, expected: 0 },
  { day: -5, expected: 2 },
  { day: -4, expected: 3 },
  { day: -4, expected: 3 },
  { day: -3, expected: 4 },
  { day: -2, expected: 5 },
  { day: -2, expected: 6 },
  { day: -1, expected: 8 },
  { day: -5, expected: null },
]

const findClient = (db: Db, place: number) =>
  db
    .selectFrom('clients')
    .select('id')
    .where('deleted_at', 'is', null)
    .orderBy('casillero')
    .offset(place)
    .limit(1)
    .executeTakeFirstOrThrow()

/** Purchases that clients announced and that have not come; of one a claim was made, and one is cancelled. */
export function prealertDeeds(calendar: BusinessCalendar): Deed[] {
  const random = createRandom(seed)
  const deeds = announced.map(({ day, expected }, place): Deed => {
    const { description, provider, tracking } = makeGoods(false, random)
    const claimNote = place === 0 ? 'Reclamada a la tienda; responde en 5 días' : null
    const purchase = {
      tracking,
      description,
      store: provider,
      declaredValue: 25 + place * 13.5,
      expectedOn: expected === null ? null : calendar.date(expected),
    }
    return {
      at: calendar.at(calendar.openDay(day), morning + place),
      by: 'clerk',
      async run(db) {
        const draft = { clientId: (await findClient(db, 2 + place * 3)).id, ...purchase, claimNote: null }
        const { id } = await createPrealert(db, draft)
        if (claimNote !== null) await updatePrealert(db, id, { ...draft, claimNote })
      },
    }
  })
  const mistaken: Deed = {
    at: calendar.at(calendar.openDay(-7), morning),
    by: 'clerk',
    async run(db) {
      const { id: clientId } = await findClient(db, 1)
      const { description, provider, tracking } = makeGoods(false, random)
      const draft = { clientId, tracking, description, store: provider, declaredValue: null, expectedOn: null }
      const { id } = await createPrealert(db, { ...draft, claimNote: null })
      await cancelPrealert(db, id)
    },
  }
  return [...deeds, mistaken]
}
