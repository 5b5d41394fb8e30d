import type {
  PackageCharge,
  PackageCharges,
  PackageChargesDraft,
  ToBill,
} from '@casillero/shared/contract/package-charges'
import { isTyped, listStandingCharges, mayWait, sumToBill, type WaitingCharge } from '@casillero/shared/domain/charges'
import { sql } from 'kysely'
import { mayCaller, requireRight } from '../../platform/auth/require-right.ts'
import { matchAny } from '../../platform/database/any-of.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'
import { holdActiveCharges, listCharges } from '../charges/queries.ts'
import { listWaitingCharges, selectToCharge, selectWaiting } from '../charges/waiting-charges.ts'
import { getClient } from '../clients/queries.ts'
import { holdCurrencies } from '../currencies/queries.ts'
import { getPackage, lockPackage, refuseInvoiced } from './queries.ts'

const selectShown = (db: Db) =>
  selectWaiting(db)
    .innerJoin('users as u', 'u.id', 'w.created_by')
    .select([
      'c.name',
      'c.charge_kind as kind',
      'w.created_at as createdAt',
      'u.id as userId',
      'u.full_name as fullName',
    ])

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>['execute']>>[number]

const toShown = ({ userId, fullName, ...row }: ShownRow): PackageCharge => ({
  ...row,
  createdBy: { id: userId, fullName },
})

/** Every row that is added or taken off counts: rows are never changed otherwise. */
async function readVersion(db: Db, packageId: string): Promise<number> {
  const { version } = await db
    .selectFrom('package_charges')
    .select(sql<number>`(1 + count(*) + count(deleted_at))::int`.as('version'))
    .where('package_id', '=', packageId)
    .executeTakeFirstOrThrow()
  return version
}

/** Gets the charges that wait on a package. Throws `not_found`. docs/product/charges.md, "Waiting on a package". */
export async function getPackageCharges(db: Db, packageId: string): Promise<PackageCharges> {
  const [rows, version] = await Promise.all([
    selectShown(db).where('w.package_id', '=', packageId).execute(),
    readVersion(db, packageId),
  ])
  if (rows.length === 0) await getPackage(db, packageId)
  return { version, charges: rows.map(toShown) }
}

/** A row of a charge that waits on a package; amount and currency are those of a typed one. */
type WaitingRow = {
  package_id: string
  company_package_id: number
  charge_id: string
  amount: number | null
  currency_id: string | null
}

/** Takes charges off packages that the caller has locked, and puts others on them; gives the ids of those, in their order. */
export async function exchangeCharges(
  db: Db,
  gone: readonly { packageId: string; chargeId: string }[],
  added: readonly WaitingRow[],
): Promise<string[]> {
  if (gone.length > 0)
    await db
      .updateTable('package_charges')
      .set({ deleted_at: sql`app_now()` })
      .where(
        sql<boolean>`(package_id, charge_id) in (select * from unnest(${gone.map(({ packageId }) => packageId)}::uuid[],
          ${gone.map(({ chargeId }) => chargeId)}::uuid[]))`,
      )
      .where('deleted_at', 'is', null)
      .execute()
  if (added.length === 0) return []
  const rows = await db
    .insertInto('package_charges')
    .values([...added])
    .returning(['id', 'package_id', 'charge_id'])
    .execute()
  return added.map(
    (one) => rows.find((row) => row.package_id === one.package_id && row.charge_id === one.charge_id)?.id ?? '',
  )
}

/**
 * Throws what `requireRight` does where another user put one of these charges on a package, which is taken off or lowered.
 * docs/product/permissions.md, "Discounts".
 */
async function requireLowering(db: Db, packageId: string, chargeIds: string[], session: Session): Promise<void> {
  if (chargeIds.length === 0 || mayCaller(session, 'charges.lower')) return
  const foreign = await db
    .selectFrom('package_charges')
    .select('id')
    .where('package_id', '=', packageId)
    .where('charge_id', '=', matchAny(chargeIds))
    .where('created_by', '!=', session.userId)
    .where('deleted_at', 'is', null)
    .executeTakeFirst()
  if (foreign) requireRight(session, 'charges.lower')
}

/**
 * Puts charges on a package, and takes off those that are not named. Throws `stale`, `package_invoiced`, `reference_not_found`,
 * `charge_repeated`, `charge_not_countable` for one of the invoice itself or storage, `charge_amount_required`,
 * `permission_denied`.
 * docs/product/charges.md, "Waiting on a package".
 */
