import { isTyped } from '@casillero/shared/domain/charges'
import type { Db } from '../../platform/database/database.ts'
import { listCharges } from '../charges/queries.ts'
import { saveCharges } from '../packages/package-charges.ts'
import { type By, type Planned, toWritten, type Written } from './kind.ts'

/** A charge that a row puts on a package; amount and currency are those of a typed one. */
export type ChargePlan = { packageId: string; chargeId: string; amount: number | null; currencyId: string | null }

/** Puts charges on packages, as they are by now. docs/product/imports.md, "Charges". */
export async function writeCharges(db: Db, rows: readonly Planned<ChargePlan>[], { author }: By): Promise<Written[]> {
  const typed = new Map((await listCharges(db, false)).map((charge) => [charge.id, isTyped(charge)]))
  // A charge whose amount was typed in the file may have a price of its own by now.
  const isOther = ({ plan }: Planned<ChargePlan>) => plan.amount !== null && typed.get(plan.chargeId) === false
  const saved = await saveCharges(
    db,
    rows.filter((row) => !isOther(row)).map(({ plan }) => plan),
    author,
  )
  const refusals = rows
    .filter(isOther)
    .map(({ row }): Written => ({ row, refusal: 'El cargo se cobra ahora de otra manera' }))
  return [
    ...refusals,
    ...toWritten(
      'charges',
      rows.filter((row) => !isOther(row)),
      saved,
    ),
  ]
}
