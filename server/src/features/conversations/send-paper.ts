import { createHash, randomUUID } from 'node:crypto'
import type { ReadyMade, ReadyPaper, ThreadEntry } from '@casillero/shared/contract/conversations'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { Once } from '../../platform/http/answer-once.ts'
import type { AsCaller, Draw, FileOrder } from '../../platform/http/endpoint.ts'
import type { ReceivedFile } from '../../platform/http/received-file.ts'
import { clientValues, readClientFacts } from '../auto-answers/answer-values.ts'
import { getInvoicePaper } from '../invoices/papers/invoice-paper.ts'
import { requireFileRoom, storeFile } from '../received-files/received-files.ts'
import { readPeriod } from '../statements/read-statement.ts'
import { getStatementPaper } from '../statements/statement-paper.ts'
import { getConversation } from './conversation-view.ts'
import { requireAnswerable } from './repliers.ts'
import { replyTo } from './update-conversation.ts'

const mostInvoices = 4
const mostPackages = 3

/** Of the conversation's client; of the invoices first those to be paid. */
export async function listPapers(db: Db, id: string): Promise<ReadyPaper[]> {
  const { client } = await getConversation(db, id)
  if (client === null) return []
  const { rows } = await sql<ReadyPaper>`
    (select 'invoice' as paper, i.id as "sourceId", i.company_invoice_id as number from invoices i
     where i.client_id = ${client.id} and i.status <> 'cancelled'
     order by i.status = 'pending' desc, i.company_invoice_id desc limit ${sql.lit(mostInvoices)})
    union all select 'statement', null, null
    union all
    (select 'photos', p.id, p.company_package_id from packages p
     where p.client_id = ${client.id} and p.deleted_at is null and exists (
       select from package_photos f where f.package_id = p.id and f.deleted_at is null)
     order by p.company_package_id desc limit ${sql.lit(mostPackages)})
    union all select 'address', null, null from companies k where k.us_address is not null`.execute(db)
  return rows
}

type Found = { text: string; files: (FileOrder & { kind: ReceivedFile['kind'] })[] }

/** Throws `not_found` for one of another client, and for a voided invoice. */
async function requireOfClient(db: Db, table: 'invoices' | 'packages', id: string, clientId: string): Promise<void> {
  const own = await db
    .selectFrom(table)
    .select('id')
    .where('id', '=', id)
    .where('client_id', '=', clientId)
    .$if(table === 'invoices', (rows) => rows.where(sql<boolean>`status <> 'cancelled'`))
    .executeTakeFirst()
  if (!own) throw new AppError('not_found')
}

/** The photos as they are kept, small ones of packages that were delivered long ago. */
async function listPhotos(db: Db, packageId: string): Promise<Found['files']> {
  const rows = await db
    .selectFrom('package_photos as f')
    .innerJoin('package_photo_contents as c', 'c.photo_id', 'f.id')
    .innerJoin('packages as p', 'p.id', 'f.package_id')
    .select((one) => one.fn.coalesce('c.content', 'c.small').as('content'))
    .select('p.company_package_id as number')
    .where('f.package_id', '=', packageId)
    .where('f.deleted_at', 'is', null)
    .where('p.deleted_at', 'is', null)
    .orderBy('f.created_at')
    .orderBy('f.id')
    .execute()
  return rows.flatMap(({ content, number }, index) =>
    content === null ? [] : [{ kind: 'picture' as const, fileName: `foto-${number}-${index + 1}.webp`, content }],
  )
}

async function findPaper(db: Db, clientId: string, paper: ReadyMade, sourceId: string): Promise<Found> {
  switch (paper) {
    case 'invoice':
      await requireOfClient(db, 'invoices', sourceId, clientId)
      return { text: '', files: [{ kind: 'pdf', ...(await getInvoicePaper(db, sourceId, 'letter')) }] }
    case 'statement':
      return {
        text: '',
        files: [{ kind: 'pdf', ...(await getStatementPaper(db, clientId, readPeriod({}), 'letter')) }],
      }
    case 'photos': {
      await requireOfClient(db, 'packages', sourceId, clientId)
      const files = await listPhotos(db, sourceId)
      if (files.length === 0) throw new AppError('not_found')
      return { text: '', files }
    }
    case 'address': {
      const { direccion } = clientValues(await readClientFacts(db, clientId))
      const text = [direccion].flat().join('\n')
      if (text === '') throw new AppError('not_found')
      return { text, files: [] }
    }
  }
}

type Asked = { paper: ReadyMade; sourceId?: string | null | undefined; lastSeenReplyId?: string | null | undefined }
type Serving = { once: Once<ThreadEntry[]>; draw: Draw }

/**
 * Draws the paper between two transactions. Throws `chat_without_client`, `not_found`, `no_file_room` and as `replyTo`.
 * docs/product/conversations.md, "Sending files".
 */
export async function sendPaper(
  asCaller: AsCaller,
  id: string,
  { paper, sourceId, lastSeenReplyId }: Asked,
  { once, draw }: Serving,
): Promise<ThreadEntry[]> {
  const { clientId, text, files } = await asCaller(async (db) => {
    await requireAnswerable(db, id)
    const { client } = await getConversation(db, id)
    if (client === null) throw new AppError('chat_without_client')
    if (paper !== 'address') await requireFileRoom(db)
    if ((paper === 'invoice' || paper === 'photos') && !sourceId) throw new AppError('not_found')
    return { clientId: client.id, ...(await findPaper(db, client.id, paper, sourceId ?? '')) }
  })
  const drawn: { name: string; file: ReceivedFile }[] = []
  for (const { kind, fileName, content, drawing } of files) {
    const bytes = Buffer.from(content ?? (await draw(drawing)))
    const digest = createHash('sha256').update(bytes).digest()
    drawn.push({ name: fileName, file: { kind, content: bytes, digest } })
  }
  return await asCaller((db, session) =>
    once(db, async () => {
      const { client } = await getConversation(db, id)
      // The chat was given to another client meanwhile.
      if (client?.id !== clientId) throw new AppError('stale')
      if (paper === 'invoice') await requireOfClient(db, 'invoices', sourceId ?? '', clientId)
      const reply = async (message: { text: string; fileId?: string }, seen?: string | null) =>
        await replyTo(db, id, { ...message, key: randomUUID(), lastSeenReplyId: seen }, session)
      if (drawn.length === 0) return [await reply({ text }, lastSeenReplyId)]
      const entries: ThreadEntry[] = []
      for (const [index, each] of drawn.entries()) {
        const fileId = await storeFile(db, { clientId: null, ...each })
        entries.push(await reply({ text, fileId }, index === 0 ? lastSeenReplyId : undefined))
      }
      return entries
    }),
  )
}
