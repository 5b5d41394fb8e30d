import type { packageExport } from '@casillero/shared/contract/exports'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { hitsValues, oneHit, openHits, selectHits } from '../../platform/database/filter.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { matchingPackages } from '../packages/queries.ts'
import { hasRules } from '../tariffs/queries.ts'
import { amount, type Column, instant, number, partByIds, seenColumns, text, whole, word } from './columns.ts'
import { kindWords } from './words.ts'

const invoiceNumber = sql`(
  select max(v.company_invoice_id) from invoice_items i join invoices v on v.id = i.invoice_id
  where i.package_id = p.id and i.voided_at is null)`

const shipmentNumber = sql`(
  select max(g.company_consignment_id) from consignment_packages l join consignments g on g.id = l.consignment_id
  where l.package_id = p.id and l.removed_at is null)`

const columns: readonly Column[] = [
  whole('Paquete', 10, sql`p.company_package_id`),
  text('Cliente', 30, sql`c.first_name || ' ' || c.last_names`),
  text('Casillero', 12, sql`c.casillero`),
  text('Teléfono', 16, sql`c.phone`),
  text('Tracking', 26, sql`p.tracking`),
  text('Tracking de bodega', 20, sql`p.warehouse_tracking`),
  word('Método', 10, sql`p.shipping_method`, kindWords),
  number('Peso (lbs)', 10, sql`p.weight`),
  text('Estado', 22, sql`s.name`),
  text('Tarifa', 18, sql`t.name`),
  number('Precio por libra', 15, sql`p.final_price_per_pound`),
  amount('Precio', 12, sql`p.total_price`),
  text('Moneda', 9, sql`case when p.total_price is not null or p.final_price_per_pound is not null then 'USD' end`),
  whole('Factura', 10, invoiceNumber),
  whole('Embarque', 10, shipmentNumber),
  text('Descripción', 30, sql`p.description`),
  text('Contenido', 30, sql`p.contents`),
  text('Tienda', 18, sql`p.provider`),
  text('Nombre en la etiqueta', 24, sql`p.client_package_name`),
  text('Comentarios', 30, sql`p.comments`),
  text('Código de etiqueta', 18, sql`p.label_code`),
  instant('Recibido', 17, sql`p.created_at`),
  instant('Último cambio', 17, sql`p.updated_at`),
  text('Id', 38, sql`p.id`),
  text('Id del cliente', 38, sql`p.client_id`),
  instant('En el estado desde', 17, sql`p.status_since`),
]

/** Included if a tariff of the company has rules. */
const measuredColumns: readonly Column[] = [
  number('Largo (pulg)', 10, sql`p.length`),
  number('Ancho (pulg)', 10, sql`p.width`),
  number('Alto (pulg)', 10, sql`p.height`),
  amount('Valor declarado (US$)', 18, sql`p.declared_value`),
  number('Cantidad cobrada', 14, sql`p.charged_quantity`),
]

const joined = sql`
  cross join lateral (select * from packages where id = hit.id limit 1) p
  left join lateral (select first_name, last_names, casillero, phone from clients where id = p.client_id limit 1) c on true
  left join lateral (select name from statuses where id = p.status_id limit 1) s on true
  left join lateral (select name from tariffs where id = p.tariff_id limit 1) t on true`

function openMatching({ worded, labelled }: ReturnType<typeof matchingPackages>): RawBuilder<unknown> {
  if (labelled === null) return openHits(worded)
  return sql`case when exists (select from ${selectHits('packages', hitsValues(labelled, oneHit))} h) then ${openHits(labelled)} else ${openHits(worded)} end`
}

/** Leaves out amounts if the caller may not see sums of money. */
export const exportPackages = async (
  db: Db,
  { format: _, ...query }: Input<typeof packageExport>['query'],
): Promise<StreamPart> => {
  const all = (await hasRules(db)) ? [...columns, ...measuredColumns] : columns
  return partByIds(db, 'Paquetes', await seenColumns(db, all), { open: openMatching(matchingPackages(query)), joined })
}
