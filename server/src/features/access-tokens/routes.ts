import { accessTokenEndpoints } from '@casillero/shared/contract/access-tokens'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve, serveInSteps, serveReading } from '../../platform/http/endpoint.ts'
import { confirmPassword, createToken, tokenSecret } from './create-token.ts'
import { endToken, listTokens } from './queries.ts'

export const accessTokenRoutes: Route[] = [
  serveReading(accessTokenEndpoints.list, (db) => listTokens(db)),
  serveInSteps(
    accessTokenEndpoints.create,
    async (asCaller, { body }, once) => {
      const passwordHash = await confirmPassword(asCaller, body)
      return await asCaller((db, session) => once(db, () => createToken(db, { draft: body, passwordHash }, session)))
    },
    { secret: tokenSecret },
  ),
  serve(accessTokenEndpoints.revoke, async (db, { params }) => {
    if (!(await endToken(db, params.id))) throw new AppError('not_found')
    return null
  }),
]
