import { statementEndpoints } from '@casillero/shared/contract/statements'
import { type Route, serve, serveFile, serveReading } from '../../platform/http/endpoint.ts'
import { notifyStatement } from '../messages/notify/notify-statement.ts'
import { readPeriod, readStatement } from './read-statement.ts'
import { getStatementPaper } from './statement-paper.ts'

export const statementRoutes: Route[] = [
  serveReading(statementEndpoints.get, (db, { params, query }) => readStatement(db, params.id, readPeriod(query))),
  serveFile(statementEndpoints.document, (db, { params, query }) =>
    getStatementPaper(db, params.id, readPeriod(query), query.format),
  ),
  serve(statementEndpoints.send, (db, { params }) => notifyStatement(db, params.id)),
]
