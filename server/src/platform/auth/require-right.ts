import { type Actor, findDenial, may, permissionLabels, type Right } from '@casillero/shared/domain/permissions'
import type { Session } from '../database/database.ts'
import { AppError } from '../errors.ts'

/** The part of a session that says what its user may do. */
export type Rights = Pick<Session, 'userType' | 'isOperator' | 'denials' | 'discountLimit'>

const toActor = ({ userType, isOperator, denials, discountLimit }: Rights): Actor => ({
  type: userType,
  isOperator,
  denials,
  discountLimit,
})

/** Changes what is shown and refuses nothing. */
export const mayCaller = (session: Rights, right: Right): boolean => may(toActor(session), right)

/**
 * Lets a caller pass who has the right. Throws `permission_denied`, which names the permission, where an admin took it from them, and
 * `forbidden` where their type does not have it; `field` is the one that asks for the right.
 * docs/product/permissions.md, "Permissions".
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
