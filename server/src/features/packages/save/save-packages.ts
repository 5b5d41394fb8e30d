import type { CourierPackage, PackageDraft, WeightSource } from '@casillero/shared/contract/packages'
import { initialComment } from '@casillero/shared/domain/status-history'
import { type Rights, requireRight } from '../../../platform/auth/require-right.ts'
import { type Numbers, nextNumbers } from '../../../platform/database/counters.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import {
  findRefusal,
  insertRows,
  omitUndefined,
  readFresh,
  type Saved,
  takeOnly,
  updateRows,
} from '../../../platform/database/save-rows.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { holdOwners } from '../../clients/queries.ts'
import { holdStatuses, requireMove } from '../../statuses/hold-statuses.ts'
import { type HeldTariff, holdTariffs, openTariffChoice, requireAssignable } from '../../tariffs/hold-tariffs.ts'
import { noPrice } from '../../tariffs/queries.ts'
import { getPackage, listLiveInvoiceItems, requireUninvoiced } from '../queries.ts'
import { type Move, notifyMoves, recordMoves } from '../status/write-moves.ts'
import { type KeptPackage, listChangedFields, lockKept, toDraft } from './kept-package.ts'
import {
  changedPackageValues,
  choosePrice,
  computeDraftDiscount,
  computeKeptDiscount,
  keepsPrice,
  newPackageValues,
} from './package-values.ts'
import { requireDiscount, requireKeptDiscount } from './require-discount.ts'

/** In whose name packages are written, with that user's rights. */
export type Author = Rights & Pick<Session, 'userId' | 'userName'>

export type Arrival = Omit<PackageDraft, 'tariffId'> & {
  /** Left out, it follows from method and client. */
  tariffId?: string | null
  labelCode?: string | null
  weightSource?: WeightSource | null | undefined
  /** Set if it was received in the past. */
  receivedAt?: string | null
  /** Throws the caller's own refusals. */
  check?: () => void
}

function requireHeld(id: string | null, held: object | undefined, field: string): void {
  if (id !== null && !held) throw fieldError('reference_not_found', field)
}

type Named = {
  client: object | undefined
  status: { isFinalStatus: boolean } | undefined
  draft: PackageDraft & Arrival
}

function requireArrival({ client, status, draft }: Named, tariff: HeldTariff | undefined, author: Author): void {
  draft.check?.()
  requireHeld(draft.clientId, client, 'clientId')
  if (draft.tariffId !== null) requireAssignable(tariff, draft.shippingMethod, 'tariffId')
  requireHeld(draft.statusId, status, 'statusId')
  requireMove(author, status)
  requireDiscount(author, computeDraftDiscount(draft, tariff ?? noPrice), 'discountValue')
}

/**
 * Receives packages one by one. Client, weight, tariff and status may be unknown. Does not notify clients. Refused with
 * `reference_not_found`, what `requireAssignable` throws and what `requireDiscount` throws. docs/product/packages.md, "Receiving".
 */
export async function addPackages(
  db: Db,
  arrivals: readonly Arrival[],
  author: Author,
  numbers: Numbers = nextNumbers('package'),
): Promise<Saved[]> {
  const [findOwner, statuses, choose] = await Promise.all([
    holdOwners(
      db,
      arrivals.map(({ clientId }) => clientId),
    ),
    holdStatuses(
      db,
      arrivals.map(({ statusId }) => statusId),
    ),
    arrivals.some(({ tariffId }) => tariffId === undefined) ? openTariffChoice(db) : undefined,
  ])
  const named = arrivals.map((arrival) => {
    const client = findOwner(arrival.clientId)
    const chosen = arrival.tariffId === undefined ? choose?.(arrival.shippingMethod, client) : arrival.tariffId
    const draft: PackageDraft & Arrival = { ...arrival, tariffId: chosen ?? null }
    return { client, status: statuses.get(arrival.statusId ?? ''), draft }
  })
  const tariffs = await holdTariffs(
    db,
    named.map(({ draft }) => draft.tariffId),
  )
  const checked = named.map((one) => {
    const tariff = tariffs.get(one.draft.tariffId ?? '')
    const refusal = findRefusal(() => requireArrival(one, tariff, author))
    return { ...one, tariff, refusal }
  })
  const free = checked.filter(({ refusal }) => refusal === undefined)
  // Locks the counter last, because deleting a package locks the package before it. Ids are in the order of numbers.
  const first = free.length === 0 ? 0 : await numbers.take(db, free.length)
  const { ids, at } = await readFresh(db, free.length)
  const records = free.map(({ draft, client, tariff }, index) => {
    const since = draft.receivedAt && draft.receivedAt < at ? draft.receivedAt : at
    const values = newPackageValues(draft, { client, tariff }, { ...draft, number: first + index })
    return { id: ids[index] ?? '', ...values, created_at: since, status_since: since }
  })
  await insertRows(db, 'packages', records)
  const moves = free.flatMap(({ draft, status }, index): Move[] =>
    status
      ? [{ packageId: ids[index] ?? '', from: null, to: status, comment: initialComment, at: draft.receivedAt ?? null }]
      : [],
  )
  const entries = await recordMoves(db, moves, author)
  let written = 0
  return checked.map(({ refusal }) => {
    if (refusal) return { refusal }
    const id = ids[written++] ?? ''
    return { id, version: 1, before: null, changeId: entries.get(id) ?? null }
  })
}

