import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { Message } from '@casillero/shared/contract/messages'
import type { MessageState } from '@casillero/shared/domain/message-state'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { pageWithTotal, toPage } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'
import { isConnected } from '../whatsapp/queries.ts'
import { shownState } from './queue/state-of-message.ts'
import { renderMessages } from './texts/render-messages.ts'

type MessageFilter = {
  page?: number | undefined
  limit?: number | undefined
  packageId?: string | undefined
  clientId?: string | undefined
  isWithReplies: boolean
  state?: MessageState | undefined
  from?: string | undefined
  to?: string | undefined
  sort?: 'createdAt' | '-createdAt' | undefined
}

const packagesOfMessage = sql<Message['packages']>`coalesce((
  select json_agg(json_build_object('id', p.id, 'companyPackageId', p.company_package_id) order by p.company_package_id)
  from message_packages mp join packages p on p.id = mp.package_id
  where mp.message_id = m.id and mp.is_told), '[]'::json)`

/** `sent` means that the gateway accepted it; only a confirmation means that WhatsApp did. */
export const errorOfMessage = sql<string | null>`case
  when m.state = 'sent' and m.confirmed_at is null and m.sent_at < clock_timestamp() - interval '24 hours'
  then 'WhatsApp no lo confirmó en un día; pregunte al cliente antes de reenviarlo'
  when m.state = 'sent' and m.confirmed_at is null and m.sent_at < clock_timestamp() - interval '2 minutes'
  then 'WhatsApp todavía no lo confirma' else m.error end`

/** Names a file before its caption. `m` is the message. */
export const bodyOfMessage = sql<string>`case when m.file_id is null then m.body else (
  select btrim(case f.kind when 'picture' then '[Foto] ' else '[' || coalesce(f.name, 'Documento') || '] ' end || m.body)
  from received_files f where f.id = m.file_id) end`

const selectMessages = (db: Db) =>
  db
    .selectFrom('messages as m')
    .leftJoin('clients as c', 'c.id', 'm.client_id')
    .leftJoin('templates as t', 't.id', 'm.template_id')
    .select([
      'm.id',
      'm.client_id as clientId',
      sql<string>`coalesce(c.first_name || ' ' || c.last_names, '+' || m.phone)`.as('clientName'),
      'c.casillero',
      sql<string>`coalesce(t.title, case m.occasion when 'answer' then 'Respuesta automática' else 'Respuesta' end)`.as(
        'templateTitle',
      ),
      'm.phone',
      bodyOfMessage.as('body'),
      'm.occasion',
      shownState(sql`m`).as('state'),
      sql<boolean>`coalesce(c.messages_allowed, true)`.as('clientAllowsMessages'),
      isConnected.as('isConnected'),
      'm.attempts',
      sql<string | null>`case when m.state = 'queued' then m.next_at end`.as('nextAt'),
      'm.expires_at as expiresAt',
      errorOfMessage.as('error'),
      packagesOfMessage.as('packages'),
      'm.created_at as createdAt',
      'm.updated_at as updatedAt',
    ])

/** The order in which a list with this filter is shown. */
export const messageOrder = ({ sort }: MessageFilter) => (sort === 'createdAt' ? 'asc' : 'desc')

/** A sub-select, read once: with short tables the planner would search all packages for each message. */
const messagesOfPackage = (packageId: string) =>
  sql`array(select mp.message_id from message_packages mp where mp.package_id = ${packageId} and mp.is_told)`

/** Selects the messages of a list with this filter. */
export const matchingMessages = (db: Db, { packageId, clientId, state, from, to, isWithReplies }: MessageFilter) =>
  db
    .selectFrom('messages as n')
    .$if(!isWithReplies, (rows) => rows.where('n.conversation_id', 'is', null))
    .$if(clientId !== undefined, (rows) => rows.where('n.client_id', '=', clientId ?? ''))
    .$if(state !== undefined, (rows) =>
      rows.where('n.state', '=', state === 'unconfirmed' ? 'sent' : (state ?? 'queued')),
    )
    .$if(state === 'sent' || state === 'unconfirmed', (rows) => rows.where(shownState(sql`n`), '=', state ?? 'sent'))
    .$if(from !== undefined, (rows) =>
      rows.where('n.created_at', '>=', sql<string>`(${from}::date)::timestamp at time zone 'America/Managua'`),
    )
    .$if(to !== undefined, (rows) =>
      rows.where('n.created_at', '<', sql<string>`(${to}::date + 1)::timestamp at time zone 'America/Managua'`),
    )
    .$if(packageId !== undefined, (rows) =>
      rows.where('n.id', '=', sql<string>`any (${messagesOfPackage(packageId ?? '')})`),
    )

/** Newest first unless asked otherwise; counts up to 1,000. */
export async function listMessages(
  db: Db,
  filter: MessageFilter,
): Promise<{ data: Message[]; pagination: Pagination }> {
  const page = toPage({ ...filter, page: filter.page ?? 1 })
  const matching = matchingMessages(db, filter)
  const order = messageOrder(filter)
  const counted = db
    .selectFrom(matching.select('n.id').limit(1000).as('counted'))
    .select(sql<number>`count(*)`.as('total'))
  const hits = matching
    .select('n.id')
    .orderBy('n.created_at', order)
    .orderBy('n.id', order)
    .limit(page.limit)
    .offset(page.offset)
  const rows = await selectMessages(db)
    .innerJoin(hits.as('hit'), 'hit.id', 'm.id')
    .select(sql<number>`(${counted})`.as('total'))
    .orderBy('m.created_at', order)
    .orderBy('m.id', order)
    .execute()
  const listed = await pageWithTotal(page, rows, () => counted.executeTakeFirst())
  return { ...listed, data: await renderWaiting(db, listed.data) }
}

type Kept = Pick<Message, 'id' | 'state' | 'body' | 'phone'> & { occasion: string | null }

/** Hides link and code, with which a reader of the list could sign in as the client. */
function hideAccess<M extends Kept>({ occasion, ...message }: M): Omit<M, 'occasion'> {
  const body = message.body.replace(/(\/mi\/e\/)\w+/g, '$1…')
  return { ...message, body: occasion === 'access' ? body.replace(/\b\d{6}\b/g, '…') : body }
}

/** Renders waiting messages as if they left now. */
export async function renderWaiting<M extends Kept>(db: Db, messages: M[]): Promise<Omit<M, 'occasion'>[]> {
  const waiting = messages.filter(({ state }) => state === 'queued').map(({ id }) => id)
  if (waiting.length === 0) return messages.map(hideAccess)
  const rendered = await renderMessages(db, waiting)
  return messages.map((message) => {
    const own = rendered.get(message.id)
    return hideAccess(own && own.why === null ? { ...message, body: own.body, phone: own.phone } : message)
  })
}

export async function getMessage(db: Db, id: string): Promise<Message> {
  const message = await selectMessages(db).where('m.id', '=', id).executeTakeFirst()
  if (!message) throw new AppError('not_found')
  const [shown] = await renderWaiting(db, [message])
  if (!shown) throw new AppError('not_found')
  return shown
}
