import { type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import { formatDate } from '@casillero/shared/domain/business-date'
import * as z from 'zod/mini'
import type { Db, Session } from '../../../platform/database/database.ts'
import { findRefusal } from '../../../platform/database/save-rows.ts'
import { admitKnown, admitPackages } from '../../intake/admit-packages.ts'
import { findShipment } from '../../intake/hold-shipment.ts'
import { findTracked, type KeptPackage, listChangedFields, toDraft } from '../../packages/save/kept-package.ts'
import { changePackages, requireWeighing } from '../../packages/save/save-packages.ts'
import { describeDenial } from './describe-refusal.ts'
import { type FoundClient, fullName } from './find-clients.ts'
import {
  type By,
  buildProblem,
  draftProblems,
  type FileRow,
  joinNames,
  type Kind,
  type Plan,
  type Planned,
  type Problem,
  refused,
  type Shown,
  toWritten,
  type Written,
} from './kind.ts'
import { type Given, type GivenPackage, type PackagePlan, readGiven, readTrackings } from './package-given.ts'
import { lookUpForPackages, type PackageLookups } from './package-lookups.ts'
import { findUndoablePackages, takeBackPackages } from './undo-packages.ts'

type New = Planned<Extract<PackagePlan, { draft: unknown }>>
type Change = Planned<Extract<PackagePlan, { given: unknown }>>

const isNew = (row: Planned<PackagePlan>): row is New => 'draft' in row.plan
const isChange = (row: Planned<PackagePlan>): row is Change => 'given' in row.plan
const isJoining = ({ plan }: Planned<PackagePlan>): boolean => plan.shipmentId !== undefined

async function writeChanges(db: Db, rows: readonly Change[], { author }: By, shipmentId?: string): Promise<Written[]> {
  if (rows.length === 0) return []
  // A weight changed by a file has no source.
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
async function writePackages(db: Db, rows: readonly Planned<PackagePlan>[], by: By): Promise<Written[]> {
  const shipmentId = rows.find(isJoining)?.plan.shipmentId
  // Consignments are always locked before their packages, the counter of packages last.
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

const problem = (field: string, message: string): Problem => buildProblem('packages', field, message)

/** No other row of the file may have them. */
const listKeys = (row: FileRow): string[] => [...row.trackings('tracking'), ...row.trackings('warehouseTracking')]

const fieldOfName = (row: FileRow, name: string): string =>
  row.trackings('tracking').includes(name) ? 'tracking' : 'warehouseTracking'

const buildShown = (row: FileRow, { given, client }: Given, known?: KeptPackage, owner?: FoundClient | null): Shown => {
  const shownClient = client ?? owner ?? null
  const name = row.text('clientName') || row.text('clientPackageName')
  return {
    code: listKeys(row)[0] ?? null,
    client: shownClient
      ? { name: fullName(shownClient), casillero: shownClient.casillero }
      : name === ''
        ? null
        : { name: `«${name}»`, casillero: null },
    weight: given.weight ?? known?.weight ?? null,
    shippingMethod: given.shippingMethod ?? known?.shippingMethod ?? null,
    detail: '',
  }
}

async function prepare(db: Db, rows: readonly FileRow[], session: Session): Promise<(row: FileRow) => Plan> {
  const known = await findTracked(db, rows.flatMap(listKeys))
  const lookups = await lookUpForPackages(db, rows, known)
  const byTracking = new Map<string, Set<KeptPackage>>()
  for (const one of known) {
    for (const code of [one.tracking, one.warehouseTracking]) {
      if (code !== null) byTracking.set(code, (byTracking.get(code) ?? new Set()).add(one))
    }
  }
  const find = (numbers: readonly string[]) => numbers.flatMap((number) => [...(byTracking.get(number) ?? [])])

  return (row) => {
    const problems: Problem[] = []
    const ofCarrier = find(row.trackings('tracking'))
    const found = ofCarrier.length > 0 ? ofCarrier : find(row.trackings('warehouseTracking'))
    const only = found.length === 1 ? found[0] : undefined
    const read = readGiven(row, lookups, problems, only)
    if (found.length > 1)
      problems.push(
        problem('tracking', `lo tienen varios paquetes: ${joinNames(found.map((one) => `#${one.companyPackageId}`))}`),
      )
    return only
      ? planUpdate({ row, read, known: only, problems, lookups, session, isByTracking: ofCarrier.length > 0 })
      : planNew(row, read, problems, lookups)
  }
}

const toShipment = ({ shipmentId }: { shipmentId?: string }) => (shipmentId === undefined ? {} : { shipmentId })

/** Picks from a draft the fields that the row fills. */
const pick = (draft: PackageDraft, given: GivenPackage): GivenPackage =>
  Object.fromEntries(Object.entries(draft).filter(([field]) => field in given))

type Update = {
  row: FileRow
  read: Given
  known: KeptPackage
  problems: Problem[]
  lookups: PackageLookups
  isByTracking: boolean
  session: Session
}

function planUpdate({ row, read, known, problems, lookups, isByTracking, session }: Update): Plan {
  const shown = buildShown(row, read, known, lookups.clientOf(known.clientId))
  // The number that found it is not rewritten.
  const foundBy = isByTracking ? 'tracking' : 'warehouseTracking'
  const { [foundBy]: _same, ...given } = read.given
  const parsed = z.safeParse(packageDraft, { ...toDraft(known), ...given })
  const keys = [known.id, ...(isByTracking ? readTrackings(row.text('tracking')) : listKeys(row))]
  if (!parsed.success) problems.push(...draftProblems('packages', parsed.error))
  if (problems.length > 0 || !parsed.success) return refused(problems, shown, keys)
  const draft = { ...parsed.data }
  const isTariffKept = draft.shippingMethod === known.shippingMethod && draft.clientId === known.clientId
  if (given.tariffId === undefined && !isTariffKept)
    draft.tariffId = lookups.chooseTariff(draft.shippingMethod, lookups.clientOf(draft.clientId))
  const changes = listChangedFields(known, draft)
  const joining = lookups.join(draft.shippingMethod, known.id)
  if ('problem' in joining) return refused([problem('shipment', joining.problem)], shown, keys)
  const same: Plan = {
    outcome: 'same',
    problems: [],
    plan: null,
    targetId: known.id,
    shown: { ...shown, detail: 'Sin cambios' },
    keys,
    findField: (name) => (name === known.id ? foundBy : fieldOfName(row, name)),
    // Not a key: packages with own trackings may share a warehouse number.
    gains: isByTracking ? readTrackings(row.text('warehouseTracking')) : [],
  }
  if (changes.length === 0 && joining.shipmentId === undefined) return same
  const invoice = lookups.invoiceOf(known.id)
  if (invoice !== undefined && changes.some((field) => field !== 'statusId'))
    return refused(
      [problem('tracking', `el paquete #${known.companyPackageId} ya está facturado en la factura #${invoice}`)],
      shown,
      keys,
    )
  const weighing = findRefusal(() => requireWeighing(session, draft, known))
  if (weighing) return refused([problem(weighing.refusal.field ?? '', describeDenial(weighing))], shown, keys)
  const texts = changes.map((field) => lookups.changeOf(field, known, draft)).filter((text) => text !== '')
  const detail = [...texts, ...joining.texts, ...read.notes].join('; ')
  return {
    ...same,
    outcome: 'updated',
    // If the row names no tariff, it is derived from the package on writing.
    plan: { given: pick(parsed.data, given), ...toShipment(joining) } satisfies PackagePlan,
    shown: { ...shown, detail },
  }
}

function planNew(row: FileRow, read: Given, problems: Problem[], lookups: PackageLookups): Plan {
  const shown = buildShown(row, read)
  const keys = listKeys(row)
  const statusId = read.given.statusId ?? lookups.initial?.id ?? null
  // A refused cell's error says more than that the field is missing.
  const refusedFields = new Set(problems.map(({ field }) => field))
  const parsed = z.safeParse(packageDraft, { ...read.given, statusId })
  if (!parsed.success)
    problems.push(...draftProblems('packages', parsed.error).filter(({ field }) => !refusedFields.has(field)))
  if (problems.length > 0 || !parsed.success) return refused(problems, shown, keys)
  const joining = lookups.join(parsed.data.shippingMethod)
  if ('problem' in joining) return refused([problem('shipment', joining.problem)], shown, keys)
  const { shippingMethod, clientId } = parsed.data
  const tariffId = read.given.tariffId ?? lookups.chooseTariff(shippingMethod, lookups.clientOf(clientId))
  const plan: PackagePlan = {
    draft: { ...parsed.data, tariffId },
    receivedAt: read.receivedAt?.toISOString() ?? null,
    ...toShipment(joining),
  }
  const received = read.receivedAt ? [`recibido ${formatDate(read.receivedAt)}`] : []
  const named = lookups.statusName(statusId)
  const owner = read.client ? [] : ['sin dueño']
  // First comes what was read differently from how it was written, because the screen may cut off the end.
  const detail = [...read.notes, ...owner, ...(named ? [named] : []), ...received, ...joining.texts].join(' · ')
  return {
    outcome: 'new',
    problems: [],
    plan,
    targetId: null,
    shown: { ...shown, detail },
    keys,
    findField: (name) => fieldOfName(row, name),
  }
}

export const packagesKind: Kind = {
  right: 'packages.write',
  prepare,
  write: writePackages,
  findUndoable: findUndoablePackages,
  takeBack: takeBackPackages,
}
