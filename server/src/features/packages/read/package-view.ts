import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { PriceRules } from '@casillero/shared/domain/tariff-rules'
import { type AliasableExpression, type Selectable, sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Tables } from '../../../platform/database/tables.ts'
import { promiseOfPackage } from '../../statuses/promised-days.ts'

export type PackageRecord = Selectable<Tables['packages']>

const statusHistory = sql<string>`coalesce((
  select '[' || string_agg(h.entry, ',' order by h.created_at, h.id) || ']'
  from package_status_changes h where h.package_id = p.id), '[]')`

const invoiceItems = sql<CourierPackage['invoiceItems']>`coalesce((
  select json_agg(json_build_object('id', i.id,
    'invoice', json_build_object('id', v.id, 'companyInvoiceId', v.company_invoice_id)))
  from invoice_items i join invoices v on v.id = i.invoice_id
  where i.package_id = p.id and i.voided_at is null), '[]'::json)`

const shipment = sql<CourierPackage['shipment']>`(
  select json_build_object('id', g.id, 'companyShipmentId', g.company_consignment_id)
  from consignment_packages l join consignments g on g.id = l.consignment_id
  where l.package_id = p.id and l.removed_at is null)`

const sharesTracking = sql<boolean>`exists (
  select from packages o where o.tracking = p.tracking and o.id <> p.id and o.deleted_at is null offset 0)`

/** Selects what the contract's object shows. */
export function selectPackages(db: Db, packages: AliasableExpression<PackageRecord>) {
  return db
    .selectFrom(packages.as('p'))
    .leftJoin('clients as c', 'c.id', 'p.client_id')
    .leftJoin('tariffs as t', 't.id', 'p.tariff_id')
    .leftJoin('statuses as s', 's.id', 'p.status_id')
    .select([
      'p.id',
      'p.company_package_id as companyPackageId',
      'p.client_id as clientId',
      'c.first_name as clientFirstName',
      'c.last_names as clientLastNames',
      'c.casillero as clientCasillero',
      'c.phone as clientPhone',
      'c.default_tariff_maritimo_id as clientTariffMaritimoId',
      'c.default_tariff_aereo_id as clientTariffAereoId',
      'p.tariff_id as tariffId',
      't.name as tariffName',
      't.type as tariffType',
      't.price_per_pound as tariffPricePerPound',
      'p.status_id as statusId',
      'p.status_since as statusSince',
      's.name as statusName',
      's.is_final_status as statusIsFinal',
      's.order_position as statusOrder',
      'p.shipping_method as shippingMethod',
      'p.label_code as labelCode',
      'p.tracking',
      'p.warehouse_tracking as warehouseTracking',
      'p.typed_tracking as typedTracking',
      'p.typed_warehouse_tracking as typedWarehouseTracking',
      'p.weight',
      'p.length',
      'p.width',
      'p.height',
      'p.declared_value as declaredValue',
      'p.description',
      'p.contents',
      'p.provider',
      'p.client_package_name as clientPackageName',
      'p.comments',
      'p.discount_type as discountType',
      'p.discount_value as discountValue',
      'p.should_notify_storage as shouldNotifyStorage',
      'p.price_per_pound as pricePerPound',
      sql<PriceRules | null>`p.price_rules`.as('priceRules'),
      'p.charged_quantity as chargedQuantity',
      'p.charged_price as chargedPrice',
      'p.final_price_per_pound as finalPricePerPound',
      'p.total_price as totalPrice',
      'p.created_at as createdAt',
      'p.updated_at as updatedAt',
      'p.version',
    ])
    .select(statusHistory.as('statusHistory'))
    .select(invoiceItems.as('invoiceItems'))
    .select(shipment.as('shipment'))
    .select(promiseOfPackage.as('promise'))
    .select(sharesTracking.as('sharesTracking'))
}

type PackageRow = Awaited<ReturnType<ReturnType<typeof selectPackages>['executeTakeFirstOrThrow']>>

function toClient(row: PackageRow): CourierPackage['client'] {
  const { clientId, clientFirstName, clientLastNames, clientCasillero, clientPhone } = row
  // The join fills all of a client's required columns or none.
  if (
    !clientId ||
    clientFirstName === null ||
    clientLastNames === null ||
    clientCasillero === null ||
    clientPhone === null
  ) {
    return null
  }
  return {
    id: clientId,
    firstName: clientFirstName,
    lastNames: clientLastNames,
    casillero: clientCasillero,
    phone: clientPhone,
    defaultTariffMaritimoId: row.clientTariffMaritimoId,
    defaultTariffAereoId: row.clientTariffAereoId,
  }
}

function toTariff({ tariffId, tariffName, tariffType, tariffPricePerPound }: PackageRow): CourierPackage['tariff'] {
  if (!tariffId || tariffName === null || tariffType === null || tariffPricePerPound === null) return null
  return { id: tariffId, name: tariffName, type: tariffType, pricePerPound: tariffPricePerPound }
}

function toStatus({ statusId, statusName, statusIsFinal, statusOrder }: PackageRow): CourierPackage['status'] {
  if (!statusId || statusName === null || statusIsFinal === null || statusOrder === null) return null
  return { id: statusId, name: statusName, isFinalStatus: statusIsFinal, orderPosition: statusOrder }
}

/** The answer's schema strips columns that the contract does not name. */
export const toPackage = (row: PackageRow): CourierPackage => ({
  ...row,
  client: toClient(row),
  tariff: toTariff(row),
  status: toStatus(row),
})
