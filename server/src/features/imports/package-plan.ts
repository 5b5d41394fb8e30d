import { type PackageDraft, packageDraft } from '@casillero/shared/contract/packages'
import type { PriceRules } from '@casillero/shared/domain/tariff-rules'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { matchAny } from '../../platform/database/any-of.ts'
import type { Db } from '../../platform/database/database.ts'

/** The part of a package that a row gives: the fields of the form that are not empty. */
export type GivenPackage = Partial<
  Pick<
    PackageDraft,
    | 'shippingMethod'
    | 'clientId'
    | 'tariffId'
    | 'statusId'
    | 'tracking'
    | 'warehouseTracking'
    | 'weight'
    | 'length'
    | 'width'
    | 'height'
    | 'declaredValue'
    | 'description'
    | 'contents'
    | 'provider'
    | 'clientPackageName'
    | 'comments'
  >
>

/** The write of a row: a new package, received at that instant where the file says one, or the fields that change. */
export type PackagePlan = ({ draft: PackageDraft; receivedAt: string | null } | { given: GivenPackage }) & {
  /** The open shipment that it is put into. */
  shipmentId?: string
}

const columns = [
  'packages.id',
  'company_package_id as companyPackageId',
  'client_id as clientId',
  'tariff_id as tariffId',
  'status_id as statusId',
  'shipping_method as shippingMethod',
  'tracking',
  'warehouse_tracking as warehouseTracking',
  'typed_tracking as typedTracking',
  'typed_warehouse_tracking as typedWarehouseTracking',
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
] as const

const living = (db: Db) => db.selectFrom('packages').select(columns).where('deleted_at', 'is', null)

export type KnownPackage = Awaited<ReturnType<ReturnType<typeof living>['execute']>>[number]

/** The living packages with one of these trackings, as the carrier's or the warehouse's, oldest first. */
export const findTracked = (db: Db, trackings: readonly string[]): Promise<KnownPackage[]> => {
  const given = sql<string>`any(${[...new Set(trackings)]}::text[])`
  return living(db)
    .where((where) => where.or([where('tracking', '=', given), where('warehouse_tracking', '=', given)]))
    .orderBy('company_package_id')
    .execute()
}

/** Locks packages in the order of their ids. */
export const lockKnown = (db: Db, ids: string[]): Promise<KnownPackage[]> =>
  living(db).where('id', '=', matchAny(ids)).orderBy('id').forUpdate().execute()

/** Builds the draft that the form would send of a package as it is; its numbers may be of before their rules. */
export const draftOfPackage = (known: KnownPackage): PackageDraft => {
  const { tracking, warehouseTracking } = known
  const rest = packageDraft.parse({ ...known, tracking: '0', warehouseTracking: null, version: undefined })
  return { ...rest, tracking, warehouseTracking }
}

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

/** Reads the value that is written of a field: of a typed code its number. */
const writtenValue = (draft: PackageDraft, field: (typeof compared)[number]) => {
  const value = draft[field]
  const isCode = field === 'tracking' || field === 'warehouseTracking'
  return isCode && value !== null ? readTracking(String(value)).tracking : value
}

/** The fields in which a draft differs from the package. */
export const changedPackageFields = (known: KnownPackage, draft: PackageDraft): (typeof compared)[number][] =>
  compared.filter((field) => writtenValue(draft, field) !== known[field])
