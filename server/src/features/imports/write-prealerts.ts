import type { Prealert, PrealertDraft } from '@casillero/shared/contract/prealerts'
import type { Db } from '../../platform/database/database.ts'
import { holdOwners } from '../clients/queries.ts'
import { lockPrealerts } from '../prealerts/prealert-view.ts'
import { addPrealerts, changePrealerts } from '../prealerts/save-prealerts.ts'
import { type Planned, toWritten, type Written } from './kind.ts'

/** The facts of a purchase that a row can give beside its number, in the order in which the preview says them. */
export const purchaseFields = ['store', 'description', 'declaredValue', 'expectedOn'] as const

type PurchaseField = (typeof purchaseFields)[number]

/** A purchase as a row gives it, under the number that people know; null where the row says nothing. */
export type GivenPurchase = Pick<PrealertDraft, 'tracking' | PurchaseField>

export type PrealertPlan = { clientId: string; given: GivenPurchase }

/** Lists the facts that a row gives and that are known otherwise. */
export const listChanges = (known: Pick<Prealert, PurchaseField>, given: GivenPurchase): PurchaseField[] =>
  purchaseFields.filter((field) => given[field] !== null && given[field] !== known[field])

/** Announces purchases, and changes those that their clients announced by now. docs/product/imports.md, "Pre-alerts". */
export async function writePrealerts(db: Db, rows: readonly Planned<PrealertPlan>[]): Promise<Written[]> {
  const findOwner = await holdOwners(
    db,
    rows.map(({ plan }) => plan.clientId),
  )
  const trackings = rows.map(({ plan }) => plan.given.tracking)
  const known = new Map((await lockPrealerts(db, { trackings })).map((one) => [one.tracking, one]))
  const findOwn = ({ plan }: Planned<PrealertPlan>) => {
    const one = known.get(plan.given.tracking)
    return one?.client.id === findOwner(plan.clientId)?.id ? one : undefined
  }
  const own = rows.filter((row) => findOwn(row) !== undefined)
  const changes = own.flatMap((row) => {
    const before = findOwn(row)
    const facts = before && listChanges(before, row.plan.given).map((field) => [field, row.plan.given[field]])
    return before && facts ? [{ id: before.id, given: Object.fromEntries(facts) }] : []
  })
  const others = rows.filter((row) => findOwn(row) === undefined)
  const drafts = others.map(({ plan: { clientId, given } }) => ({ clientId, ...given, claimNote: null }))
  return [
    ...toWritten('prealerts', own, await changePrealerts(db, changes, { isWhole: false })),
    ...toWritten('prealerts', others, await addPrealerts(db, drafts)),
  ]
}
