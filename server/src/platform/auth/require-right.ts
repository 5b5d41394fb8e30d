import { type Actor, findDenial, may, permissionLabels, type Right } from '@casillero/shared/domain/permissions'
import type { Session } from '../database/database.ts'
import { AppError } from '../errors.ts'

/** The part of a session that decides what its user may do. */
export type Rights = Pick<Session, 'userType' | 'isOperator' | 'denials' | 'discountLimit'>

const toActor = ({ userType, isOperator, denials, discountLimit }: Rights): Actor => ({
  type: userType,
  isOperator,
  denials,
  discountLimit,
})

/** Only for what is shown; it refuses nothing. */
export const mayCaller = (session: Rights, right: Right): boolean => may(toActor(session), right)

/**
 * Requires a right. Throws `permission_denied`, with the permission's name, if an admin took it away, and `forbidden` if the user's type
 * lacks it. `field` is the one that asks for the right. docs/product/permissions.md, "Permissions".
 */
export function requireRight(session: Rights, right: Right, field?: string): void {
  const denial = findDenial(toActor(session), right)
  if (denial !== undefined)
    throw new AppError('permission_denied', {
      values: { permission: permissionLabels[denial] },
      details: { permission: denial },
      field,
    })
  if (!mayCaller(session, right)) throw new AppError('forbidden')
}
