import type { exportEndpoints } from '@casillero/shared/contract/exports'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { matchDispatches, sumDispatch } from '../dispatches/dispatch-view.ts'
import { fromShipments, matchShipments, orderShipments, sumShipment } from '../dispatches/shipment-rows.ts'
import { amount, buildPart, type Column, date, instant, number, text, whole } from './columns.ts'

type QueryOf<List extends keyof typeof exportEndpoints> = Input<(typeof exportEndpoints)[List]>['query']

const shipmentColumns: readonly Column[] = [
  whole('Factura', 10, sql`v.company_invoice_id`),
  text('Cliente', 30, sql`concat_ws(' ', c.first_name, c.middle_name, c.last_names)`),
  text('Casillero', 12, sql`c.casillero`),
  text('Teléfono', 16, sql`c.phone`),
  text('Método de envío', 22, sql`s.shipping_method_name`),
  text('Dirección', 40, sql`s.shipping_address`),
  text('Ciudad', 18, sql`s.shipping_city`),
  text('Departamento', 18, sql`s.shipping_department`),
  text('Comentarios', 40, sql`s.comments`),
  whole('Paquetes', 10, sql`sums.count`),
  number('Peso (lbs)', 12, sql`sums.weight`),
  text('Moneda', 9, sql`v.currency_code`),
  amount('Pendiente', 14, sql`v.pending_total`),
  whole('Despacho', 10, sql`d.company_dispatch_id`),
  text('Transportista', 22, sql`d.carrier`),
  text('Guía', 18, sql`d.guide`),
  date('Enviado', 12, sql`d.sent_on`),
  amount('Por cobrar al entregar', 18, sql`l.to_collect`),
  text('Id', 38, sql`s.id`),
  text('Id de la factura', 38, sql`v.id`),
]

export const exportInvoiceShipments = (db: Db, query: QueryOf<'invoiceShipments'>): StreamPart =>
  buildPart(
    db,
    'Envíos',
    shipmentColumns,
    sql`${fromShipments} ${sumShipment} where ${matchShipments(query)} order by ${orderShipments(query)}`,
  )

const dispatchColumns: readonly Column[] = [
  whole('Despacho', 10, sql`d.company_dispatch_id`),
  date('Fecha', 12, sql`d.sent_on`),
  text('Transportista', 22, sql`d.carrier`),
  text('Guía', 18, sql`d.guide`),
  whole('Envíos', 10, sql`sums."shipmentCount"`),
  whole('Paquetes', 10, sql`sums."packageCount"`),
  number('Peso (lbs)', 12, sql`sums.weight`),
  text('Moneda', 9, sql`k.code`),
  amount('Costo', 14, sql`d.cost`),
  text('Nota', 40, sql`d.note`),
  instant('Hecho', 17, sql`d.created_at`),
  text('Hecho por', 22, sql`maker.full_name`),
  instant('Deshecho', 17, sql`d.undone_at`),
  text('Deshecho por', 22, sql`undoer.full_name`),
  text('Id', 38, sql`d.id`),
]

export const exportDispatches = (db: Db, { search }: QueryOf<'dispatches'>): StreamPart =>
  buildPart(
    db,
    'Despachos',
    dispatchColumns,
    sql`dispatches d
      join users maker on maker.id = d.created_by
      left join users undoer on undoer.id = d.undone_by
      left join currencies k on k.id = d.cost_currency_id
      ${sumDispatch}
      where ${matchDispatches(search)} order by d.id desc`,
  )
