import { sql } from 'kysely'
import type { Db } from '../../../platform/database/database.ts'
import type { Notification, Occasion, Recipient } from '../queue/enqueue-message.ts'
import { type MessagePackage, messageColumns, packageValues } from '../texts/message-values.ts'

type Text = { id: string; content: string }

export type NotifiablePackage = MessagePackage & {
  packageId: string
  client: Recipient
  template: Text
  /** Replaces the template. */
  announced: Text | null
}

function selectTemplate(db: Db, occasion: Occasion) {
  const templates = db
    .selectFrom('templates as t')
    .select(['t.id', sql<string>`coalesce(t.custom_content, t.default_content)`.as('content')])
  if (typeof occasion === 'string') return templates.where('t.key', '=', occasion)
  if ('waitingIn' in occasion) return templates.where('t.key', '=', 'waiting')
  return 'lateIn' in occasion
    ? templates.where('t.key', '=', 'late')
    : templates.innerJoin('statuses as s', 's.template_id', 't.id').where('s.id', '=', occasion.statusId)
}

/**
 * Applies if the client of `p` announced it, the company has that text and the status means received.
 * docs/product/prealerts.md, "Receiving".
 */
const selectAnnounced = (occasion: Occasion) =>
  sql<{ id: string | null; content: string | null }>`lateral (
    select n.id, coalesce(n.custom_content, n.default_content) as content
    from companies o
    join statuses s on s.company_id = o.id and s.id = ${typeof occasion === 'object' && 'statusId' in occasion ? occasion.statusId : null}
    join templates usual on usual.company_id = o.id and usual.id = s.template_id and usual.key = 'received'
    join templates n on n.company_id = o.id and n.key = 'prealert_received'
    where o.id = p.company_id and o.has_prealert_notice and exists (
      select from prealerts a
      where a.company_id = p.company_id and a.tracking in (p.tracking, p.warehouse_tracking) and a.client_id = p.client_id
        and a.cancelled_at is null))`

/** Returns their present facts; none if the occasion has no template. */
export async function listNotifiable(db: Db, packageIds: string[], occasion: Occasion): Promise<NotifiablePackage[]> {
  const rows = await db
    .selectFrom(sql<{ id: string }>`unnest(${[...new Set(packageIds)]}::uuid[])`.as<'given'>(sql`given (id)`))
    // Finds each by its id; for thousands of ids the server would read all packages of the company.
    .innerJoinLateral(
      (each) =>
        each.selectFrom('packages').selectAll().whereRef('packages.id', '=', 'given.id').offset(sql.lit(0)).as('p'),
      (join) => join.onTrue(),
    )
    .innerJoin('clients as c', 'c.id', 'p.client_id')
    .innerJoin(selectTemplate(db, occasion).as('t'), (join) => join.onTrue())
    .leftJoin(selectAnnounced(occasion).as('y'), (join) => join.onTrue())
    .select([
      ...messageColumns,
      'c.id as clientId',
      'c.messages_allowed as messagesAllowed',
      sql<boolean>`c.chat_known_at is not null`.as('isKnown'),
      't.id as templateId',
      't.content',
      'y.id as announcedId',
      'y.content as announcedContent',
    ])
    .orderBy('p.company_package_id')
    .execute()
  return rows.map(({ clientId, firstName, lastNames, casillero, phone, messagesAllowed, isKnown, ...row }) => {
    const { templateId, content, announcedId, announcedContent, ...rest } = row
    return {
      ...rest,
      client: { id: clientId, firstName, lastNames, casillero, phone, messagesAllowed, isKnown },
      template: { id: templateId, content },
      announced:
        announcedId === null || announcedContent === null ? null : { id: announcedId, content: announcedContent },
    }
  })
}

type Own = Pick<Notification, 'eventKey' | 'occasion' | 'holdSeconds'> & Partial<Pick<Notification, 'template'>>

/** One for each client, of all their packages; none for a client of whom `toOwn` gives nothing. */
export const buildNotifications = (
  notifiable: NotifiablePackage[],
  toOwn: (first: NotifiablePackage, theirs: NotifiablePackage[]) => Own | undefined,
): Notification[] =>
  [...Map.groupBy(notifiable, ({ client }) => client.id).values()].flatMap((theirs) => {
    const [first] = theirs
    const own = first && toOwn(first, theirs)
    if (!own) return []
    const { template, client } = first
    return [{ template, client, packages: theirs, invoiceId: null, values: packageValues(theirs), ...own }]
  })
