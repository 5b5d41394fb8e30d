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
  serveReading(cashEndpoints.drawers, async (db) => ({ data: await listDrawers(db) })),
  serve(cashEndpoints.createDrawer, async (db, { body }) => ({ data: await createDrawer(db, body) })),
  serve(cashEndpoints.updateDrawer, async (db, { params, body }) => ({
    data: await updateDrawer(db, params.id, body),
  })),
  serveReading(cashEndpoints.sessions, (db, { query }) => listSessions(db, query)),
  serve(cashEndpoints.session, async (db, { params }, session) => ({
    data: await getSession(db, params.id, session.userType === 'admin'),
  })),
  serveFile(cashPaperEndpoints.session, (db, { params, query }) => getSessionPaper(db, params.id, query.format)),
  serve(cashEndpoints.open, async (db, { body }, session) => ({ data: await openSession(db, body, session) })),
  serve(cashEndpoints.move, async (db, { params, body }, session) => ({
    data: await moveCash(db, params.id, body, session),
  })),
  serveAfter(
    cashEndpoints.count,
    (db, { params, body }, session) => keepCount(db, params.id, body.counts, session),
    async (db, { params, body }, session) => ({ data: await countCash(db, params.id, body.counts, session) }),
  ),
  serveAfter(
    cashEndpoints.close,
    (db, { params, body }, session) => keepNewCount(db, params.id, body.counts, session),
    async (db, { params, body }, session) => ({ data: await closeSession(db, params.id, body, session) }),
  ),
]
