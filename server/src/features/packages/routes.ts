import { packageChargeEndpoints } from '@casillero/shared/contract/package-charges'
import { packageWeightEndpoints } from '@casillero/shared/contract/package-weights'
import { packageEndpoints } from '@casillero/shared/contract/packages'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { changeStatus } from './change-status.ts'
import { listWeights } from './list-weights.ts'
import { getPackageCharges, getToBill, savePackageCharges } from './package-charges.ts'
import { previewStatus } from './preview-status.ts'
import { findSameTracking, getPackage, listPackages } from './queries.ts'
import { removePackage } from './remove-package.ts'
import { undoStatus } from './undo-status.ts'
import { updatePackage } from './update-package.ts'

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
  serve(packageChargeEndpoints.save, async (db, { params, body }) => ({
    data: await savePackageCharges(db, params.id, body),
  })),
  serveReading(packageChargeEndpoints.toBill, async (db, { params }) => ({ data: await getToBill(db, params.id) })),
  serve(packageEndpoints.remove, async (db, { params }) => ({ data: await removePackage(db, params.id) })),
]
