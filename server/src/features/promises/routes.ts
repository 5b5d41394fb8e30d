import { promiseEndpoints } from '@casillero/shared/contract/promises'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { notifyLate, undoLateNotices } from '../messages/notify/notify-late.ts'
import { countLate, listLate } from './queries.ts'

export const promiseRoutes: Route[] = [
  serveReading(promiseEndpoints.late, (db, { query }) => listLate(db, query)),
  serveReading(promiseEndpoints.countLate, (db) => db.selectNoFrom(countLate.as('count')).executeTakeFirstOrThrow()),
  serve(promiseEndpoints.notifyLate, (db, { body }) => notifyLate(db, body.packageIds)),
  serve(promiseEndpoints.undoNotices, (db, { body }, { userName }) => undoLateNotices(db, body.messageIds, userName)),
]
