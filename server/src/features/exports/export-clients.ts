import type { clientExport } from '@casillero/shared/contract/exports'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { openHits } from '../../platform/database/filter.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { matchingClients } from '../clients/queries.ts'
import { type Column, instant, number, partByIds, text, yesNo } from './columns.ts'

const columns: readonly Column[] = [
  text('Casillero', 12, sql`c.casillero`),
  text('Nombre', 18, sql`c.first_name`),
  text('Segundo nombre', 16, sql`c.middle_name`),
  text('Apellidos', 22, sql`c.last_names`),
  text('Teléfono', 16, sql`c.phone`),
  text('Segundo teléfono', 16, sql`c.second_phone`),
  text('Correo', 28, sql`c.email`),
  text('Cédula', 18, sql`c.cedula`),
  text('Dirección', 34, sql`c.address`),
  text('Ciudad', 16, sql`c.city`),
  text('Departamento', 16, sql`c.department`),
  text('Tarifa marítima', 18, sql`m.name`),
  text('Tarifa aérea', 18, sql`a.name`),
  number('Crédito US$', 12, sql`c.credit_limit`),
  yesNo('Acepta mensajes', 16, sql`c.messages_allowed`),
  text('Casilleros anteriores', 20, sql`array_to_string(c.former_casilleros, ' ')`),
  instant('Creado', 17, sql`c.created_at`),
  text('Id', 38, sql`c.id`),
]

const joined = sql`
  cross join lateral (select * from clients where id = hit.id limit 1) c
  left join lateral (select name from tariffs where id = c.default_tariff_maritimo_id limit 1) m on true
  left join lateral (select name from tariffs where id = c.default_tariff_aereo_id limit 1) a on true`

export const exportClients = (db: Db, { format: _, ...query }: Input<typeof clientExport>['query']): StreamPart =>
  partByIds(db, 'Clientes', columns, { open: openHits(matchingClients(query)), joined })
