import { type CurrencySum, listStandingCharges, sumToBill } from '@casillero/shared/domain/charges'
import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { listCharges } from '../../charges/queries.ts'
import { listWaitingCharges, selectToCharge } from '../../charges/waiting-charges.ts'

const billed = sql<CurrencySum[] | null>`(
  select json_agg(json_build_object('code', v.currency_code, 'symbol', v.currency_symbol, 'amount', i.total + coalesce((
    select sum(c.total) from invoice_charges c where c.invoice_id = v.id and c.package_id = p.id and not c.is_waived), 0)))
  from invoice_items i join invoices v on v.id = i.invoice_id
  where i.package_id = p.id and i.voided_at is null)`

const listPackages = (db: Db, ids: string[]) =>
  selectToCharge(db).select(billed.as('billed')).where('p.id', '=', matchAny(ids)).execute()

type Row = { packageId: string; content: string }

/** docs/product/charges.md, "Waiting on a package". */
export async function addChargedTotals<R extends Row>(
  db: Db,
  rows: R[],
): Promise<(R & { chargedTotal?: readonly CurrencySum[] })[]> {
  const told = rows.filter(({ content }) => content.includes('total_con_cargos'))
  if (told.length === 0) return rows
  const ids = [...new Set(told.map(({ packageId }) => packageId))]
  const [packages, charges, waiting] = await Promise.all([
    listPackages(db, ids),
    listCharges(db, false),
    listWaitingCharges(db, ids),
  ])
  const standing = listStandingCharges(charges, packages, waiting)
  const totals = new Map(
    packages.map(({ id, totalPrice, billed }) => [
      id,
      billed ??
        sumToBill(
          totalPrice,
          standing.filter(({ packageId }) => packageId === id),
        ),
    ]),
  )
  return rows.map((row) => {
    const chargedTotal = totals.get(row.packageId)
    return chargedTotal === undefined ? row : { ...row, chargedTotal }
  })
}
