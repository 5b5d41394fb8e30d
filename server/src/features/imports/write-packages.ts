import type { Db } from '../../platform/database/database.ts'
import { admitKnown, admitPackages } from '../intake/admit-packages.ts'
import { findShipment } from '../intake/hold-shipment.ts'
import { findTracked } from '../packages/kept-package.ts'
import { changePackages } from '../packages/save-packages.ts'
import { type By, type Planned, toWritten, type Written } from './kind.ts'
import { readTrackings } from './package-given.ts'
import type { PackagePlan } from './package-plan.ts'

type New = Planned<Extract<PackagePlan, { draft: unknown }>>
type Change = Planned<Extract<PackagePlan, { given: unknown }>>

const isNew = (row: Planned<PackagePlan>): row is New => 'draft' in row.plan
const isChange = (row: Planned<PackagePlan>): row is Change => 'given' in row.plan
const isJoining = ({ plan }: Planned<PackagePlan>): boolean => plan.shipmentId !== undefined

async function writeChanges(db: Db, rows: readonly Change[], { author }: By, shipmentId?: string): Promise<Written[]> {
  if (rows.length === 0) return []
  // A weight that a file changes has no source.
  const changes = rows.map(({ targetId, plan }) => ({ id: targetId ?? '', given: plan.given, weightSource: null }))
  const saved = shipmentId
    ? await admitKnown(db, changes, author, shipmentId)
    : await changePackages(db, changes, author, { isWhole: false })
  return toWritten('packages', rows, saved, { isAlwaysNews: shipmentId !== undefined })
}

const listTrackings = ({ plan: { draft } }: New): string[] =>
  [draft.tracking, draft.warehouseTracking].flatMap((code) => readTrackings(code ?? ''))

async function writeNew(db: Db, rows: readonly New[], { author, numbers }: By, shipmentId?: string) {
  if (rows.length === 0) return []
  const came = new Map<string, number>()
  for (const known of await findTracked(db, rows.flatMap(listTrackings))) {
    for (const code of [known.tracking, known.warehouseTracking])
      if (code !== null) came.set(code, known.companyPackageId)
  }
  const findNumber = (row: New) =>
    listTrackings(row)
      .map((code) => came.get(code))
      .find((number) => number !== undefined)
  const free = rows.filter((row) => findNumber(row) === undefined)
  const arrivals = free.map(({ plan: { draft, receivedAt } }) => ({ ...draft, receivedAt }))
  const saved = await admitPackages(db, arrivals, author, { shipmentId: shipmentId ?? null, numbers })
  const refusals = rows.flatMap((row): Written[] => {
    const number = findNumber(row)
    return number === undefined ? [] : [{ row: row.row, refusal: `Tracking: ya es del paquete #${number}` }]
  })
  return [...refusals, ...toWritten('packages', free, saved)]
}

/** Writes packages as the form does. docs/product/imports.md, "Packages". */
export async function writePackages(db: Db, rows: readonly Planned<PackagePlan>[], by: By): Promise<Written[]> {
  const shipmentId = rows.find(isJoining)?.plan.shipmentId
  // A consignment is locked before its packages, always, and the counter of packages last.
  if (shipmentId !== undefined) await findShipment(db, shipmentId)
  const known = rows.filter(isChange)
  const joining = await writeChanges(db, known.filter(isJoining), by, shipmentId)
  const staying = await writeChanges(
    db,
    known.filter((row) => !isJoining(row)),
    by,
  )
  return [...joining, ...staying, ...(await writeNew(db, rows.filter(isNew), by, shipmentId))]
}
