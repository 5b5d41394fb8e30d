import { insertLines, insertLoad } from '../features/imports/queries.ts'
import { mapImport } from '../features/imports/review/map-import.ts'
import { runImport } from '../features/imports/write/run-import.ts'
import { advanceWithin } from '../features/imports/write/write-chunk.ts'
import type { Db, Session } from '../platform/database/database.ts'
import type { AsCaller } from '../platform/http/endpoint.ts'
import type { BusinessCalendar } from './business-calendar.ts'
import type { Deed } from './write-history.ts'

const morning = 9 * 60 + 10
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
    table: { sheetName: null, sheets: [], isCsv: true, headings, lines, facts: headings.map(() => facts) },
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
export const loadDeeds = (calendar: BusinessCalendar): Deed[] => [
  { at: calendar.at(calendar.openDay(-2), morning), by: 'warehouse', run: bringIn },
]
