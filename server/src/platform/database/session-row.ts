import { type UserType, userTypes } from '@casillero/shared/domain/permissions'
import type { Answer } from './statement-batch.ts'

/** The user that a request acts for; found from its token in the statement that opens the transaction. */
export type Session = {
  sessionId: string
  companyId: string
  isOperator: boolean
  userId: string
  userType: UserType
  userName: string
}

const isUserType = (value: unknown): value is UserType => userTypes.some((type) => type === value)

/** Reads the session from the answer to `begin_session` or `begin_reading`; undefined when there is none. */
export function sessionOf(answer: Answer | undefined): Session | undefined {
  const row = answer?.rows[0]
  if (!row || !isUserType(row.user_type)) return undefined
  return {
    sessionId: String(row.session_id),
    companyId: String(row.company_id),
    isOperator: row.is_operator === true,
    userId: String(row.user_id),
    userType: row.user_type,
    userName: String(row.user_name),
  }
}
