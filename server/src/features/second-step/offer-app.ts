import type { OfferedApp } from '@casillero/shared/contract/second-step'
import { describeApp, drawQr, newAppSecret } from '../../platform/auth/app-codes.ts'
import type { Db } from '../../platform/database/database.ts'
import { getOwnCompany } from '../auth/queries.ts'
import { getUser } from '../users/queries.ts'
import { keepOfferedApp } from './queries.ts'

/** The offer takes effect when a code of it is confirmed within a quarter of an hour. */
export async function offerApp(db: Db, userId: string): Promise<OfferedApp> {
  const secret = newAppSecret()
  await keepOfferedApp(db, secret)
  const [{ name }, user] = [await getOwnCompany(db), await getUser(db, userId)]
  const described = describeApp(secret, { issuer: name, label: user.email ?? user.phone ?? user.fullName })
  return { ...described, qr: await drawQr(described.address) }
}
