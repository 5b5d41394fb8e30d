import {
  type Permission,
  permissions,
  type Restrictions,
  type UserType,
  userTypes,
} from '@casillero/shared/domain/permissions'
import type { Answer } from './statement-batch.ts'

/** Found by its token in the statement that opens the transaction. */
export type Session = Restrictions & {
  sessionId: string
  companyId: string
  isOperator: boolean
  userId: string
  userType: UserType
  userName: string
  /** `sessionId` is then the id of the token. */
  accessToken?: { name: string; isReadOnly: boolean }
}

const isUserType = (value: unknown): value is UserType => userTypes.some((type) => type === value)

const isPermission = (value: unknown): value is Permission => permissions.some((permission) => permission === value)

/** Reads the session from the answer to `open_session` or `open_reading`; undefined if there is none. */
export function readSession(answer: Answer | undefined): Session | undefined {
  const row = answer?.rows[0]
  if (!row || !isUserType(row.user_type)) return undefined
  return {
    sessionId: String(row.session_id),
    companyId: String(row.company_id),
    isOperator: row.is_operator === true,
    userId: String(row.user_id),
    userType: row.user_type,
    userName: String(row.user_name),
    denials: Array.isArray(row.denials) ? row.denials.filter(isPermission) : [],
    discountLimit: typeof row.discount_limit === 'number' ? row.discount_limit : null,
    ...('token_name' in row && {
      accessToken: { name: String(row.token_name), isReadOnly: row.is_read_only === true },
    }),
  }
}

type Statement = { text: string; values: readonly unknown[] }

/** `isAccessToken`: the hash is looked up among access tokens. */
export type Credentials = { tokenHash: Buffer; subdomain: string; isAccessToken?: boolean }

const getSuffix = ({ isAccessToken }: Credentials): string => (isAccessToken ? '_of_token' : '')

/** A read opens a read-only transaction. */
export const buildOpening = (credentials: Credentials, isRead: boolean): Statement => ({
  text: `select * from open_${isRead ? 'reading' : 'session'}${getSuffix(credentials)}($1, $2)`,
  values: [credentials.tokenHash, credentials.subdomain],
})

/** Checks the caller once more. */
export const buildConfirmation = (credentials: Credentials, session: Session): Statement => ({
  text: `select confirm_caller${getSuffix(credentials)}($1, $2, $3)`,
  values: [session.companyId, session.sessionId, session.userType],
})
