import type { CourierPackage } from '@casillero/shared/contract/packages'
import { unownedEndpoints } from '@casillero/shared/contract/unowned'
import { v7 as uuidv7 } from 'uuid'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { notifyStatusChange } from '../messages/notify/notify-status-change.ts'
import { getPackage } from '../packages/queries.ts'
import { toDraft } from '../packages/save/kept-package.ts'
import { updatePackage } from '../packages/save/save-packages.ts'
import { fillAnnounced } from '../prealerts/fill-announced.ts'
import { countUnowned, listUnowned } from './queries.ts'

type Assignment = { clientId: string; notify: boolean; version?: number | undefined }

/** Seconds, as for a change of many packages. */
const undoSeconds = 10

/** Changes the package as its form would. docs/product/packages.md, "Sin dueño". */
async function assignOwner(
  db: Db,
  id: string,
  { clientId, notify, version }: Assignment,
  session: Session,
): Promise<CourierPackage> {
  const current = await getPackage(db, id)
  if (current.clientId !== null) throw new AppError('package_changed')
  // Without a named tariff, it follows from the client.
  const { tariffId: _, ...known } = toDraft(current)
  const filled = await fillAnnounced(db, { ...known, clientId })
  // The version refuses the second of two users who assign at once.
  const assigned = await updatePackage(db, id, { ...filled, version: version ?? current.version }, session)
  if (notify && assigned.statusId !== null) {
    await notifyStatusChange(db, {
      changeId: uuidv7(),
      packageIds: [id],
      statusId: assigned.statusId,
      holdSeconds: undoSeconds,
    })
  }
  return assigned
}

export const unownedRoutes: Route[] = [
  serveReading(unownedEndpoints.list, (db, { query }) => listUnowned(db, query)),
  serveReading(unownedEndpoints.count, async (db) => ({ count: await countUnowned(db) })),
  serve(unownedEndpoints.assign, (db, { params, body }, session) => assignOwner(db, params.id, body, session)),
]
