import { isDeepStrictEqual } from 'node:util'
import type { Prealert, PrealertDraft } from '@casillero/shared/contract/prealerts'
import { searchText } from '@casillero/shared/domain/search-text'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import {
  findRefusal,
  omitUndefined,
  readFresh,
  type Saved,
  takeOnly,
  updateRows,
} from '../../platform/database/save-rows.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import { holdOwners } from '../clients/queries.ts'
import { findPrealerts, getPrealert, lockPrealerts } from './prealert-view.ts'

type Announced = Pick<PrealertDraft, 'tracking' | 'store' | 'description' | 'declaredValue' | 'expectedOn'>

export function toColumns({ tracking: typed, store, description, declaredValue, expectedOn }: Announced) {
  const { tracking } = readTracking(typed)
  const named = { tracking, store, description }
  const search_text = searchText(tracking, store, description)
  return { ...named, declared_value: declaredValue, expected_on: expectedOn, search_text }
}

const toNumber = (draft: Announced): string => readTracking(draft.tracking).tracking

/** Finds the living pre-alerts of numbers. The returned check throws `prealert_exists` if another one has the draft's number. */
async function findTaken(db: Db, drafts: readonly Announced[]): Promise<(draft: Announced, exceptId?: string) => void> {
  const taken = new Map((await findPrealerts(db, drafts.map(toNumber))).map((one) => [one.tracking, one]))
  return (draft, exceptId) => {
    const one = taken.get(toNumber(draft))
    if (one && one.id !== exceptId) throw fieldError('prealert_exists', 'tracking', { client: one.client.name })
  }
}

/**
 * Stores announced purchases one by one. Refused with `reference_not_found` and `prealert_exists`. docs/product/prealerts.md, "Announcing".
 */
export async function addPrealerts(db: Db, drafts: readonly PrealertDraft[]): Promise<Saved[]> {
  const findOwner = await holdOwners(
    db,
    drafts.map(({ clientId }) => clientId),
  )
  const requireFree = await findTaken(db, drafts)
  const refusals = drafts.map((draft) =>
    findRefusal(() => {
      if (!findOwner(draft.clientId)) throw fieldError('reference_not_found', 'clientId')
      requireFree(draft)
    }),
  )
  const free = drafts.filter((_, index) => refusals[index] === undefined)
  const added =
    free.length === 0
      ? []
      : await db
          .insertInto('prealerts')
          .values(
            free.map((draft) => ({
              client_id: findOwner(draft.clientId)?.id ?? '',
              claim_note: draft.claimNote,
              ...toColumns(draft),
            })),
          )
          .onConflict((known) => known.doNothing())
          .returning(['id', 'tracking', 'version'])
          .execute()
  const noted = new Map(added.map(({ tracking, ...one }) => [tracking, { ...one, before: null }]))
  // Another transaction announced it between the query and the insert.
  const requireUnannounced = noted.size < free.length ? await findTaken(db, free) : () => {}
  return drafts.map((draft, index): Saved => {
    const refusal =
      refusals[index] ?? (noted.has(toNumber(draft)) ? undefined : findRefusal(() => requireUnannounced(draft)))
    return refusal ? { refusal } : (noted.get(toNumber(draft)) ?? { refusal: new AppError('duplicate') })
  })
}

/** A change of a pre-alert in the fields that are given. */
type PrealertChange = { id: string; given: Partial<PrealertDraft> }

const toDraft = (one: Prealert): PrealertDraft => ({
  clientId: one.client.id,
  tracking: one.tracking,
  store: one.store,
  description: one.description,
  declaredValue: one.declaredValue,
  expectedOn: one.expectedOn,
  claimNote: one.claimNote,
})

const isAsKept = (current: Prealert, { version: _, ...draft }: PrealertDraft): boolean =>
  isDeepStrictEqual(draft, toDraft(current))

/** Throws `not_found` for a cancelled pre-alert, and `prealert_arrived`. */
function requireExpected(current: Prealert | undefined): asserts current is Prealert {
  if (!current || current.state === 'cancelled') throw new AppError('not_found')
  if (current.package) throw new AppError('prealert_arrived', { values: { number: current.package.companyPackageId } })
}

