import type { Prealert, PrealertDraft } from '@casillero/shared/contract/prealerts'
import type { Db } from '../../platform/database/database.ts'
import { lockPrealerts } from '../prealerts/prealert-view.ts'
import { toColumns } from '../prealerts/save-prealert.ts'
import { updateRows } from './bulk-rows.ts'
import { holdReferences } from './hold-references.ts'
import type { Planned, Written } from './kind.ts'
import { now } from './write-history.ts'

/** The facts of a purchase that a row can give beside its number, in the order in which the preview says them. */
export const purchaseFields = ['store', 'description', 'declaredValue', 'expectedOn'] as const

type PurchaseField = (typeof purchaseFields)[number]

/** A purchase as a row gives it, under the number that people know; null where the row says nothing. */
export type GivenPurchase = Pick<PrealertDraft, 'tracking' | PurchaseField>

export type PrealertPlan = { clientId: string; given: GivenPurchase }

/** Lists the facts that a row gives and that are known otherwise. */
export const listChanges = (known: Pick<Prealert, PurchaseField>, given: GivenPurchase): PurchaseField[] =>
  purchaseFields.filter((field) => given[field] !== null && given[field] !== known[field])

type Fresh = { row: number; clientId: string; given: GivenPurchase }
type Change = { row: number; before: Prealert; given: GivenPurchase }

async function addPrealerts(db: Db, fresh: readonly Fresh[]): Promise<Written[]> {
  if (fresh.length === 0) return []
  const added = await db
    .insertInto('prealerts')
    .values(fresh.map(({ clientId, given }) => ({ client_id: clientId, ...toColumns(given) })))
    .onConflict((known) => known.doNothing())
    .returning(['id', 'tracking', 'version'])
    .execute()
  const byTracking = new Map(added.map((one) => [one.tracking, one]))
  return fresh.map(({ row, given }) => {
    const one = byTracking.get(given.tracking)
    return one
      ? { row, targetId: one.id, version: one.version, before: null }
      : { row, refusal: 'Este tracking ya está avisado' }
  })
}

async function changePrealerts(db: Db, changes: readonly Change[]): Promise<Written[]> {
  if (changes.length === 0) return []
  const at = await now(db)
  const versions = await updateRows(
    db,
    'prealerts',
    changes.map(({ before, given }) => {
      const facts = Object.fromEntries(listChanges(before, given).map((field) => [field, given[field]]))
      return { id: before.id, ...toColumns({ ...before, ...facts }), updated_at: at }
    }),
  )
  return changes.map(({ row, before }) => ({
    row,
    targetId: before.id,
    version: versions.get(before.id) ?? 0,
    before: toColumns(before),
  }))
}

/** Announces purchases, and changes those that are still expected, as they are by now. docs/product/imports.md, "Pre-alerts". */
export async function writePrealerts(db: Db, rows: readonly Planned<PrealertPlan>[]): Promise<Written[]> {
  const held = await holdReferences(
    db,
    rows.map(({ plan }) => ({ clientId: plan.clientId })),
  )
  const trackings = rows.map(({ plan }) => plan.given.tracking)
  const known = new Map((await lockPrealerts(db, trackings)).map((one) => [one.tracking, one]))
  const written: Written[] = []
  const fresh: Fresh[] = []
  const changes: Change[] = []
  for (const { row, plan } of rows) {
    const { given } = plan
    const client = held.client(plan.clientId)
    const before = known.get(given.tracking)
    if (!client) written.push({ row, refusal: 'El cliente ya no existe' })
    else if (!before) fresh.push({ row, clientId: client.id, given })
    else if (before.client.id !== client.id)
      written.push({ row, refusal: `Este tracking ya está avisado por ${before.client.name}` })
    else if (listChanges(before, given).length === 0) written.push({ row, same: true })
    else if (before.package)
      written.push({ row, refusal: `La compra ya llegó: es el paquete #${before.package.companyPackageId}` })
    else changes.push({ row, before, given })
  }
  return [...written, ...(await addPrealerts(db, fresh)), ...(await changePrealerts(db, changes))]
}
