import type { exportEndpoints } from '@casillero/shared/contract/exports'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { type RawBuilder, sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { matchingSessions } from '../cash/session-view.ts'
import { matchingHandovers } from '../handovers/handover-view.ts'
import { matchingWaiting } from '../waiting/queries.ts'
import { amount, buildPart, type Column, instant, number, text, whole } from './columns.ts'

type QueryOf<List extends keyof typeof exportEndpoints> = Input<(typeof exportEndpoints)[List]>['query']

const waitingColumns: readonly Column[] = [
  text('Cliente', 30, sql`concat_ws(' ', c.first_name, c.middle_name, c.last_names)`),
  text('Casillero', 12, sql`c.casillero`),
  text('Teléfono', 16, sql`c.phone`),
  whole('Días', 8, sql`w.days`),
  whole('Paquetes', 10, sql`w.count`),
  number('Peso (lbs)', 12, sql`w.weight`),
  ...ageSteps.map(({ label }, index) => whole(label, 12, sql`w.by_age -> ${sql.lit(index)}`)),
  text('Id', 38, sql`c.id`),
]

export const exportWaiting = (db: Db, { search }: QueryOf<'waiting'>): StreamPart =>
  buildPart(db, 'Por retirar', waitingColumns, sql`${matchingWaiting(search)} order by w.days desc, w.count desc, c.id`)

const handoverColumns: readonly Column[] = [
  whole('Entrega', 10, sql`h.company_handover_id`),
  instant('Fecha', 17, sql`h.created_at`),
  text('Cliente', 30, sql`concat_ws(' ', h.client_first_name, h.client_middle_name, h.client_last_names)`),
  text('Casillero', 12, sql`h.client_casillero`),
  text('Teléfono', 16, sql`h.client_phone`),
  text('Retiró', 30, sql`h.received_by_name`),
  text('Cédula', 18, sql`h.received_by_cedula`),
  whole('Paquetes', 10, sql`n.packages`),
  number('Peso (lbs)', 12, sql`n.weight`),
  text('Nota', 40, sql`h.note`),
  text('Entregada sin pago por', 40, sql`h.reason`),
  text('Entregó', 22, sql`maker.full_name`),
  instant('Deshecha', 17, sql`h.undone_at`),
  text('Deshecha por', 22, sql`undoer.full_name`),
  text('Motivo', 40, sql`h.undo_reason`),
  text('Id', 38, sql`h.id`),
  text('Id del cliente', 38, sql`h.client_id`),
]

export const exportHandovers = (db: Db, { clientId, packageId }: QueryOf<'handovers'>): StreamPart =>
  buildPart(
    db,
    'Entregas',
    handoverColumns,
    sql`(${matchingHandovers(db, { clientId, packageId }).selectAll().orderBy('company_handover_id', 'desc')}) h
      cross join lateral (
        select count(*) as packages, coalesce(sum(weight), 0) as weight from handover_packages where handover_id = h.id) n
      left join lateral (select full_name from users where id = h.created_by limit 1) maker on true
      left join lateral (select full_name from users where id = h.undone_by limit 1) undoer on true`,
  )

/** Hides it in open sessions even from users who may export, so that they count blind. */
const whenClosed = (value: RawBuilder<unknown>) => sql`case when s."closedAt" is not null then ${value} end`

const sessionColumns: readonly Column[] = [
  whole('Turno', 8, sql`s."companySessionId"`),
  text('Caja', 22, sql`s."drawerName"`),
  text('Abierto por', 22, sql`s."openedByName"`),
  instant('Abierto', 17, sql`s."openedAt"`),
  text('Cerrado por', 22, sql`s."closedByName"`),
  instant('Cerrado', 17, sql`s."closedAt"`),
  text('Moneda', 9, sql`b.currency_code`),
  amount('Fondo', 14, whenClosed(sql`b.opening`)),
  amount('Efectivo', 14, whenClosed(sql`b.cash`)),
  amount('Vuelto', 14, whenClosed(sql`b.change`)),
  amount('Redondeo', 12, whenClosed(sql`b.rounding`)),
  amount('Entradas', 14, whenClosed(sql`b.put_in`)),
  amount('Salidas', 14, whenClosed(sql`b.taken_out`)),
  amount('Esperado', 14, whenClosed(sql`b.expected`)),
  amount('Contado', 14, whenClosed(sql`b.counted`)),
  amount('Diferencia', 14, whenClosed(sql`b.difference`)),
  text('Nota', 40, sql`s.note`),
  text('Id', 38, sql`s.id`),
]

export const exportSessions = (db: Db, { status }: QueryOf<'sessions'>): StreamPart =>
  buildPart(
    db,
    'Turnos de caja',
    sessionColumns,
    sql`(${matchingSessions(db, status).orderBy('s.company_session_id', 'desc')}) s
      left join lateral (select * from cash_session_balances where session_id = s.id order by currency_code) b on true`,
  )
