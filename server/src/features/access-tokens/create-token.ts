import type { AccessToken, AccessTokenDraft } from '@casillero/shared/contract/access-tokens'
import { type RawBuilder, sql } from 'kysely'
import { hashToken, newAccessToken } from '../../platform/auth/session.ts'
import { lockCompany } from '../../platform/database/company-lock.ts'
import type { Db } from '../../platform/database/database.ts'
import { AppError } from '../../platform/errors.ts'
import { countTokens, insertToken } from './queries.ts'

const most = 50

/** A day ends at midnight in Managua. */
function endOf({ term, expiresOn }: AccessTokenDraft): RawBuilder<string> {
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

/**
 * Makes a token that acts as the caller. It is answered this once; the database has its hash. Throws `invalid` for a date that is
 * over or far away, and `too_many_access_tokens`.
 * docs/product/programs.md, "Access tokens".
 */
export async function createToken(db: Db, draft: AccessTokenDraft): Promise<AccessToken & { token: string }> {
  await requireComing(db, draft)
  // Two that are made at once take turns, so that neither goes beyond the last place.
  await lockCompany(db)
  if ((await countTokens(db)) >= most) throw new AppError('too_many_access_tokens')
  const token = newAccessToken()
  const made = await insertToken(db, { ...draft, hash: hashToken(token), expiresAt: endOf(draft) })
  return { ...made, token }
}
