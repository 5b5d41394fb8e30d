import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import type { PriceRules } from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { prepare } from '../../../platform/database/prepare.ts'

const columns = [
  'packages.id',
  'company_package_id as companyPackageId',
  'client_id as clientId',
  'tariff_id as tariffId',
  'status_id as statusId',
  sql<string | null>`(select s.name from statuses s where s.id = packages.status_id)`.as('statusName'),
  'shipping_method as shippingMethod',
  'tracking',
  'warehouse_tracking as warehouseTracking',
  'weight',
  'length',
  'width',
  'height',
  'declared_value as declaredValue',
  'description',
  'contents',
  'provider',
  'client_package_name as clientPackageName',
  'comments',
  'discount_type as discountType',
  'discount_value as discountValue',
  'should_notify_storage as shouldNotifyStorage',
  'price_per_pound as pricePerPound',
  sql<PriceRules | null>`price_rules`.as('priceRules'),
  'weight_source as weightSource',
  'client_search_text as clientSearchText',
  'version',
] as const

const living = (db: Db) => db.selectFrom('packages').select(columns).where('deleted_at', 'is', null)

/** A living package with all that drafts are compared with. */
export type KeptPackage = Awaited<ReturnType<ReturnType<typeof living>['execute']>>[number]

/** Finds by the carrier's or the warehouse's number, oldest first. */
export const findTracked = (db: Db, trackings: readonly string[]): Promise<KeptPackage[]> => {
  const given = sql<string>`any(${[...new Set(trackings)]}::text[])`
  return living(db)
    .where((where) => where.or([where('tracking', '=', given), where('warehouse_tracking', '=', given)]))
    .orderBy('company_package_id')
    .execute()
}

const lockedRows = prepare((db, { ids }: { ids: string[] }) =>
  living(db).where('id', '=', matchAny(ids)).orderBy('id').forUpdate(),
)

export const lockKept = (db: Db, ids: string[]): Promise<KeptPackage[]> => lockedRows(db, { ids })

type Drafted = Pick<CourierPackage, keyof CourierPackage & keyof PackageDraft>

export const toDraft = (one: Omit<Drafted, 'version'>): PackageDraft => ({
  shippingMethod: one.shippingMethod,
  clientId: one.clientId,
  tariffId: one.tariffId,
  statusId: one.statusId,
  tracking: one.tracking,
  warehouseTracking: one.warehouseTracking,
  weight: one.weight,
  length: one.length,
  width: one.width,
  height: one.height,
  declaredValue: one.declaredValue,
  description: one.description,
  contents: one.contents,
  provider: one.provider,
  clientPackageName: one.clientPackageName,
  comments: one.comments,
  discountType: one.discountType,
  discountValue: one.discountValue,
  shouldNotifyStorage: one.shouldNotifyStorage,
})

const compared = [
  'clientId',
  'shippingMethod',
  'tariffId',
  'statusId',
  'tracking',
  'warehouseTracking',
  'weight',
  'length',
  'width',
  'height',
  'declaredValue',
  'description',
  'contents',
  'provider',
  'clientPackageName',
  'comments',
] as const

/** A typed code counts as the number that it holds. */
const writtenValue = (draft: PackageDraft, field: (typeof compared)[number]) => {
  const value = draft[field]
  const isCode = field === 'tracking' || field === 'warehouseTracking'
  return isCode && value !== null ? readTracking(String(value)).tracking : (value ?? null)
}

/** The fields in which a draft differs from its package. */
export const listChangedFields = (kept: KeptPackage, draft: PackageDraft): (typeof compared)[number][] =>
  compared.filter((field) => writtenValue(draft, field) !== kept[field])
