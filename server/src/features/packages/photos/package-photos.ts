import {
  mostPhotos,
  type PackagePhoto,
  type PackagePhotos,
  type PhotoCaptionDraft,
} from '@casillero/shared/contract/package-photos'
import { sql } from 'kysely'
import { newLinkToken } from '../../../platform/auth/link-token.ts'
import { requireVersion } from '../../../platform/database/catalogue.ts'
import type { Db, Session } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import type { FileOrder } from '../../../platform/http/endpoint.ts'
import type { PhotoSizes } from '../../../platform/http/picture.ts'
import { findStatus } from '../../statuses/queries.ts'
import { lockPackage } from '../queries.ts'

const living = (db: Db, packageId: string) =>
  db.selectFrom('package_photos as f').where('f.package_id', '=', packageId).where('f.deleted_at', 'is', null)

const selectShown = (db: Db, packageId: string) =>
  living(db, packageId)
    .innerJoin('users as u', 'u.id', 'f.created_by')
    .select(['f.id', 'f.caption', 'f.weight', 'f.weight_source as weightSource', 'f.created_at as createdAt'])
    .select(['f.version', 'u.full_name as fullName'])

type ShownRow = Awaited<ReturnType<ReturnType<typeof selectShown>['executeTakeFirstOrThrow']>>

const toShown = ({ fullName, ...row }: ShownRow): PackagePhoto => ({ ...row, createdBy: { fullName } })

async function getShown(db: Db, packageId: string, photoId: string): Promise<PackagePhoto> {
  const row = await selectShown(db, packageId).where('f.id', '=', photoId).executeTakeFirst()
  if (!row) throw new AppError('not_found')
  return toShown(row)
}

/** Oldest first, with the package's present weight. docs/product/packages.md, "Fotos". */
export async function listPhotos(db: Db, packageId: string): Promise<PackagePhotos> {
  const [weighed, rows] = await Promise.all([
    db
      .selectFrom('packages')
      .innerJoin('companies as k', (join) => join.onTrue())
      .select(['weight', 'weight_source as weightSource', 'k.photo_days as keptDays'])
      .where('packages.id', '=', packageId)
      .where('deleted_at', 'is', null)
      .executeTakeFirst(),
    selectShown(db, packageId).orderBy('f.created_at').orderBy('f.id').execute(),
  ])
  if (!weighed) throw new AppError('not_found')
  return { ...weighed, photos: rows.map(toShown) }
}

/** `origin` is the company's host as the caller reached it. */
type NewPhoto = PhotoSizes & { caption: string | null; origin: string }

/** Stores the package's present weight with it. docs/product/packages.md, "Fotos". */
export async function addPhoto(
  db: Db,
  packageId: string,
  { whole, small, caption, origin }: NewPhoto,
): Promise<PackagePhoto> {
  // Makes the second of two simultaneous photos see the first.
  await lockPackage(db, packageId)
  const { count, known } = await living(db, packageId)
    .select([sql<number>`count(*)::int`.as('count'), sql<string | null>`max(f.photo_link)`.as('known')])
    .executeTakeFirstOrThrow()
  if (count >= mostPhotos) throw new AppError('too_many_photos', { values: { most: mostPhotos } })
  // If all photos were removed, the next one gets a new address.
  const link = known ?? `${origin}/p/${newLinkToken()}`
  const { id } = await db
    .insertInto('package_photos')
    .columns(['package_id', 'company_package_id', 'weight', 'weight_source', 'caption', 'photo_link'])
    .expression((from) =>
      from
        .selectFrom('packages')
        .select([
          'id',
          'company_package_id',
          'weight',
          'weight_source',
          sql<string | null>`${caption}::text`.as('caption'),
          sql<string>`${link}::text`.as('photo_link'),
        ])
        .where('id', '=', packageId),
    )
    .returning('id')
    .executeTakeFirstOrThrow()
  await db.insertInto('package_photo_contents').values({ photo_id: id, content: whole, small }).execute()
  return await getShown(db, packageId, id)
}

type Named = { id: string; photoId: string }

/** Throws `not_found`, `stale`. */
export async function changeCaption(db: Db, { id, photoId }: Named, draft: PhotoCaptionDraft): Promise<PackagePhoto> {
  await lockPackage(db, id)
  requireVersion(draft, await getShown(db, id, photoId))
  await db.updateTable('package_photos').set({ caption: draft.caption }).where('id', '=', photoId).execute()
  return await getShown(db, id, photoId)
}

/** Deletes the pictures and keeps the row. Throws `not_found`, `forbidden`. docs/product/packages.md, "Fotos". */
export async function removePhoto(db: Db, { id, photoId }: Named, { userType }: Session): Promise<null> {
  const { statusId } = await lockPackage(db, id)
  await getShown(db, id, photoId)
  const status = statusId === null ? undefined : await findStatus(db, statusId)
  if (status?.isFinalStatus && userType !== 'admin') throw new AppError('forbidden')
  await db.updateTable('package_photos').set({ deleted_at: sql`app_now()` }).where('id', '=', photoId).execute()
  await db
    .updateTable('package_photo_contents')
    .set({ content: null, small: null })
    .where('photo_id', '=', photoId)
    .execute()
  return null
}

type Size = 'small' | 'whole'

/** Returns the whole picture while it is kept. Undefined if there is no such photo. */
export async function findPicture(db: Db, { id, photoId }: Named, size: Size): Promise<Buffer | undefined> {
  const row = await living(db, id)
    .innerJoin('package_photo_contents as c', 'c.photo_id', 'f.id')
    .innerJoin('packages as p', 'p.id', 'f.package_id')
    .select((one) => (size === 'small' ? one.ref('c.small') : one.fn.coalesce('c.content', 'c.small')).as('picture'))
    .where('f.id', '=', photoId)
    .where('p.deleted_at', 'is', null)
    .executeTakeFirst()
  return row?.picture ?? undefined
}

/** Throws `not_found`. */
export async function getPicture(db: Db, named: Named, size: Size): Promise<FileOrder> {
  const content = await findPicture(db, named, size)
  if (content === undefined) throw new AppError('not_found')
  return { fileName: `foto-${named.photoId}.webp`, content }
}
