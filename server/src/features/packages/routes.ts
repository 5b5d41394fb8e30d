import { packageChargeEndpoints } from '@casillero/shared/contract/package-charges'
import { packagePhotoEndpoints } from '@casillero/shared/contract/package-photos'
import { packageWeightEndpoints, type WeightChange } from '@casillero/shared/contract/package-weights'
import { packageEndpoints } from '@casillero/shared/contract/packages'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { type Route, serve, serveFile, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { readDataAddress, redrawPhotoInSizes } from '../../platform/http/picture.ts'
import { addPhoto, changeCaption, getPicture, listPhotos, removePhoto } from './photos/package-photos.ts'
import { findSameTracking, getPackage, listPackages } from './queries.ts'
import { getPackageCharges, getToBill, savePackageCharges } from './save/package-charges.ts'
import { removePackage } from './save/remove-package.ts'
import { updatePackage } from './save/save-packages.ts'
import { changeStatus } from './status/change-status.ts'
import { previewStatus } from './status/preview-status.ts'
import { undoStatus } from './status/undo-status.ts'

export const packageRoutes: Route[] = [
  serveReading(packageEndpoints.list, (db, { query }) => listPackages(db, query)),
  serveReading(packageEndpoints.sameTracking, async (db, { query }) => (await findSameTracking(db, query)) ?? null),
  serveReading(packageEndpoints.get, (db, { params }) => getPackage(db, params.id)),
  serveReading(packageWeightEndpoints.weights, (db, { params }) => listWeights(db, params.id)),
  serve(packageEndpoints.changeStatus, (db, { body }, session) => changeStatus(db, body, session)),
  serve(packageEndpoints.previewStatus, (db, { body }, session) => previewStatus(db, body, session)),
  serve(packageEndpoints.undoStatus, (db, { params }, session) => undoStatus(db, params.id, session)),
  serve(packageEndpoints.update, (db, { params, body }, session) => updatePackage(db, params.id, body, session)),
  serveReading(packageChargeEndpoints.list, (db, { params }) => getPackageCharges(db, params.id)),
  serve(packageChargeEndpoints.save, (db, { params, body }, session) =>
    savePackageCharges(db, params.id, body, session),
  ),
  serveReading(packageChargeEndpoints.toBill, (db, { params }) => getToBill(db, params.id)),
  serveReading(packagePhotoEndpoints.list, (db, { params }) => listPhotos(db, params.id)),
  serveFile(packagePhotoEndpoints.picture, (db, { params, query }) => getPicture(db, params, query.size ?? 'whole')),
  serveInSteps(
    packagePhotoEndpoints.add,
    async (asCaller, { params, body: { photo, caption }, origin }, once, party) => {
      // Drawn before the transaction, which must not wait for its turn.
      const sizes = await redrawPhotoInSizes(party, readDataAddress(photo))
      return await asCaller((db) => once(db, () => addPhoto(db, params.id, { ...sizes, caption, origin })))
    },
  ),
  serve(packagePhotoEndpoints.change, (db, { params, body }) => changeCaption(db, params, body)),
  serve(packagePhotoEndpoints.remove, (db, { params }, session) => removePhoto(db, params, session)),
  serve(packageEndpoints.remove, (db, { params }) => removePackage(db, params.id)),
]

/** docs/product/packages.md, "History". */
async function listWeights(db: Db, id: string): Promise<WeightChange[]> {
  await getPackage(db, id)
  return await db
    .selectFrom('audit_entries')
    .select(['at as date', 'user_name as userName'])
    .select([
      sql<number | null>`(before ->> 'weight')::numeric`.as('from'),
      sql<number | null>`(after ->> 'weight')::numeric`.as('to'),
    ])
    .where('entity', '=', 'packages')
    .where('action', '=', 'update')
    .where('entity_id', '=', id)
    .where('target_company', 'is', null)
    .where(sql<boolean>`after ? 'weight'`)
    .orderBy('at')
    .orderBy('id')
    .execute()
}
