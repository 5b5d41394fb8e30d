import { receptionEndpoints as calls } from '@casillero/shared/contract/receptions'
import { readTracking } from '@casillero/shared/domain/tracking-code'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { chooseNotice } from '../intake/choose-notice.ts'
import { getPackage } from '../packages/queries.ts'
import { findPrealert, listExpected } from '../prealerts/prealert-view.ts'
import { listClientCopies } from './client-copies.ts'
import { findKnownPackage } from './known-package.ts'
import { receivePackage } from './receive-package.ts'
import { undoReception } from './undo-reception.ts'

export const receptionRoutes: Route[] = [
  serve(
    calls.receive,
    async (db, { body }, session) => {
      const data = await receivePackage(db, body, session)
      // A package received before already has its label.
      return { data, ...(data.result === 'repeated' ? {} : chooseNotice(body.labelCode, data.package.labelCode)) }
    },
    ({ data }) => new AppError('package_already_received', { values: { number: data.package.companyPackageId } }),
  ),
  serveReading(calls.known, async (db, { query }) => {
    const known = await findKnownPackage(db, query.code)
    if (known) return { data: { isReceived: known.isReceived, package: await getPackage(db, known.id) } }
    return { data: null, prealert: (await findPrealert(db, readTracking(query.code).tracking)) ?? null }
  }),
  serveReading(calls.clients, (db, { query }) => listClientCopies(db, query)),
  serveReading(calls.expected, (db) => listExpected(db)),
  serve(calls.undo, (db, { params }, session) => undoReception(db, params.id, session)),
]
