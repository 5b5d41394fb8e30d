import { insertLines, insertLoad } from '../features/imports/queries.ts'
import { mapImport } from '../features/imports/review/map-import.ts'
import { runImport } from '../features/imports/write/run-import.ts'
import { advanceWithin } from '../features/imports/write/write-chunk.ts'
import { addPhoto } from '../features/packages/photos/package-photos.ts'
import { cancelPrealert, createPrealert, updatePrealert } from '../features/prealerts/save-prealerts.ts'
import type { Db, Session } from '../platform/database/database.ts'
import type { AsCaller } from '../platform/http/endpoint.ts'
import { type PhotoSizes, redrawPhotoInSizes } from '../platform/http/picture.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import { makeGoods } from './goods.ts'
import { drawPackage, type Shot } from './pictures.ts'
import { createRandom } from './random.ts'
import { demoCompany } from './staff.ts'
import { type Deed, planDeed } from './write-history.ts'

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
function prealertDeeds(calendar: BusinessCalendar): Deed[] {
  const [random, deed, morning] = [createRandom(seed), planDeed(calendar), 10 * 60]
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
    return deed(day, morning + place, 'clerk', async (db) => {
      const draft = { clientId: (await findClient(db, 2 + place * 3)).id, ...purchase, claimNote: null }
      const { id } = await createPrealert(db, draft)
      if (claimNote !== null) await updatePrealert(db, id, { ...draft, claimNote })
    })
  })
  const mistaken = deed(-7, morning, 'clerk', async (db) => {
    const { id: clientId } = await findClient(db, 1)
    const { description, provider, tracking } = makeGoods(false, random)
    const draft = { clientId, tracking, description, store: provider, declaredValue: null, expectedOn: null }
    const { id } = await createPrealert(db, { ...draft, claimNote: null })
    await cancelPrealert(db, id)
  })
  return [...deeds, mistaken]
}

const mapping = ['tracking', 'weight', 'comments'] as const
const headings = ['Tracking', 'Peso (lbs)', 'Observaciones']
const notes = ['Caja golpeada', 'Reempacado en Miami', 'Frágil', 'Dos bultos en uno']

/** Packages that no invoice has, newest first. */
const openPackages = (db: Db) =>
  db
    .selectFrom('packages')
    .select('tracking')
    .where('tracking', 'is not', null)
    .where('deleted_at', 'is', null)
    .where(({ not, exists, selectFrom }) =>
      not(exists(selectFrom('invoice_items as i').select('i.id').whereRef('i.package_id', '=', 'packages.id'))),
    )
    .orderBy('company_package_id', 'desc')
    .limit(12)
    .execute()

/** The list of a warehouse with notes on a dozen packages, of which one has a weight that is none. */
async function bringIn(db: Db, session: Session): Promise<void> {
  const asCaller: AsCaller = (run) => run(db, session)
  const packages = await openPackages(db)
  const lines = packages.map(({ tracking }, index) => ({
    row: index + 2,
    cells: [tracking ?? '', index === 7 ? '12 aprox' : '', notes[index % notes.length] ?? ''],
  }))
  const samples = (column: number) => lines.slice(0, 3).map(({ cells }) => cells[column] ?? '')
  const facts = { dates: null, date: null, decimals: null, number: null }
  const id = await insertLoad(db, {
    kind: 'packages',
    fileName: 'bodega-miami.csv',
    content: Buffer.alloc(644),
    table: { sheetName: null, sheets: [], isCsv: true, headings, lines, facts: headings.map(() => facts), sumRows: 0 },
    columns: headings.map((name, column) => ({ name, samples: samples(column), facts })),
    mapping: mapping.map((field) => ({ field, state: 'known', unpaired: [], dates: null, decimals: null })),
    paired: [],
  })
  await insertLines(db, id, lines)
  await mapImport(asCaller, id, { mapping: [...mapping], values: [], fixed: {}, withHidden: false, remember: true })
  await runImport(asCaller, id, { allOrNothing: false, notify: false })
  // A slow machine does not write all of it within a call.
  await advanceWithin(asCaller, id, Number.POSITIVE_INFINITY)
}

/** A file that was brought in some days ago; it adds nothing to what is counted. */
const loadDeeds = (calendar: BusinessCalendar): Deed[] => [planDeed(calendar)(-2, 9 * 60 + 10, 'warehouse', bringIn)]

const evening = 16 * 60 + 50
const origin = `http://${demoCompany.subdomain}.localhost`

/** The packages of clients that came last and were weighed. */
const lastReceived = (db: Db) =>
  db
    .selectFrom('packages')
    .select(['id', 'weight'])
    .where('deleted_at', 'is', null)
    .where('client_id', 'is not', null)
    .where('weight', 'is not', null)
    .orderBy('company_package_id', 'desc')
    .limit(6)
    .execute()

/** Pictures that show no number are drawn once. */
function createDrawer() {
  const drawn = new Map<string, Promise<PhotoSizes>>()
  return (shot: Shot): Promise<PhotoSizes> => {
    const known = drawn.get(JSON.stringify(shot))
    const draw = async () =>
      await redrawPhotoInSizes({ company: 'demo', rank: 'staff', origin: 'demo' }, await drawPackage(shot))
    const picture = known ?? draw()
    drawn.set(JSON.stringify(shot), picture)
    return picture
  }
}

/** Photos of what came last: all of them on the scale, some with their label, and one box that was hit. */
const photoDeeds = (calendar: BusinessCalendar): Deed[] => [
  planDeed(calendar)(-1, evening, 'warehouse', async (db) => {
    const draw = createDrawer()
    for (const [place, { id, weight }] of (await lastReceived(db)).entries()) {
      const add = async (shot: Shot, caption: string) =>
        await addPhoto(db, id, { ...(await draw(shot)), caption, origin })
      await add({ of: 'scale', pounds: weight ?? 0 }, 'Peso, al recibir')
      if (place % 2 === 0) await add({ of: 'label' }, 'Etiqueta, al recibir')
      if (place === 0) await add({ of: 'box' }, 'Caja golpeada en una esquina')
    }
  }),
]

/** What happens to packages beside their way from the warehouse to the counter. */
export const packageDeeds = (calendar: BusinessCalendar): Deed[] => [
  ...prealertDeeds(calendar),
  ...photoDeeds(calendar),
  ...loadDeeds(calendar),
]
