import { initialComment } from '@casillero/shared/domain/status-history'
import type { Db } from '../../platform/database/database.ts'
import { newPackageValues } from '../packages/package-values.ts'
import { freshIds, insertRows } from './bulk-rows.ts'
import { type Change, changeKnown, missing } from './change-known-packages.ts'
import { type Held, holdReferences, tariffRefusal } from './hold-references.ts'
import type { By, Planned, Written } from './kind.ts'
import { readTrackings } from './package-given.ts'
import { findTracked, type PackagePlan } from './package-plan.ts'
import { type HeldShipment, holdShipment, joinWritten, shipmentRefusal } from './package-shipment.ts'
import { chooseEarlier, now, type StatusEntry, writeHistory } from './write-history.ts'

type Row<P> = Planned<P>
type New = Extract<PackagePlan, { draft: unknown }>

const trackings = ({ plan: { draft } }: Row<New>): string[] =>
  [draft.tracking, draft.warehouseTracking].flatMap((code) => readTrackings(code ?? ''))

function refusalOfNew({ plan: { draft } }: Row<New>, held: Held): string | undefined {
  const refusal = missing(draft, held)
  if (refusal !== undefined || draft.tariffId === null) return refusal
  return tariffRefusal(held.tariff(draft.tariffId), draft.shippingMethod)
}

async function insertNew(
  db: Db,
  rows: Row<New>[],
  shipment: HeldShipment | undefined,
  { userName, numbers }: By,
): Promise<Written[]> {
  if (rows.length === 0) return []
  const held = await holdReferences(
    db,
    rows.map(({ plan }) => plan.draft),
  )
  const came = new Map<string, number>()
  for (const known of await findTracked(db, rows.flatMap(trackings))) {
    for (const code of [known.tracking, known.warehouseTracking])
      if (code !== null) came.set(code, known.companyPackageId)
  }
  const refusals: Written[] = []
  const free = rows.filter((row) => {
    const number = trackings(row)
      .map((code) => came.get(code))
      .find((found) => found !== undefined)
    const refusal =
      number === undefined
        ? (refusalOfNew(row, held) ?? shipmentRefusal(row, shipment, row.plan.draft.shippingMethod))
        : `Tracking: ya es del paquete #${number}`
    if (refusal !== undefined) refusals.push({ row: row.row, refusal })
    return refusal === undefined
  })
  if (free.length === 0) return refusals
  const ids = await freshIds(db, free.length * 2)
  const at = await now(db)
  // The lock of the counter is taken last, as for a single package.
  const first = await numbers.take(db, free.length)
  const records = free.map(({ plan }, index) => {
    const client = held.client(plan.draft.clientId)
    const tariff = held.tariff(plan.draft.tariffId)
    return {
      id: ids[index] ?? '',
      ...newPackageValues(plan.draft, { client, tariff }, { number: first + index }),
      created_at: chooseEarlier(plan.receivedAt, at),
      status_since: chooseEarlier(plan.receivedAt, at),
    }
  })
  await insertRows(db, 'packages', records)
  const entries: StatusEntry[] = free.flatMap(({ plan }, index) => {
    const to = held.status(plan.draft.statusId)
    const id = ids[free.length + index] ?? ''
    const packageId = ids[index] ?? ''
    return to
      ? [{ id, packageId, from: null, to, userName, comment: initialComment, at: chooseEarlier(plan.receivedAt, at) }]
      : []
  })
  await writeHistory(db, entries)
  await joinWritten(
    db,
    shipment,
    free.flatMap(({ plan }, index) => (plan.shipmentId === undefined ? [] : [ids[index] ?? ''])),
  )
  const buildChange = new Map(entries.map(({ packageId, id }) => [packageId, id]))
  return [
    ...refusals,
    ...free.map(({ row }, index) => {
      const targetId = ids[index] ?? ''
      return { row, targetId, version: 1, before: null, changeId: buildChange.get(targetId) ?? null }
    }),
  ]
}

const isNew = (row: Row<PackagePlan>): row is Row<New> => 'draft' in row.plan
const isChange = (row: Row<PackagePlan>): row is Row<Change> => 'given' in row.plan

/** Writes packages by the rules of the form. docs/product/imports.md, "Packages". */
export async function writePackages(db: Db, rows: readonly Planned<PackagePlan>[], by: By): Promise<Written[]> {
  // Known packages come first, so that the counter is locked for the shortest time.
  const shipment = await holdShipment(db, rows)
  const changed = await changeKnown(db, rows.filter(isChange), shipment, by)
  return [...changed, ...(await insertNew(db, rows.filter(isNew), shipment, by))]
}
