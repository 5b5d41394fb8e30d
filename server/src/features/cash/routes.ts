import { cashEndpoints } from '@casillero/shared/contract/cash'
import { cashPaperEndpoints } from '@casillero/shared/contract/cash-papers'
import { type Route, serve, serveAfter, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { closeSession, countCash } from './close-session.ts'
import { createDrawer, listDrawers, updateDrawer } from './drawers.ts'
import { keepCount, keepNewCount } from './keep-count.ts'
import { moveCash } from './move-cash.ts'
import { openSession } from './open-session.ts'
import { getSessionPaper } from './session-paper.ts'
import { getSession, listSessions } from './session-view.ts'

export const cashRoutes: Route[] = [
  serveReading(cashEndpoints.drawers, (db) => listDrawers(db)),
  serve(cashEndpoints.createDrawer, (db, { body }) => createDrawer(db, body)),
  serve(cashEndpoints.updateDrawer, (db, { params, body }) => updateDrawer(db, params.id, body)),
  serveReading(cashEndpoints.sessions, (db, { query }) => listSessions(db, query)),
  serve(cashEndpoints.session, (db, { params }, session) => getSession(db, params.id, session.userType === 'admin')),
  serveFile(cashPaperEndpoints.session, (db, { params, query }) => getSessionPaper(db, params.id, query.format)),
  serve(cashEndpoints.open, (db, { body }, session) => openSession(db, body, session)),
  serve(cashEndpoints.move, (db, { params, body }, session) => moveCash(db, params.id, body, session)),
  serveAfter(
    cashEndpoints.count,
    (db, { params, body }, session) => keepCount(db, params.id, body.counts, session),
    (db, { params, body }, session) => countCash(db, params.id, body.counts, session),
  ),
  serveAfter(
    cashEndpoints.close,
    (db, { params, body }, session) => keepNewCount(db, params.id, body.counts, session),
    (db, { params, body }, session) => closeSession(db, params.id, body, session),
  ),
]
