import type { Dispatch } from '@casillero/shared/contract/dispatches'
import { sql } from 'kysely'
import { linkToken, newLinkToken } from '../../platform/auth/link-token.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { redrawPhoto } from '../../platform/http/picture.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { sentencePage } from '../invoice-links/page-html.ts'
import { getDispatch } from './dispatch-view.ts'

/** Draws the photo of a `data:` address anew. Throws `photo_not_usable`. */
export const readReceipt = (photo: string): Promise<Buffer> =>
  redrawPhoto(Buffer.from(photo.slice(photo.indexOf(',') + 1), 'base64'))

/** Keeps a dispatch's photo, under the address of an earlier one where there is one. */
export async function keepReceipt(db: Db, dispatchId: string, content: Buffer, origin: string): Promise<void> {
  await db
    .insertInto('dispatch_receipts')
    .values({ dispatch_id: dispatchId, link: `${origin}/r/${newLinkToken()}`, content })
    .onConflict((earlier) =>
      earlier.columns(['company_id', 'dispatch_id']).doUpdateSet({
        content,
        set_by: sql`current_user_id()`,
        set_at: sql`app_now()`,
      }),
    )
    .execute()
}

type Setting = { id: string; photo: string | null; origin: string }

/**
 * Sets the photo of the carrier's receipt, or takes it off: its link shows nothing then. Throws `photo_not_usable`, `not_found`,
 * `dispatch_undone`.
 * docs/product/dispatches.md, "Receipt".
 */
export async function setReceipt(db: Db, { id, photo, origin }: Setting): Promise<Dispatch> {
  const content = photo === null ? null : await readReceipt(photo)
  const dispatch = await db
    .selectFrom('dispatches')
    .select(['company_dispatch_id as number', 'undone_at as undoneAt'])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()
  if (!dispatch) throw new AppError('not_found')
  if (dispatch.undoneAt !== null) throw new AppError('dispatch_undone', { values: { number: dispatch.number } })
  if (content) await keepReceipt(db, id, content, origin)
  else await db.deleteFrom('dispatch_receipts').where('dispatch_id', '=', id).execute()
  return await getDispatch(db, id)
}

const absent: PageAnswer = { status: 404, html: sentencePage('Enlace', 'Este enlace no muestra ninguna foto.') }

/**
 * Opens the photo of a receipt for a client by the secret of its link, without a session. Every link that shows nothing is answered
 * alike.
 * docs/product/dispatches.md, "Receipt".
 */
export function createReceiptOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  return async ({ secret, part, subdomain, address }) => {
    if (subdomain === null || part !== undefined || !linkToken.test(secret)) return absent
    const { rows } = await database.asAnonymous({ door: 'links', address }, (db) =>
      sql<{ content: Buffer | null }>`select open_receipt_link(${subdomain}, ${secret}) as content`.execute(db),
    )
    const content = rows[0]?.content
    return content ? { fileName: 'recibo.webp', type: 'image/webp', content } : absent
  }
}
