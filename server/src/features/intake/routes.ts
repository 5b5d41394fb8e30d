import { packageEndpoints } from '@casillero/shared/contract/packages'
import { AppError } from '../../platform/errors.ts'
import { type Route, serve } from '../../platform/http/endpoint.ts'
import { admitPackage } from './admit-packages.ts'
import { chooseNotice } from './choose-notice.ts'

export const intakeRoutes: Route[] = [
  serve(
    packageEndpoints.create,
    async (db, { body }, session) => {
      const data = await admitPackage(db, body, session)
      return { data, ...chooseNotice(body.labelCode, data.labelCode) }
    },
    ({ data }) => new AppError('package_already_created', { values: { number: data.companyPackageId } }),
  ),
]