/**
 * Changes expected pre-alerts one by one. A form saves all fields, changed or not, and so decides whose a contested number is. Refused with what `requireExpected` throws, `stale`,
 * `reference_not_found` and `prealert_exists`.
 */
export async function changePrealerts(
  db: Db,
  changes: readonly PrealertChange[],
  { isWhole }: { isWhole: boolean },
): Promise<Saved[]> {
  const kept = new Map((await lockPrealerts(db, { ids: changes.map(({ id }) => id) })).map((one) => [one.id, one]))
  const opened = changes.map(({ id, given }) => {
    const current = kept.get(id)
    const draft = current && { ...toDraft(current), ...omitUndefined(given) }
    const isOther = current !== undefined && draft?.clientId !== current.client.id
    return { id, current, draft, isOther }
  })
  const drafts = opened.flatMap(({ draft }) => draft ?? [])
  const findOwner = await holdOwners(
    db,
    opened.map(({ draft, isOther }) => (isOther ? draft?.clientId : null)),
  )
  const requireFree = await findTaken(db, drafts)
  const { at } = await readFresh(db, 1)
  const saved = new Map<string, Saved>()
  const records = opened.flatMap(({ id, current, draft, isOther }) => {
    const owner = isOther ? findOwner(draft?.clientId)?.id : current?.client.id
    if (!isWhole && current && draft && isAsKept(current, draft)) {
      saved.set(id, { id, version: current.version, before: {} })
      return []
    }
    const refusal = findRefusal(() => {
      requireExpected(current)
      if (!draft) return
      requireVersion(draft, current)
      if (owner === undefined) throw fieldError('reference_not_found', 'clientId')
      requireFree(draft, id)
    })
    if (refusal) saved.set(id, { refusal })
    return refusal || !draft
      ? []
      : [
          {
            id,
            client_id: owner,
            ...(isWhole ? { rival_id: null } : {}),
            claim_note: draft.claimNote,
            ...toColumns(draft),
            updated_at: at,
          },
        ]
  })
  for (const [id, one] of await updateRows(db, 'prealerts', records)) saved.set(id, one)
  return changes.map(({ id }) => saved.get(id) ?? { refusal: new AppError('not_found') })
}

/** Puts locked pre-alerts back to what they were before a change, by column. */
export async function putPrealertsBack(db: Db, rows: readonly { id: string; before: object }[]): Promise<void> {
  await updateRows(
    db,
    'prealerts',
    rows.map(({ id, before }) => ({ id, ...before })),
  )
}

/** Cancels locked pre-alerts; their numbers can be announced again. */
export async function cancelPrealerts(db: Db, ids: string[]): Promise<void> {
  await db
    .updateTable('prealerts')
    .set({ cancelled_at: sql`app_now()`, updated_at: sql`app_now()` })
    .where('id', '=', matchAny(ids))
    .execute()
}

/** Stores an announced purchase. Throws what `addPrealerts` refuses with. docs/product/prealerts.md, "Announcing". */
export async function createPrealert(db: Db, draft: PrealertDraft): Promise<Prealert> {
  return await getPrealert(db, takeOnly(await addPrealerts(db, [draft])).id)
}

/** Changes a pre-alert that is still expected. Throws what `changePrealerts` refuses with. */
export async function updatePrealert(db: Db, id: string, given: PrealertDraft): Promise<Prealert> {
  takeOnly(await changePrealerts(db, [{ id, given }], { isWhole: true }))
  return await getPrealert(db, id)
}

/** Locks a pre-alert that is still expected. Throws what `requireExpected` throws. */
export async function lockExpected(db: Db, id: string): Promise<Prealert> {
  const [current] = await lockPrealerts(db, { ids: [id] })
  requireExpected(current)
  return current
}

/** Cancels a pre-alert that is still expected. Throws what `lockExpected` throws. */
export async function cancelPrealert(db: Db, id: string): Promise<null> {
  await lockExpected(db, id)
  await cancelPrealerts(db, [id])
  return null
}
