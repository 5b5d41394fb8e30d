import { exceedsLimit, type TakenOff } from '@casillero/shared/domain/discount-limit'
import { isPositive } from '@casillero/shared/domain/money'
import { requireRight } from '../../platform/auth/require-right.ts'
import type { Session } from '../../platform/database/database.ts'
import { fieldError } from '../../platform/errors.ts'

/**
 * Lets a caller pass who may take so much off a price. Throws `permission_denied`, and `discount_above_limit` at the field.
 * docs/product/permissions.md, "Discounts".
 */
export function requireDiscount(session: Session, taken: TakenOff, field: string): void {
  if (!isPositive(taken.own)) return
  requireRight(session, 'discounts.give')
  const limit = session.userType === 'user' ? session.discountLimit : null
  if (exceedsLimit(taken, limit)) throw fieldError('discount_above_limit', field, { limit: limit ?? 100 })
}