/** A change of the given fields. Without a tariff, a new method or client decides it. */
export type PackageChange = {
  id: string
  given: Partial<PackageDraft>
  weightSource: WeightSource | null
  /** Throws the caller's own refusals of the changed package. */
  check?: (draft: PackageDraft) => void
}

const measured = ['weight', 'length', 'width', 'height'] as const

/** Throws as `requireRight` for another weight or measure of a received package. */
export function requireWeighing(author: Rights, draft: PackageDraft, current: KeptPackage): void {
  if (current.weight === null) return
  const field = measured.find((name) => (draft[name] ?? null) !== current[name])
  if (field !== undefined) requireRight(author, 'weights.change', field)
}

/** Throws as `requireDiscount` for another discount, and as `requireKeptDiscount` for the same one. */
function requireSameDiscount(author: Author, draft: PackageDraft, current: KeptPackage, price: typeof noPrice): void {
  const taken = computeDraftDiscount(draft, price)
  if (draft.discountType !== current.discountType || draft.discountValue !== current.discountValue)
    requireDiscount(author, taken, 'discountValue')
  else requireKeptDiscount(author, computeKeptDiscount(current), taken, 'discountValue')
}

type Open = { change: PackageChange; current: KeptPackage; draft: PackageDraft }

/** Completes drafts with their clients and tariffs, all locked. */
async function completeDrafts(db: Db, opened: readonly Open[], { isWhole }: Options) {
  const isOtherOwner = ({ draft, current }: Open) => draft.clientId !== current.clientId
  const isOtherMethod = ({ draft, current }: Open) => draft.shippingMethod !== current.shippingMethod
  const mayFollow = (one: Open) =>
    (isOtherMethod(one) && one.change.given.tariffId === undefined) ||
    // A form sends every field, a file only what a row names.
    (isOtherOwner(one) &&
      (isWhole ? [undefined, one.current.tariffId] : [undefined]).includes(one.change.given.tariffId))
  const [findOwner, statuses, choose] = await Promise.all([
    holdOwners(
      db,
      opened.flatMap((one) =>
        mayFollow(one) ? [one.current.clientId, one.draft.clientId] : isOtherOwner(one) ? [one.draft.clientId] : [],
      ),
    ),
    holdStatuses(
      db,
      opened.map(({ draft, current }) => (draft.statusId === current.statusId ? null : draft.statusId)),
    ),
    opened.some(mayFollow) ? openTariffChoice(db) : undefined,
  ])
  const chooseFor = (one: Open, client: ReturnType<typeof findOwner>) => {
    const { tariffId, clientId } = one.current
    return choose?.(
      one.draft.shippingMethod,
      client,
      isOtherMethod(one) ? null : { tariffId, client: findOwner(clientId) },
    )
  }
  const drafts = opened.map((one) => {
    const client = findOwner(one.draft.clientId)
    const chosen = mayFollow(one) ? chooseFor(one, client) : one.draft.tariffId
    // A client merged meanwhile is replaced by the other one.
    const draft = { ...one.draft, clientId: client?.id ?? one.draft.clientId, tariffId: chosen ?? null }
    return { ...one, client, isOwnerGone: isOtherOwner(one) && one.draft.clientId !== null && !client, draft }
  })
  const tariffs = await holdTariffs(
    db,
    drafts.map(({ draft, current }) => (keepsPrice(draft, current) ? null : draft.tariffId)),
  )
  return drafts.map((one) => ({
    ...one,
    tariff: tariffs.get(one.draft.tariffId ?? ''),
    status: statuses.get(one.draft.statusId ?? ''),
  }))
}

type Options = {
  /** True for a form: it saves every package, changed or not, but no invoiced one. A file may move invoiced ones. */
  isWhole: boolean
}

