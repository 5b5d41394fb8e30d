import type { invoiceExport } from '@casillero/shared/contract/exports'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { openHits } from '../../platform/database/filter.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { matchingInvoices } from '../invoices/queries.ts'
import { amount, type Column, instant, number, partByIds, seenColumns, text, whole, word } from './columns.ts'
import { invoiceWords } from './words.ts'

// A voided invoice owes nothing and shows no change.
const columns: readonly Column[] = [
  whole('Factura', 10, sql`v.company_invoice_id`),
  instant('Fecha', 17, sql`v.created_at`),
  text('Cliente', 30, sql`concat_ws(' ', v.client_first_name, v.client_middle_name, v.client_last_names)`),
  text('Casillero', 12, sql`v.client_casillero`),
  text('Teléfono', 16, sql`v.client_phone`),
  word('Estado', 12, sql`v.status`, invoiceWords),
  amount('Subtotal', 14, sql`v.subtotal`),
  amount('Cargos', 12, sql`v.charges_total`),
  amount('Adelantos', 12, sql`v.advances_total`),
  amount('Envío', 12, sql`v.shipping_total`),
  amount('Descuento', 12, sql`v.discount_total`),
  amount('Total', 14, sql`v.total_amount`),
  amount('Pagado', 14, sql`v.paid_total`),
  amount('Pendiente', 14, sql`case when v.voided_at is null then v.pending_total else 0 end`),
  amount('Vuelto', 12, sql`case when v.voided_at is null then v.given_total else 0 end`),
  text('Moneda', 9, sql`v.currency_code`),
  number('Tasa de compra', 14, sql`v.rate_compra`),
  number('Tasa de venta', 14, sql`v.rate_venta`),
  text('Hecha por', 22, sql`u.full_name`),
  instant('Anulada', 17, sql`v.voided_at`),
  text('Id', 38, sql`v.id`),
  text('Id del cliente', 38, sql`v.client_id`),
]

const joined = sql`
  cross join lateral (select * from invoices where id = hit.id limit 1) v
  left join lateral (select full_name from users where id = v.created_by limit 1) u on true`

/** Leaves out amounts if the caller may not see sums of money. */
export const exportInvoices = async (
  db: Db,
  { format: _, ...query }: Input<typeof invoiceExport>['query'],
): Promise<StreamPart> =>
  partByIds(db, 'Facturas', await seenColumns(db, columns), { open: openHits(matchingInvoices(query)), joined })
