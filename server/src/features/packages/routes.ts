import { packageChargeEndpoints } from '@casillero/shared/contract/package-charges'
import { packagePhotoEndpoints } from '@casillero/shared/contract/package-photos'
import { packageWeightEndpoints } from '@casillero/shared/contract/package-weights'
import { packageEndpoints } from '@casillero/shared/contract/packages'
import { type Route, serve, serveFile, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { readDataAddress, redrawPhotoInSizes } from '../../platform/http/picture.ts'
import { changeStatus } from './change-status.ts'
import { listWeights } from './list-weights.ts'
import { getPackageCharges, getToBill, savePackageCharges } from './package-charges.ts'
import { addPhoto, changeCaption, getPicture, listPhotos, removePhoto } from './package-photos.ts'
import { previewStatus } from './preview-status.ts'
import { findSameTracking, getPackage, listPackages } from './queries.ts'
import { removePackage } from './remove-package.ts'
import { updatePackage } from './save-packages.ts'
import { undoStatus } from './undo-status.ts'

export const packageRoutes: Route[] = [
  serveReading(packageEndpoints.list, (db, { query }) => listPackages(db, query)),
  serveReading(packageEndpoints.sameTracking, async (db, { query }) => ({
    data: (await findSameTracking(db, query)) ?? null,
  })),
  serveReading(packageEndpoints.get, async (db, { params }) => ({ data: await getPackage(db, params.id) })),
  serveReading(packageWeightEndpoints.weights, async (db, { params }) => ({ data: await listWeights(db, params.id) })),
  serve(packageEndpoints.changeStatus, async (db, { body }, session) => ({
    data: await changeStatus(db, body, session),
  })),
  serve(packageEndpoints.previewStatus, async (db, { body }) => ({ data: await previewStatus(db, body) })),
  serve(packageEndpoints.undoStatus, async (db, { params }, session) => ({
    data: await undoStatus(db, params.id, session),
  })),
  serve(packageEndpoints.update, async (db, { params, body }, session) => ({
    data: await updatePackage(db, params.id, body, session),
  })),
  serveReading(packageChargeEndpoints.list, async (db, { params }) => ({
    data: await getPackageCharges(db, params.id),
  })),
  serve(packageChargeEndpoints.save, async (db, { params, body }, session) => ({
    data: await savePackageCharges(db, params.id, body, session),
  })),
  serveReading(packageChargeEndpoints.toBill, async (db, { params }) => ({ data: await getToBill(db, params.id) })),
  serveReading(packagePhotoEndpoints.list, async (db, { params }) => ({ data: await listPhotos(db, params.id) })),
  serveFile(packagePhotoEndpoints.picture, (db, { params, query }) => getPicture(db, params, query.size ?? 'whole')),
  serveInSteps(
    packagePhotoEndpoints.add,
    async (asCaller, { params, body: { photo, caption }, origin }, once, party) => {
      // No transaction waits for the turn of a drawing.
      const sizes = await redrawPhotoInSizes(party, readDataAddress(photo))
      return await asCaller((db) =>
        once(db, async () => ({ data: await addPhoto(db, params.id, { ...sizes, caption, origin }) })),
      )
    },
  ),
  serve(packagePhotoEndpoints.change, async (db, { params, body }) => ({
    data: await changeCaption(db, params, body),
  })),
  serve(packagePhotoEndpoints.remove, async (db, { params }, session) => ({
    data: await removePhoto(db, params, session),
  })),
  serve(packageEndpoints.remove, async (db, { params }) => ({ data: await removePackage(db, params.id) })),
]