/**
 * Changes packages one by one. Does not notify clients. Refused with `not_found`, `package_changed` if the version is not the current one,
 * `package_invoiced`, and what the checks of their drafts throw. docs/product/packages.md, "Editing packages".
 */
export async function changePackages(
  db: Db,
  changes: readonly PackageChange[],
  author: Author,
  { isWhole }: Options,
): Promise<Saved[]> {
  const ids = changes.map(({ id }) => id)
  const kept = new Map((await lockKept(db, ids)).map((one) => [one.id, one]))
  const invoiced = new Map((await listLiveInvoiceItems(db, ids)).map((item) => [item.packageId, item]))
  const saved = new Map<string, Saved>()
  const opened = changes.flatMap((change): Open[] => {
    const { id, given } = change
    const current = kept.get(id)
    const isStale = given.version !== undefined && given.version !== current?.version
    if (current && !isStale) return [{ change, current, draft: { ...toDraft(current), ...omitUndefined(given) } }]
    saved.set(id, { refusal: new AppError(current ? 'package_changed' : 'not_found') })
    return []
  })
  const checked = (await completeDrafts(db, opened, { isWhole })).filter((one) => {
    const { change, current, draft, tariff, status } = one
    const fields = listChangedFields(current, draft)
    const refusal = findRefusal(() => {
      if (isWhole || fields.some((field) => field !== 'statusId')) requireUninvoiced(invoiced.get(current.id))
      if (draft.tariffId !== null && !keepsPrice(draft, current))
        requireAssignable(tariff, draft.shippingMethod, 'tariffId')
      if (one.isOwnerGone) throw fieldError('reference_not_found', 'clientId')
      requireWeighing(author, draft, current)
      requireSameDiscount(author, draft, current, choosePrice(draft, current, tariff))
      if (draft.statusId !== current.statusId) {
        requireHeld(draft.statusId, status, 'statusId')
        requireMove(author, status)
      }
      change.check?.(draft)
    })
    const isSame = !isWhole && fields.length === 0
    if (refusal) saved.set(current.id, { refusal })
    else if (isSame) saved.set(current.id, { id: current.id, version: current.version, before: {} })
    return !refusal && !isSame
  })
  const { at } = await readFresh(db, 1)
  const written = await updateRows(
    db,
    'packages',
    checked.map(({ change, current, draft, client, tariff }) => ({
      id: current.id,
      ...changedPackageValues(draft, current, { client, tariff }, change.weightSource),
      updated_at: at,
    })),
  )
  const moves = checked.flatMap(({ current, draft, status = null }): Move[] => {
    const { id, statusId, statusName } = current
    if (draft.statusId === statusId) return []
    const from = statusId === null ? null : { id: statusId, name: statusName ?? '' }
    return [{ packageId: id, from, to: status, comment: null }]
  })
  const entries = await recordMoves(db, moves, author)
  for (const [id, one] of written) saved.set(id, { ...one, changeId: entries.get(id) ?? null })
  return ids.map((id) => saved.get(id) ?? { refusal: new AppError('not_found') })
}

/**
 * Receives a package and notifies its client; `add` writes it. Throws what `addPackages` refuses with.
 * docs/product/packages.md, "Receiving".
 */
export async function createPackage(
  db: Db,
  arrival: Arrival,
  session: Session,
  add: (arrival: Arrival) => Promise<Saved[]> = (one) => addPackages(db, [one], session),
): Promise<CourierPackage> {
  const { statusId, shouldNotifyStorage } = arrival
  const written = takeOnly(await add(arrival))
  if (statusId !== null && shouldNotifyStorage) await notifyMoves(db, [written], { id: statusId })
  return await getPackage(db, written.id)
}

type Form = Partial<PackageDraft> & { weightSource?: WeightSource | null | undefined }

/**
 * Changes a package on no live invoice, and notifies its client of another status. Throws what `changePackages` refuses with.
 * docs/product/packages.md, "Editing packages".
 */
export async function updatePackage(
  db: Db,
  id: string,
  { weightSource, ...given }: Form,
  session: Session,
): Promise<CourierPackage> {
  // A form without a source has a typed weight.
  const source = weightSource ?? 'typed'
  const measures = given.length === undefined ? {} : { width: given.width ?? null, height: given.height ?? null }
  const change = { id, given: { ...given, ...measures }, weightSource: source }
  const written = takeOnly(await changePackages(db, [change], session, { isWhole: true }))
  if (given.statusId) await notifyMoves(db, [written], { id: given.statusId })
  return await getPackage(db, id)
}
