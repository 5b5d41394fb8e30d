import type { User } from '@casillero/shared/contract/auth'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { PagerTexts } from '../../crud/pager.tsx'
import type { Read } from '../../lib/api.ts'

type OnTheWire = { users: User[]; pagination: Pagination }
type AsList = { data: User[]; pagination: Pagination }

/** Renames the answer's `users` to the rows of a list. */
export const asList = ({ queryKey, queryFn }: Read<OnTheWire>): Read<AsList> => ({
  // This answer is reshaped; the call's own key may already hold the original shape.
  queryKey: ['list of users', queryKey],
  queryFn: async (context) => {
    const { users, pagination } = await queryFn(context)
    return { data: users, pagination }
  },
})

export function resultPages(page: number, { limit, pages, total }: Pagination): PagerTexts {
  const from = Math.min((page - 1) * limit + 1, total)
  const to = Math.min(page * limit, total)
  return { wide: `Mostrando ${from} a ${to} de ${total} resultados`, narrow: `${page} de ${pages}` }
}
