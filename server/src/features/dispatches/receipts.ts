import type { Dispatch } from '@casillero/shared/contract/dispatches'
import { sql } from 'kysely'
import { createKnownLinks } from '../../platform/auth/known-links.ts'
import { linkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import { requireVersion } from '../../platform/database/catalogue.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { renderLinkSentence } from '../invoice-links/invoice-page.ts'
import { getDispatch } from './dispatch-view.ts'

export type Photo = { content: Buffer; link: string }

/** Keeps the address of an earlier photo; null removes the photo. */
export async function keepReceipt(db: Db, id: string, photo: Photo | null): Promise<void> {
  await db
    .insertInto('dispatch_receipts')
    .values({ dispatch_id: id, content: photo?.content ?? null })
    .onConflict((earlier) =>
      earlier.columns(['company_id', 'dispatch_id']).doUpdateSet({ content: photo?.content ?? null }),
    )
    .execute()
  await db
    .updateTable('dispatches')
    .set({
      receipt_link: photo && sql`coalesce(receipt_link, ${photo.link})`,
      receipt_set_by: photo && sql`current_user_id()`,
      receipt_set_at: photo && sql`app_now()`,
    })
    .where('id', '=', id)
    .execute()
}

/** Links to the host by which the caller came. */
export const linkPhoto = (content: Buffer, origin: string): Photo => ({
  content,
  link: `${origin}/r/${newLinkToken()}`,
})

type Setting = { id: string; version: number | undefined; photo: Photo | null }

/** docs/product/dispatches.md, "Receipt". */
export async function setReceipt(db: Db, { id, version, photo }: Setting): Promise<Dispatch> {
  const dispatch = await db
    .selectFrom('dispatches')
    .select(['company_dispatch_id as number', 'undone_at as undoneAt', 'version'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!dispatch) throw new AppError('not_found')
  if (dispatch.undoneAt !== null) throw new AppError('dispatch_undone', { values: { number: dispatch.number } })
  requireVersion({ version }, dispatch)
  await keepReceipt(db, id, photo)
  return await getDispatch(db, id)
}

const absent: PageAnswer = { status: 404, html: renderLinkSentence('Este enlace no muestra ninguna foto.') }

/** Answers every dead link alike. docs/product/dispatches.md, "Receipt". */
export function createReceiptOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  const known = createKnownLinks()
  return async ({ params: { secret = '', part }, subdomain, address, company }) => {
    if (subdomain === null || part !== undefined || !linkToken.test(secret)) return absent
    const link = known.describe({ subdomain, address, company }, secret)
    const { rows } = await database.asAnonymous(link.caller, (db) =>
      sql<{ content: Buffer | null }>`select open_receipt_link(${subdomain}, ${secret}) as content`.execute(db),
    )
    const content = rows[0]?.content
    link.note(content != null)
    return content ? { fileName: 'recibo.webp', type: 'image/webp', content } : absent
  }
}