export async function savePackageCharges(
  db: Db,
  packageId: string,
  draft: PackageChargesDraft,
  session: Session,
): Promise<PackageCharges> {
  const currencyIds = draft.charges.flatMap(({ currencyId }) => currencyId ?? [])
  const currencies = await holdCurrencies(db, [...new Set(currencyIds)])
  const charges = await holdActiveCharges(db)
  const { companyPackageId } = await lockPackage(db, packageId)
  await refuseInvoiced(db, packageId)
  requireVersion(draft, { version: await readVersion(db, packageId) })
  const before = await listWaitingCharges(db, [packageId])
  const named = draft.charges.map((line, index) => {
    const field = `charges.${index}`
    const charge = charges.find(({ id }) => id === line.chargeId)
    if (!charge) throw fieldError('reference_not_found', `${field}.chargeId`)
    const { name } = charge
    if (!mayWait(charge)) throw fieldError('charge_not_countable', `${field}.chargeId`, { name })
    if (draft.charges.findIndex(({ chargeId }) => chargeId === line.chargeId) < index)
      throw fieldError('charge_repeated', `${field}.chargeId`, { name })
    if (!isTyped(charge)) return { charge_id: charge.id, amount: null, currency_id: null }
    if (line.amount == null) throw fieldError('charge_amount_required', `${field}.amount`)
    if (!currencies.some(({ id }) => id === line.currencyId))
      throw fieldError('reference_not_found', `${field}.currencyId`)
    return { charge_id: charge.id, amount: line.amount, currency_id: line.currencyId }
  })
  const isSame = (one: (typeof named)[number], kept: WaitingCharge) =>
    one.charge_id === kept.chargeId && one.amount === kept.amount && one.currency_id === (kept.currency?.id ?? null)
  const gone = before.filter((kept) => !named.some((one) => isSame(one, kept))).map(({ chargeId }) => chargeId)
  const added = named.filter((one) => !before.some((kept) => isSame(one, kept)))
  const isRaised = ({ chargeId, amount, currency }: WaitingCharge) =>
    added.some(
      (one) => one.charge_id === chargeId && one.currency_id === currency?.id && (one.amount ?? 0) > (amount ?? 0),
    )
  const lowered = before.filter((kept) => gone.includes(kept.chargeId) && !isRaised(kept))
  await requireLowering(
    db,
    packageId,
    lowered.map(({ chargeId }) => chargeId),
    session,
  )
  await exchangeCharges(
    db,
    gone.map((chargeId) => ({ packageId, chargeId })),
    added.map((one) => ({ package_id: packageId, company_package_id: companyPackageId, ...one })),
  )
  return await getPackageCharges(db, packageId)
}

/** A client's packages that are on no live invoice and not handed over. */
const listUnbilled = (db: Db, clientId: string) =>
  selectToCharge(db)
    .where('p.client_id', '=', clientId)
    .where('p.deleted_at', 'is', null)
    .where('s.is_final_status', 'is not', true)
    .where(sql<boolean>`not exists (select from invoice_items i where i.package_id = p.id and i.voided_at is null)`)
    .orderBy('p.company_package_id')
    .limit(sql.lit(1000))
    .execute()

/**
 * Gets what a client's packages without an invoice would come to today, by currency. Throws `not_found`.
 * docs/product/charges.md, "Waiting on a package".
 */
export async function getToBill(db: Db, clientId: string): Promise<ToBill> {
  const [packages, charges] = await Promise.all([listUnbilled(db, clientId), listCharges(db, false)])
  if (packages.length === 0) await getClient(db, clientId)
  const shown =
    charges.length === 0
      ? []
      : await selectShown(db)
          .where('w.package_id', '=', matchAny(packages.map(({ id }) => id)))
          .execute()
  const standing = listStandingCharges(charges, packages, shown).filter(({ packageId }) => packageId !== null)
  const freight = packages.reduce((cents, { totalPrice }) => cents + Math.round((totalPrice ?? 0) * 100), 0) / 100
  return {
    packages: packages.map(({ id, totalPrice }) => {
      const own = standing.filter(({ packageId }) => packageId === id)
      return {
        packageId: id,
        waiting: shown.filter(({ packageId }) => packageId === id).map(toShown),
        charges: sumToBill(null, own),
        names: own.map(({ charge, days }) => ({ name: charge.name, days })),
        total: sumToBill(totalPrice, own),
      }
    }),
    total: sumToBill(freight, standing),
  }
}
