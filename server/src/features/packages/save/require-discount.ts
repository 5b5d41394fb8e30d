import { exceedsLimit, risesAbove, type TakenOff } from '@casillero/shared/domain/discount-limit'
import { isPositive } from '@casillero/shared/domain/money'
import { type Rights, requireRight } from '../../../platform/auth/require-right.ts'
import { fieldError } from '../../../platform/errors.ts'

const findLimit = ({ userType, discountLimit }: Rights): number | null => (userType === 'user' ? discountLimit : null)

const refuse = (limit: number | null, field: string) =>
  fieldError('discount_above_limit', field, { limit: limit ?? 100 })

/** Throws `permission_denied`, and `discount_above_limit` under the field. docs/product/permissions.md, "Discounts". */
export function requireDiscount(session: Rights, taken: TakenOff, field: string): void {
  if (!isPositive(taken.own)) return
  requireRight(session, 'discounts.give')
  const limit = findLimit(session)
  if (exceedsLimit(taken, limit)) throw refuse(limit, field)
}

/**
 * Throws `discount_above_limit`, because an unchanged amount may pass the limit at a lower price. docs/product/permissions.md, "Discounts".
 */
export function requireKeptDiscount(session: Rights, before: TakenOff, after: TakenOff, field: string): void {
  const limit = findLimit(session)
  if (risesAbove(before, after, limit)) throw refuse(limit, field)
}
