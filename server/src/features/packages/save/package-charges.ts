import {
  mostCharges,
  type PackageCharge,
  type PackageCharges,
  type PackageChargesDraft,
  type ToBill,
} from '@casillero/shared/contract/package-charges'
import { isTyped, listStandingCharges, mayWait, sumToBill, type WaitingCharge } from '@casillero/shared/domain/charges'
import { sql } from 'kysely'
import { type Rights, requireRight } from '../../../platform/auth/require-right.ts'
import { matchAny } from '../../../platform/database/any-of.ts'
import { requireVersion } from '../../../platform/database/catalogue.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { findRefusal, type Saved } from '../../../platform/database/save-rows.ts'
import { AppError, fieldError } from '../../../platform/errors.ts'
import { holdActiveCharges, listCharges } from '../../charges/queries.ts'
import { listWaitingCharges, selectToCharge, selectWaiting } from '../../charges/waiting-charges.ts'
import { getClient } from '../../clients/queries.ts'
import { holdCurrencies } from '../../currencies/queries.ts'
import { getPackage, listLiveInvoiceItems, lockPackage, refuseInvoiced, requireUninvoiced } from '../queries.ts'
import { lockKept } from './kept-package.ts'

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

/** Rows are only added or removed, so their count is the version. */
async function readVersion(db: Db, packageId: string): Promise<number> {
  const { version } = await db
    .selectFrom('package_charges')
    .select(sql<number>`(1 + count(*) + count(deleted_at))::int`.as('version'))
    .where('package_id', '=', packageId)
    .executeTakeFirstOrThrow()
  return version
}

/** Selects packages on no live invoice and not handed over. */
const selectUnbilled = (db: Db) =>
  selectToCharge(db)
    .where('p.deleted_at', 'is', null)
    .where('s.is_final_status', 'is not', true)
    .where(sql<boolean>`not exists (select from invoice_items i where i.package_id = p.id and i.voided_at is null)`)

/** docs/product/charges.md, "Waiting on a package". */
export async function getPackageCharges(db: Db, packageId: string): Promise<PackageCharges> {
  const [rows, version, charges, packages] = await Promise.all([
    selectShown(db).where('w.package_id', '=', packageId).execute(),
    readVersion(db, packageId),
    listCharges(db, false),
    selectUnbilled(db).where('p.id', '=', packageId).execute(),
  ])
  if (rows.length === 0 && packages.length === 0) await getPackage(db, packageId)
  const standing = listStandingCharges(charges, packages, rows).filter((one) => one.packageId !== null)
  const own = standing.filter(({ charge }) => !rows.some(({ chargeId }) => chargeId === charge.id))
  return {
    version,
    charges: rows.map(toShown),
    automatic: own.map(({ charge: { id, name, kind }, days = null, ...price }) => ({
      chargeId: id,
      name,
      kind,
      amount: sumToBill(null, [price])[0]?.amount ?? 0,
      days,
    })),
    total: sumToBill(null, standing),
  }
}

/** `amount` and `currency` are those of a charge with a typed price. */
type WaitingRow = {
  package_id: string
  company_package_id: number
  charge_id: string
  amount: number | null
  currency_id: string | null
}

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

/** A charge to put on a package, replacing a waiting one, or to take off. */
type ChargeLine = {
  packageId: string
  chargeId: string
  amount?: number | null | undefined
  currencyId: string | null
  isGone?: boolean
}

type Kept = WaitingCharge & { createdBy: string }

/** Lists charges that wait on packages, with their authors; called after the packages are locked. */
export const listOwnedCharges = (db: Db, packageIds: string[]): Promise<Kept[]> =>
  selectWaiting(db).select('w.created_by as createdBy').where('w.package_id', '=', matchAny(packageIds)).execute()

type Author = Rights & Pick<Session, 'userId'>

/**
 * Throws as `requireRight` if another user's charge is taken off or lowered; one in another currency counts as lower.
 * docs/product/permissions.md, "Discounts".
 */
export function requireLowering(author: Author, kept: Kept | undefined, line: Omit<ChargeLine, 'packageId'>): void {
  if (!kept || kept.createdBy === author.userId) return
  const isOther = line.isGone || line.currencyId !== (kept.currency?.id ?? null)
  if (isOther || (line.amount ?? 0) < (kept.amount ?? 0)) requireRight(author, 'charges.lower')
}

type Checked = { refusal: AppError } | { before: object | null; row: WaitingRow | null }

const tooMany = `Un paquete tiene como máximo ${mostCharges} cargos`

const toRow = (line: ChargeLine, number: number): WaitingRow => ({
  package_id: line.packageId,
  company_package_id: number,
  charge_id: line.chargeId,
  amount: line.amount ?? null,
  currency_id: line.currencyId,
})

/**
 * Adds or removes charges, line by line. Refused with `not_found`, `package_invoiced`, `reference_not_found`, `charge_not_countable` for
 * storage or a charge of the whole invoice, `charge_repeated`, `charge_amount_required`, what `requireLowering` throws, and `invalid` for
 * one too many. docs/product/charges.md, "Waiting on a package".
 */
