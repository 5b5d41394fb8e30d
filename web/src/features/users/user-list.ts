import type { User } from '@casillero/shared/contract/auth'
import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { PagerTexts } from '../../crud/pager.tsx'
import type { Read } from '../../lib/api.ts'

type OnTheWire = { users: User[]; pagination: Pagination }
type AsList = { data: User[]; pagination: Pagination }

/** They carry their rows under a name of their own. */
export const asList = ({ queryKey, queryFn }: Read<OnTheWire>): Read<AsList> => ({
  // The answer has another shape than the call's own, which may be kept under its own key.
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
