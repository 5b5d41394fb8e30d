import type { exportEndpoints } from '@casillero/shared/contract/exports'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { matchingConsignments } from '../consignments/consignment-view.ts'
import { allTariffs, hasRules } from '../tariffs/queries.ts'
import { matchingUsers } from '../users/queries.ts'
import { amount, buildPart, type Column, date, instant, number, text, whole, word, yesNo } from './columns.ts'
import { activityWords, consignmentWords, kindWords, unitWords, userTypeWords } from './words.ts'

type QueryOf<List extends keyof typeof exportEndpoints> = Input<(typeof exportEndpoints)[List]>['query']

const userColumns: readonly Column[] = [
  text('Nombre', 20, sql`u.first_name`),
  text('Apellido', 20, sql`u.last_name`),
  text('Correo', 30, sql`u.email`),
  text('Teléfono', 16, sql`u.phone`),
  word('Tipo', 14, sql`u.type`, userTypeWords),
  word('Estado', 12, sql`u.status`, activityWords),
  text('Cédula', 18, sql`u.cedula`),
  instant('Creado', 17, sql`u.created_at`),
  text('Id', 38, sql`u.id`),
]

export const exportUsers = (db: Db, { search }: QueryOf<'users'>): StreamPart =>
  buildPart(
    db,
    'Usuarios',
    userColumns,
    sql`(${matchingUsers(db, search).selectAll().orderBy(sql`lower(full_name)`).orderBy('id')}) u`,
  )

const tariffColumns: readonly Column[] = [
  text('Nombre', 24, sql`t.name`),
  word('Tipo', 10, sql`t.type`, kindWords),
  amount('Precio por libra', 15, sql`t.price_per_pound`),
  text('Moneda', 9, sql`'USD'::text`),
  date('Desde', 12, sql`t.start_date`),
  date('Hasta', 12, sql`t.end_date`),
  yesNo('Por defecto', 12, sql`t.is_default`),
  yesNo('Activa', 10, sql`t.is_active`),
  yesNo('Pública', 10, sql`t.is_public`),
  text('Notas', 40, sql`t.notes`),
  text('Id', 38, sql`t.id`),
]

/** Included if a tariff of the company has rules. */
const ruleColumns: readonly Column[] = [
  word('Se cobra por', 12, sql`t.unit`, unitWords),
  number('Mínimo (lbs)', 10, sql`t.minimum_pounds`),
  number('Redondeo hacia arriba', 12, sql`t.round_up_to`),
  number('Se perdona hasta', 12, sql`t.rounding_grace`),
  whole('Pulgadas³ por libra', 12, sql`t.volumetric_divisor`),
  text(
    'Tramos',
    30,
    sql`(
    select string_agg(format('desde %s: US$%s', r ->> 'from', r ->> 'price'), '; ' order by (r ->> 'from')::numeric)
    from jsonb_array_elements(t.tiers) r)`,
  ),
]

export async function exportTariffs(db: Db, query: QueryOf<'tariffs'>): Promise<StreamPart> {
  const columns = (await hasRules(db)) ? [...tariffColumns, ...ruleColumns] : tariffColumns
  return buildPart(db, 'Tarifas', columns, sql`(${allTariffs(db, query)}) t`)
}

const consignmentColumns: readonly Column[] = [
  whole('Embarque', 10, sql`g.company_consignment_id`),
  word('Método', 10, sql`g.shipping_method`, kindWords),
  word('Estado', 12, sql`g.state`, consignmentWords),
  text('Guía', 22, sql`g.guide`),
  text('Agente', 22, sql`g.carrier`),
  date('Sale', 12, sql`g.departs_on`),
  date('Se espera', 12, sql`g.expected_on`),
  date('Llegó', 12, sql`g.arrived_on`),
  whole('Paquetes', 10, sql`n.packages`),
  number('Peso (lbs)', 12, sql`n.weight`),
  whole('Clientes', 10, sql`n.clients`),
  whole('Llegados', 10, sql`n.seen`),
  whole('Faltantes', 10, sql`n.missing`),
  whole('Sobrantes', 10, sql`n.extra`),
  text('Nota', 40, sql`g.note`),
  text('Id', 38, sql`g.id`),
]

export const exportConsignments = (db: Db, query: QueryOf<'shipments'>): StreamPart =>
  buildPart(
    db,
    'Embarques',
    consignmentColumns,
    sql`(${matchingConsignments(db, query).selectAll().orderBy('company_consignment_id', 'desc')}) g
      cross join lateral (
        select count(*) as packages, coalesce(sum(coalesce(l.sent_weight, p.weight)), 0) as weight,
               count(distinct p.client_id) as clients, count(*) filter (where l.seen_at is not null) as seen,
               count(*) filter (where l.seen_at is null and l.lost_at is null and g.state <> 'open') as missing,
               count(*) filter (where l.is_extra) as extra
        from consignment_packages l
        cross join lateral (select client_id, weight from packages where id = l.package_id limit 1) p
        where l.consignment_id = g.id and l.removed_at is null) n`,
  )
