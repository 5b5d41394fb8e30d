import type { Party } from './fair-turns.ts'
import type { Credentials, Session } from './session-row.ts'

export const describeStaff = ({ companyId, userId }: Pick<Session, 'companyId' | 'userId'>): Party => ({
  company: companyId,
  rank: 'staff',
  origin: userId,
})

/** The token's owner is unknown until the database is asked. */
export const describeToken = ({ subdomain, tokenHash }: Credentials): Party => ({
  company: subdomain,
  rank: 'staff',
  origin: tokenHash.toString('base64'),
})
