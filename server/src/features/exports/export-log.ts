import type { exportEndpoints } from '@casillero/shared/contract/exports'
import { auditedNames } from '@casillero/shared/domain/audited-entity'
import { messageWords } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { Input, StreamPart } from '../../platform/http/endpoint.ts'
import { entryOrder, matchingEntries } from '../audit/queries.ts'
import { matchingMessages, messageOrder } from '../messages/queries.ts'
import { shownState } from '../messages/queue/state-of-message.ts'
import { buildPart, type Column, instant, text, whole, word } from './columns.ts'
import { deedWords } from './words.ts'

const entities = Object.fromEntries(Object.entries(auditedNames).map(([entity, { many }]) => [entity, many]))

const entryColumns: readonly Column[] = [
  instant('Fecha', 17, sql`e.at`),
  text('Usuario', 24, sql`e.user_name`),
  text('Empresa del usuario', 22, sql`e.user_company`),
  text('Empresa en la que actuó', 22, sql`e.target_company`),
  word('Qué hizo', 10, sql`e.action`, deedWords),
  word('En qué', 22, sql`e.entity`, entities),
  text('Cuál', 28, sql`e.label`),
  text('Antes', 50, sql`e.before`),
  text('Después', 50, sql`e.after`),
  text('Id del registro', 38, sql`e.entity_id`),
  text('Id del usuario', 38, sql`e.user_id`),
  text('Id', 38, sql`e.id`),
]

export const exportLog = (db: Db, query: Input<typeof exportEndpoints.audit>['query']): StreamPart =>
  buildPart(
    db,
    'Bitácora',
    entryColumns,
    sql`(${matchingEntries(db, query)
      .select([
        'at',
        'user_id',
        'user_name',
        'user_company',
        'target_company',
        'action',
        'entity',
        'entity_id',
        'label',
      ])
      .select([sql`before::text`.as('before'), sql`after::text`.as('after'), 'id'])
      .orderBy('at', entryOrder(query))
      .orderBy('id', entryOrder(query))}) e`,
  )

const packagesOfMessage = sql`(
  select string_agg('#' || p.company_package_id, ' ' order by p.company_package_id)
  from message_packages x join packages p on p.id = x.package_id where x.message_id = m.id and x.is_told)`

const hidden = sql`regexp_replace(m.body, '(/mi/e/)\\w+', '\\1…', 'g')`

const messageColumns: readonly Column[] = [
  instant('Fecha', 17, sql`m.created_at`),
  text('Cliente', 28, sql`c.name`),
  text('Casillero', 12, sql`c.casillero`),
  text('Plantilla', 22, sql`t.title`),
  text('Teléfono', 16, sql`m.phone`),
  word('Estado', 12, shownState(sql`m`), messageWords),
  // The text of a waiting message is made again when it leaves.
  text(
    'Texto',
    60,
    sql`case when m.state = 'queued' then null
      when m.occasion = 'access' then regexp_replace(${hidden}, '\\m\\d{6}\\M', '…', 'g') else ${hidden} end`,
  ),
  text('Paquetes', 18, packagesOfMessage),
  whole('Intentos', 10, sql`m.attempts`),
  instant('Enviado', 17, sql`m.sent_at`),
  instant('Confirmado', 17, sql`m.confirmed_at`),
  text('Motivo', 34, sql`m.error`),
  text('Id', 38, sql`m.id`),
  text('Id del cliente', 38, sql`m.client_id`),
]

export const exportMessages = (
  db: Db,
  query: Input<typeof exportEndpoints.messages>['query'] & { isWithReplies: boolean },
): StreamPart =>
  buildPart(
    db,
    'Mensajes',
    messageColumns,
    sql`(${matchingMessages(db, query).select('n.id').orderBy('n.created_at', messageOrder(query)).orderBy('n.id', messageOrder(query))}) hit
      cross join lateral (select * from messages where id = hit.id limit 1) m
      left join lateral (select first_name || ' ' || last_names as name, casillero from clients where id = m.client_id limit 1) c on true
      left join lateral (select title from templates where id = m.template_id limit 1) t on true`,
  )
