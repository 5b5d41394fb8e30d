import { checkPassword } from '../../platform/auth/password.ts'
import { tryOwnPassword } from '../../platform/auth/session.ts'
import { AppError, fieldError } from '../../platform/errors.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { getOwnAccount } from './queries.ts'

type OwnPassword = Awaited<ReturnType<typeof getOwnAccount>> & { userId: string; companyId: string }

/** Notes the try in a transaction of its own, because the refusal would roll it back. docs/product/companies-and-users.md, "Tries". */
export async function readOwnPassword(asCaller: AsCaller): Promise<OwnPassword> {
  const { waitSeconds, ...known } = await asCaller(async (db, { userId, companyId }) => {
    const waitSeconds = await tryOwnPassword(db)
    return { waitSeconds, userId, companyId, ...(await getOwnAccount(db, userId)) }
  })
  if (waitSeconds > 0) throw new AppError('too_many_tries', { retryAfterSeconds: waitSeconds })
  return known
}

/** Throws an error of the field. The check waits for a password turn. */
export async function requirePassword({ passwordHash }: OwnPassword, typed: string): Promise<void> {
  if (!(await checkPassword(passwordHash, typed))) throw fieldError('wrong_password', 'currentPassword')
}
