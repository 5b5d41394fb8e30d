import { type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { risesAbove } from '@casillero/shared/domain/discount-limit'
import { type Actor, may, permissionLabels } from '@casillero/shared/domain/permissions'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import {
  changedPackageValues,
  choosePrice,
  computeDraftDiscount,
  computeKeptDiscount,
  packageValues,
} from '../packages/package-values.ts'
import { listLiveInvoiceItems } from '../packages/queries.ts'
import type { KeptPrice } from '../tariffs/queries.ts'
import { freshIds, updateRows } from './bulk-rows.ts'
import { type Held, type HeldTariff, holdReferences, holdTariffs, tariffRefusal } from './hold-references.ts'
import { type By, buildProblem, type Planned, type Problem, problemText, type Written } from './kind.ts'
import { changedPackageFields, draftOfPackage, type KnownPackage, lockKnown, type PackagePlan } from './package-plan.ts'
import { findPlaces, type HeldShipment, joinWritten, shipmentRefusal } from './package-shipment.ts'
import { keepsTariff, lookUpChoice, tariffFor } from './package-tariff.ts'
import { now, type StatusEntry, writeHistory } from './write-history.ts'

type Row<P> = Planned<P>
export type Change = Extract<PackagePlan, { given: unknown }>

/** Why a row cannot be written any more: what it names is gone. */
export function missing(draft: Partial<Pick<PackageDraft, 'clientId' | 'statusId'>>, held: Held): string | undefined {
  if (draft.clientId && !held.client(draft.clientId)) return 'El cliente ya no existe'
  return draft.statusId && !held.status(draft.statusId) ? 'El estado ya no existe' : undefined
}

const isInvoiced = (fields: readonly string[]): boolean => fields.some((field) => field !== 'statusId')

/** The fields that decide what a package that was received costs. */
const measured: readonly string[] = ['weight', 'length', 'width', 'height']

/** Why a user may not make these changes of a package that was received, as the field's problem; undefined where they may. */
export function findWeighing(known: KnownPackage, fields: readonly string[], mayWeigh: boolean): Problem | undefined {
  const weighed = mayWeigh || known.weight === null ? undefined : fields.find((field) => measured.includes(field))
  if (weighed === undefined) return undefined
  return buildProblem('packages', weighed, `no tiene el permiso «${permissionLabels.weights}»`)
}

const toKeptPrice = ({ pricePerPound, priceRules }: KnownPackage): KeptPrice => ({ pricePerPound, rules: priceRules })

/** All columns of a package that a load may change, as they are. */
const toColumns = (known: KnownPackage) => ({
  ...packageValues(draftOfPackage(known), known.companyPackageId, toKeptPrice(known)),
  typed_tracking: known.typedTracking,
  typed_warehouse_tracking: known.typedWarehouseTracking,
  client_search_text: known.clientSearchText,
  weight_source: known.weightSource,
})

/** The columns of a change, the same ones for every package. A weight that a file changes has no source. */
const valuesFor = ({ known, draft, tariff, client }: Changed) => ({
  client_search_text: known.clientSearchText,
  weight_source: known.weightSource,
  ...changedPackageValues(draft, known, { client, tariff }, null),
})

type Changed = {
  row: number
  known: KnownPackage
  draft: PackageDraft
  client: ReturnType<Held['client']>
  tariff: HeldTariff | undefined
}

/** Drafts the packages that rows make of those of now; a tariff that the row does not name follows from that. */
async function draftChanges(
  db: Db,
  found: { row: Row<Change>; known: KnownPackage }[],
  held: Held,
): Promise<Changed[]> {
  const drafts = found.map(({ row: { row, plan }, known }) => {
    const client = held.client(plan.given.clientId ?? null)
    // A client who was merged meanwhile is the other one.
    const given = client ? { ...plan.given, clientId: client.id } : plan.given
    return {
      row,
      known,
      client,
      isNamed: given.tariffId !== undefined,
      draft: packageDraft.parse({ ...draftOfPackage(known), ...given }),
    }
  })
  const open = drafts.filter(({ draft, known, isNamed }) => !isNamed && !keepsTariff(draft, known))
  if (open.length > 0) {
    const choice = await lookUpChoice(
      db,
      open.map(({ draft }) => draft.clientId),
    )
    for (const { draft, known } of open) draft.tariffId = tariffFor(draft, known, choice)
  }
  const tariffs = await holdTariffs(
    db,
    drafts.map(({ draft }) => draft.tariffId),
  )
  return drafts.map((one) => ({ ...one, tariff: tariffs.get(one.draft.tariffId ?? '') }))
}

/** Why a package cannot be changed so, as the form would say it. */
function findRefusal(
  { known, draft, tariff }: Changed,
  fields: readonly string[],
  { invoice, actor }: { invoice: number | undefined; actor: Actor },
): string | undefined {
  if (invoice !== undefined && isInvoiced(fields))
    return `El paquete #${known.companyPackageId} ya está facturado en la factura #${invoice}`
  const weighing = findWeighing(known, fields, may(actor, 'weights.change'))
  if (weighing) return problemText([weighing])
  const limit = actor.type === 'user' ? actor.discountLimit : null
  const after = computeDraftDiscount(draft, choosePrice(draft, known, tariff))
  if (limit !== null && risesAbove(computeKeptDiscount(known), after, limit))
    return new AppError('discount_above_limit', { values: { limit } }).message
  const isChosen = draft.tariffId !== null && (fields.includes('tariffId') || fields.includes('shippingMethod'))
  return isChosen ? tariffRefusal(tariff, draft.shippingMethod) : undefined
}

/** Changes packages that are known, as they are by now. */
export async function changeKnown(
  db: Db,
  rows: Row<Change>[],
  shipment: HeldShipment | undefined,
  { userName, actor }: By,
): Promise<Written[]> {
  if (rows.length === 0) return []
  const ids = rows.map(({ targetId }) => targetId ?? '')
  const held = await holdReferences(
    db,
    rows.map(({ plan }) => plan.given),
  )
  const byId = new Map((await lockKnown(db, ids)).map((known) => [known.id, known]))
  const invoices = new Map((await listLiveInvoiceItems(db, ids)).map((item) => [item.packageId, item.companyInvoiceId]))
  const written: Written[] = []
  const found: { row: Row<Change>; known: KnownPackage }[] = []
  for (const row of rows) {
    const known = byId.get(row.targetId ?? '')
    const refusal = known ? missing(row.plan.given, held) : 'El paquete ya no existe'
    if (known && refusal === undefined) found.push({ row, known })
    else written.push({ row: row.row, refusal: refusal ?? '' })
  }
  const changed: Changed[] = []
  const places = shipment && (await findPlaces(db, ids))
  const joining = new Map(rows.filter(({ plan }) => plan.shipmentId !== undefined).map((row) => [row.row, row]))
  for (const change of await draftChanges(db, found, held)) {
    const fields = changedPackageFields(change.known, change.draft)
    const place = places?.get(change.known.id)
    const row = joining.get(change.row)
    const refusal =
      findRefusal(change, fields, { invoice: invoices.get(change.known.id), actor }) ??
      (row && shipmentRefusal(row, shipment, change.draft.shippingMethod, place))
    const joins = row !== undefined && place?.consignmentId !== shipment?.id
    if (fields.length === 0 && !joins) written.push({ row: change.row, same: true })
    else if (refusal !== undefined) written.push({ row: change.row, refusal })
    else changed.push(change)
  }
  const done = await writeChanges(db, changed, held, userName)
  await joinWritten(
    db,
    shipment,
    changed.filter(({ row }) => joining.has(row)).map(({ known }) => known.id),
  )
  return [...written, ...done]
}

async function writeChanges(db: Db, changed: Changed[], held: Held, userName: string): Promise<Written[]> {
  if (changed.length === 0) return []
  const at = await now(db)
  const fresh = await freshIds(db, changed.length)
  const names = await statusNames(
    db,
    changed.map(({ known }) => known.statusId),
  )
  const versions = await updateRows(
    db,
    'packages',
    changed.map((change) => ({ id: change.known.id, ...valuesFor(change), updated_at: at })),
  )
  const entries: StatusEntry[] = changed.flatMap(({ known, draft }, index) => {
    const to = held.status(draft.statusId)
    if (!to || to.id === known.statusId) return []
    const from = known.statusId === null ? null : { id: known.statusId, name: names.get(known.statusId) ?? '' }
    return [{ id: fresh[index] ?? '', packageId: known.id, from, to, userName, comment: null, at }]
  })
  await writeHistory(db, entries)
  const buildChange = new Map(entries.map(({ packageId, id }) => [packageId, id]))
  return changed.map(({ row, known }) => ({
    row,
    targetId: known.id,
    version: versions.get(known.id) ?? 0,
    before: toColumns(known),
    changeId: buildChange.get(known.id) ?? null,
  }))
}

async function statusNames(db: Db, ids: (string | null)[]): Promise<Map<string, string>> {
  const rows = await db.selectFrom('statuses').select(['id', 'name']).execute()
  return new Map(rows.filter(({ id }) => ids.includes(id)).map(({ id, name }) => [id, name]))
}
