import { completeTemplate, renderTemplate, type TemplateValues } from '@casillero/shared/domain/template'
import { sql } from 'kysely'
import { matchAny } from '../../../platform/database/any-of.ts'
import type { Db } from '../../../platform/database/database.ts'
import { selectAccount } from '../notify/client-account-facts.ts'
import type { ClientOccasion } from '../notify/notify-client.ts'
import { recipientPhone } from '../queue/enqueue-message.ts'
import {
  accessValues,
  accountValues,
  clientValues,
  invoiceValues,
  leaveOutAbsent,
  type MessageClient,
  type MessageInvoice,
  type MessagePackage,
  pagesLink,
  prealertValues,
  voucherValues,
  welcomeValues,
} from './message-values.ts'

/** `why` it must not leave at all; `awaits` is why it cannot leave yet. */
export type RenderedMessage =
  | { why: string }
  | { why: null; awaits?: string; body: string; phone: string; packages: (MessagePackage & { packageId: string })[] }

/** The address of the company's pages; null until its staff came. */
export const pagesOrigin = sql<string | null>`(select o.pages_origin from companies o where o.id = m.company_id)`

type OfClient = MessageClient & { content: string; pagesOrigin: string | null }

/** `page` is that of Mi casillero to which the message leads. */
function renderText(row: OfClient, page: string, values: TemplateValues): string {
  const links = { enlace_casillero: pagesLink(row.pagesOrigin, page) }
  return renderTemplate(leaveOutAbsent(row.content, links), { ...clientValues(row), ...links, ...values })
}

/** Selects messages of these occasions, with clients and today's texts. */
const selectMessages = (db: Db, messageIds: string[], occasions: readonly ClientOccasion[]) =>
  db
    .selectFrom('messages as m')
    .innerJoin('clients as c', 'c.id', 'm.client_id')
    .innerJoin('templates as t', 't.id', 'm.template_id')
    .select(['m.id as messageId', sql<string>`coalesce(t.custom_content, t.default_content)`.as('content')])
    .select(['c.first_name as firstName', 'c.last_names as lastNames', 'c.casillero', 'c.phone'])
    .select(pagesOrigin.as('pagesOrigin'))
    .where('m.id', '=', matchAny(messageIds))
    .where('m.occasion', 'in', occasions)

function renderInvoiceMessage(row: OfClient & MessageInvoice & { onlyPackage: string | null; why: string | null }) {
  if (row.why !== null) return { why: row.why }
  const page = row.onlyPackage === null ? '/facturas' : `/paquetes/${row.onlyPackage}`
  const body = renderText(row, page, invoiceValues(row))
  return { why: null, body, phone: recipientPhone(row.phone), packages: [] }
}

/** The message holds the link's address, the table of links the hash of its last part. */
const isLinkAlive = sql<boolean>`exists (
  select from invoice_links l
  where l.invoice_id = m.invoice_id and l.token_hash = sha256(right(m.link, 22)::bytea) and l.revoked_at is null)`

/** Returns each with its id. */
export async function renderInvoiceMessages(db: Db, messageIds: string[]): Promise<[string, RenderedMessage][]> {
  const rows = await selectMessages(db, messageIds, ['invoice'])
    .innerJoin('invoices as i', 'i.id', 'm.invoice_id')
    .select([
      'm.link',
      sql<string | null>`case when i.status = 'cancelled' then 'La factura se anuló antes de que saliera el aviso'
        when not ${isLinkAlive} then 'La factura se dejó de compartir antes de que saliera el aviso' end`.as('why'),
      sql<string | null>`(select case when count(*) = 1 then min(l.package_id::text) end
        from invoice_items l where l.invoice_id = i.id and l.voided_at is null)`.as('onlyPackage'),
      'i.company_invoice_id as number',
      'i.total_amount as total',
      'i.pending_total as pending',
      'i.currency_symbol as symbol',
    ])
    .execute()
  return rows.map((row) => [row.messageId, renderInvoiceMessage(row)])
}

export async function renderAccountMessages(db: Db, messageIds: string[]): Promise<[string, RenderedMessage][]> {
  const rows = await selectMessages(db, messageIds, ['statement', 'reminder'])
    .select(['m.occasion', selectAccount(sql`c.id`).as('account')])
    .execute()
  return rows.map(({ messageId, occasion, account, ...client }) => {
    if (occasion === 'reminder' && account.owed.length === 0) {
      return [messageId, { why: 'El cliente pagó antes de que saliera el recordatorio' }]
    }
    const body = renderText(client, '/facturas', accountValues(account))
    return [messageId, { why: null, body, phone: recipientPhone(client.phone), packages: [] }]
  })
}

