import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** docs/product/companies-and-users.md, "Logo". */
export async function keepLogo(db: Db, picture: Buffer): Promise<string> {
  const hash = createHash('sha256').update(picture).digest('hex')
  await db
    .insertInto('logos')
    .values({ hash, content: picture })
    .onConflict((known) => known.doNothing())
    .execute()
  await sql`select drop_other_logos(${hash})`.execute(db)
  return `${hash}.webp`
}
