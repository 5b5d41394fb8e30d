import { sql } from 'kysely'
import { createKnownLinks } from '../../platform/auth/known-links.ts'
import { linkToken } from '../../platform/auth/link-token.ts'
import type { Database } from '../../platform/database/database.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { absentPhotoPage, renderPhotoPage } from './photo-page.ts'

type LinkedPhoto = { company: string; number: number; caption: string | null; content: Buffer | null }

const absent: PageAnswer = { status: 404, html: absentPhotoPage }

/** docs/product/packages.md, "Fotos". */
export function createPhotoLinkOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  const known = createKnownLinks()
  return async ({ params: { secret = '', part }, subdomain, address, company }) => {
    if (subdomain === null || !linkToken.test(secret) || !/^[1-9]?$/.test(part ?? '')) return absent
    const place = part === undefined ? null : Number(part)
    const link = known.describe({ subdomain, address, company }, secret)
    const { rows } = await database.asAnonymous(link.caller, (db) =>
      sql<LinkedPhoto>`select * from open_photo_link(${subdomain}, ${secret}, ${place}::int)`.execute(db),
    )
    const [first] = rows
    link.note(first !== undefined)
    if (first === undefined) return absent
    if (place === null) {
      const captions = rows.map(({ caption }) => caption)
      return { status: 200, html: renderPhotoPage({ company: first.company, number: first.number, captions }, secret) }
    }
    const content = rows[place - 1]?.content
    return content ? { fileName: `foto-${place}.webp`, type: 'image/webp', content } : absent
  }
}