export async function renderAccessMessages(db: Db, messageIds: string[]): Promise<[string, RenderedMessage][]> {
  const rows = await selectMessages(db, messageIds, ['access'])
    .innerJoin('client_links as l', (join) => join.on(sql<boolean>`l.token_hash = sha256(right(m.link, 22)::bytea)`))
    .select(['m.link', sql<boolean>`l.ended_at is null and l.expires_at > app_now()`.as('isAlive')])
    // Not of a server of the version before.
    .select(sql<boolean>`l.code_hash is not null`.as('isCoded'))
    .execute()
  return rows.map(({ messageId, link, isAlive, isCoded, ...client }) => {
    if (!isAlive) return [messageId, { why: 'El enlace venció antes de que saliera el mensaje' }]
    const content = isCoded ? completeTemplate('access', client.content) : client.content
    const body = renderText({ ...client, content }, '', accessValues(link ?? ''))
    return [messageId, { why: null, body, phone: recipientPhone(client.phone), packages: [] }]
  })
}

export async function renderPrealertMessages(db: Db, messageIds: string[]): Promise<[string, RenderedMessage][]> {
  const rows = await selectMessages(db, messageIds, ['prealert'])
    .innerJoin('prealerts as a', (join) => join.on(sql<boolean>`a.id = split_part(m.event_key, ':', 2)::uuid`))
    .leftJoin(sql<{ id: string }>`announced_package(a)`.as('p'), (join) => join.onTrue())
    .select([
      sql<boolean>`a.cancelled_at is null and p.id is null and a.client_id = m.client_id`.as('isExpected'),
      'a.tracking',
      'a.store',
      'a.description',
      sql<string | null>`a.expected_on::text`.as('expectedOn'),
    ])
    .execute()
  return rows.map(({ messageId, isExpected, ...row }) => {
    if (!isExpected) return [messageId, { why: 'La compra llegó o se anuló antes de que saliera el aviso' }]
    const body = renderText(row, '/avisar', prealertValues(row))
    return [messageId, { why: null, body, phone: recipientPhone(row.phone), packages: [] }]
  })
}

export async function renderVoucherMessages(db: Db, messageIds: string[]): Promise<[string, RenderedMessage][]> {
  const rows = await selectMessages(db, messageIds, ['voucher_received', 'voucher_accepted', 'voucher_rejected'])
    .innerJoin('vouchers as v', (join) => join.on(sql<boolean>`v.id = split_part(m.event_key, ':', 2)::uuid`))
    .leftJoin('collections as k', 'k.id', 'v.collection_id')
    .leftJoin('currencies as y', 'y.id', 'v.currency_id')
    .select([
      sql<boolean>`m.occasion = 'voucher_received'`.as('isNews'),
      sql<boolean>`v.state <> 'pending'`.as('isDecided'),
      sql<string>`coalesce(v.reject_reason, '')`.as('reason'),
      sql<boolean>`k.reversed_at is not null`.as('isReversed'),
      sql<
        { total: number; symbol: string }[]
      >`coalesce(case when m.occasion = 'voucher_received' and v.amount is not null
        then json_build_array(json_build_object('total', v.amount, 'symbol', y.symbol)) end, (
        select json_agg(json_build_object('total', p.total, 'symbol', p.currency_symbol) order by p.position)
        from collection_payments p where p.collection_id = k.id), '[]')`.as('amounts'),
    ])
    .execute()
  return rows.map(({ messageId, isReversed, isNews, isDecided, ...row }) => {
    if (isNews && isDecided) return [messageId, { why: 'El comprobante se resolvió antes de que saliera el aviso' }]
    if (isReversed) return [messageId, { why: 'El cobro se revirtió antes de que saliera el aviso' }]
    const values = voucherValues(row)
    // What comes in a chat has no amount.
    const content = isNews ? leaveOutAbsent(row.content, { monto: values.monto }) : row.content
    const body = renderText({ ...row, content }, '/comprobante', values)
    return [messageId, { why: null, body, phone: recipientPhone(row.phone), packages: [] }]
  })
}

export async function renderSignupMessages(db: Db, messageIds: string[]): Promise<[string, RenderedMessage][]> {
  const rows = await selectMessages(db, messageIds, ['welcome', 'phone_added'])
    .innerJoin('signups as s', (join) => join.on(sql<boolean>`s.id = split_part(m.event_key, ':', 2)::uuid`))
    .innerJoin('companies as k', 'k.id', 'm.company_id')
    .select(['m.occasion', 's.phone as addedPhone', 'k.name as company', 'k.us_address as usAddress'])
    .select(sql<boolean>`s.state in ('approved', 'joined')`.as('isStanding'))
    .select(
      sql<string | null>`(select m.link from client_links l
        where l.token_hash = sha256(right(m.link, 22)::bytea) and l.ended_at is null and l.expires_at > app_now())`.as(
        'link',
      ),
    )
    .execute()
  return rows.map(({ messageId, isStanding, ...row }) => {
    if (!isStanding) return [messageId, { why: 'La solicitud se anuló antes de que saliera el mensaje' }]
    const values = welcomeValues(row)
    const { direccion = '', enlace = '' } = values
    const content = leaveOutAbsent(row.content, { direccion, enlace })
    const body = renderText({ ...row, content }, '', values)
    return [messageId, { why: null, body, phone: recipientPhone(row.phone), packages: [] }]
  })
}