export async function saveCharges(db: Db, lines: readonly ChargeLine[], author: Author): Promise<Saved[]> {
  const ids = [...new Set(lines.map(({ packageId }) => packageId))]
  const currencies = await holdCurrencies(db, [...new Set(lines.flatMap(({ currencyId }) => currencyId ?? []))])
  const charges = new Map((await holdActiveCharges(db)).map((charge) => [charge.id, charge]))
  const packages = new Map((await lockKept(db, ids)).map((one) => [one.id, one]))
  const invoiced = new Map((await listLiveInvoiceItems(db, ids)).map((item) => [item.packageId, item]))
  const waiting = Map.groupBy(await listOwnedCharges(db, ids), ({ packageId }) => packageId)
  const counts = new Map(ids.map((id) => [id, waiting.get(id)?.length ?? 0]))

  /** Returns the amount and the currency that a line puts on its package, or throws. */
  const checkLine = (line: ChargeLine, index: number, kept: Kept | undefined) => {
    if (!packages.has(line.packageId)) throw new AppError('not_found')
    requireUninvoiced(invoiced.get(line.packageId))
    const charge = charges.get(line.chargeId)
    if (line.isGone) return requireLowering(author, kept, line)
    if (!charge) throw fieldError('reference_not_found', 'chargeId')
    const { name } = charge
    if (!mayWait(charge)) throw fieldError('charge_not_countable', 'chargeId', { name })
    if (lines.findIndex((one) => one.packageId === line.packageId && one.chargeId === line.chargeId) < index)
      throw fieldError('charge_repeated', 'chargeId', { name })
    if (isTyped(charge) && line.amount == null) throw fieldError('charge_amount_required', 'amount')
    if (isTyped(charge) && !currencies.some(({ id }) => id === line.currencyId))
      throw fieldError('reference_not_found', 'currencyId')
    requireLowering(author, kept, line)
    if (!kept && (counts.get(line.packageId) ?? 0) >= mostCharges)
      throw new AppError('invalid', { fields: { chargeId: tooMany } })
  }

  const gone: ChargeLine[] = []
  const added: WaitingRow[] = []
  const checked = lines.map((sent, index): Checked => {
    const charge = charges.get(sent.chargeId)
    const line = charge && !isTyped(charge) ? { ...sent, amount: null, currencyId: null } : sent
    const { packageId, chargeId, amount = null, currencyId, isGone = false } = line
    const kept = waiting.get(packageId)?.find((one) => one.chargeId === chargeId)
    const refusal = findRefusal(() => checkLine(line, index, kept))
    const isSame = kept !== undefined && kept.amount === amount && (kept.currency?.id ?? null) === currencyId && !isGone
    const before = kept ? { amount: kept.amount, currency_id: kept.currency?.id ?? null } : null
    if (refusal) return { refusal }
    if (isSame) return { before: {}, row: null }
    if (kept) gone.push(line)
    counts.set(packageId, (counts.get(packageId) ?? 0) + (isGone ? -1 : kept ? 0 : 1))
    const number = packages.get(packageId)?.companyPackageId ?? 0
    if (isGone) return { before, row: null }
    const row = toRow(line, number)
    added.push(row)
    return { before, row }
  })
  const fresh = await exchangeCharges(db, gone, added)
  return checked.map((one): Saved => {
    if ('refusal' in one) return one
    const at = one.row ? added.indexOf(one.row) : -1
    return { id: fresh[at] ?? '', version: 1, before: one.before }
  })
}

/** Names the field of a line as the form does. */
function placeRefusal({ code, refusal }: AppError, index: number): AppError {
  const fields = Object.entries(refusal.fields ?? {}).map(([name, sentence]) => [`charges.${index}.${name}`, sentence])
  return new AppError(code, { ...refusal, ...(refusal.fields ? { fields: Object.fromEntries(fields) } : {}) })
}

/**
 * Replaces the charges of a package. Throws `stale`, and what `saveCharges` refuses with. docs/product/charges.md, "Waiting on a package".
 */
export async function savePackageCharges(
  db: Db,
  packageId: string,
  draft: PackageChargesDraft,
  session: Session,
): Promise<PackageCharges> {
  await lockPackage(db, packageId)
  await refuseInvoiced(db, packageId)
  requireVersion(draft, { version: await readVersion(db, packageId) })
  const named = new Set(draft.charges.map(({ chargeId }) => chargeId))
  const gone = (await listWaitingCharges(db, [packageId])).filter(({ chargeId }) => !named.has(chargeId))
  const lines: ChargeLine[] = [
    ...gone.map(({ chargeId }) => ({ packageId, chargeId, currencyId: null, isGone: true })),
    ...draft.charges.map((line) => ({ packageId, ...line })),
  ]
  const saved = await saveCharges(db, lines, session)
  for (const [index, one] of saved.entries()) if ('refusal' in one) throw placeRefusal(one.refusal, index - gone.length)
  return await getPackageCharges(db, packageId)
}

const listUnbilled = (db: Db, clientId: string) =>
  selectUnbilled(db).where('p.client_id', '=', clientId).orderBy('p.company_package_id').limit(sql.lit(1000)).execute()

/** docs/product/charges.md, "Waiting on a package". */
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
