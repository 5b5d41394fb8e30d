import { accessTokenEndpoints } from '@casillero/shared/contract/access-tokens'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveReading } from '../../platform/http/endpoint.ts'
import { createToken } from './create-token.ts'
import { endToken, listTokens } from './queries.ts'

export const accessTokenRoutes: Route[] = [
  serveReading(accessTokenEndpoints.list, async (db) => ({ data: await listTokens(db) })),
  serve(accessTokenEndpoints.create, async (db, { body }) => ({ data: await createToken(db, body) })),
  serve(accessTokenEndpoints.revoke, async (db, { params }) => {
    if (!(await endToken(db, params.id))) throw new AppError('not_found')
    return { data: null }
  }),
]
