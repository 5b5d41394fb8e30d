import type { AccessToken, AccessTokenDraft } from '@casillero/shared/contract/access-tokens'
import { type RawBuilder, sql } from 'kysely'
import { runInTurn } from '../../platform/auth/password.ts'
import { forgetFailedSignIns, hashToken, newAccessToken } from '../../platform/auth/session.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import type { SecretAnswer } from '../../platform/http/answer-once.ts'
import type { AsCaller } from '../../platform/http/endpoint.ts'
import { readOwnPassword, requirePassword } from '../account/own-password.ts'
import { getOwnAccount } from '../account/queries.ts'
import { countTokens, insertToken, renewToken } from './queries.ts'

const most = 50

/** A day ends at midnight in Managua. */
function computeEnd({ term, expiresOn }: AccessTokenDraft): RawBuilder<string> {
  if (term !== 'date') return sql<string>`app_now() + ${Number(term)} * interval '1 day'`
  return sql<string>`(${expiresOn}::date + 1)::timestamp at time zone 'America/Managua'`
}

async function requireComing(db: Db, { term, expiresOn }: AccessTokenDraft): Promise<void> {
  if (term !== 'date') return
  const { rows } = await sql<{ isSo: boolean }>`
    select ${expiresOn}::date between app_today() and app_today() + interval '2 years' as "isSo"`.execute(db)
  if (!rows[0]?.isSo) {
    throw new AppError('invalid', {
      fields: { expiresOn: 'Elija un día de hoy en adelante, hasta dentro de dos años' },
    })
  }
}

export async function confirmPassword(asCaller: AsCaller, { currentPassword }: AccessTokenDraft): Promise<string> {
  const known = await readOwnPassword(asCaller)
  await runInTurn(known, () => requirePassword(known, currentPassword))
  await asCaller((db, { userId }) => forgetFailedSignIns(db, { id: userId, email: null, phone: null }))
  return known.passwordHash
}

type Made = AccessToken & { token: string }

/** Answers the token only this once; the database keeps its hash. docs/product/programs.md, "Access tokens". */
export async function createToken(
  db: Db,
  { draft, passwordHash }: { draft: AccessTokenDraft; passwordHash: string },
  { userId }: Session,
): Promise<Made> {
  await requireComing(db, draft)
  // Calls made at once take turns, so that only one takes the last place.
  await lockCompany(db)
  if ((await getOwnAccount(db, userId)).passwordHash !== passwordHash) throw new AppError('stale')
  if ((await countTokens(db)) >= most) throw new AppError('too_many_access_tokens')
  const token = newAccessToken()
  const made = await insertToken(db, { ...draft, hash: hashToken(token), expiresAt: computeEnd(draft) })
  return { ...made, token }
}

/** The first text is stored nowhere, so a repeated call gets a new one. A used token has reached its caller: then throws `key_reused`. */
export const tokenSecret: SecretAnswer<{ data: Made }> = {
  kept: ({ data }) => ({ data: { ...data, token: '' } }),
  async renew(db, { data }) {
    const token = newAccessToken()
    if (!(await renewToken(db, data.id, hashToken(token)))) throw new AppError('key_reused')
    return { data: { ...data, token } }
  },
}
