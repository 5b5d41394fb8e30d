import type { Party } from './fair-turns.ts'
import type { Credentials, Session } from './session-row.ts'

/** A person who is signed in, as far as turns go. */
export const describeStaff = ({ companyId, userId }: Pick<Session, 'companyId' | 'userId'>): Party => ({
  company: companyId,
  rank: 'staff',
  origin: userId,
})

/** A token as a party: whose it is, is not known before the database is asked. */
export const describeToken = ({ subdomain, tokenHash }: Credentials): Party => ({
  company: subdomain,
  rank: 'staff',
  origin: tokenHash.toString('base64'),
})
