import type { Pagination } from '@casillero/shared/contract/endpoint'
import type { Read } from '../lib/api.ts'

/** Treats an answer with all rows as a single page; `isListed` leaves rows out, by `key` where it depends on something. */
export function wholeList<Row>(
  whole: Read<{ data: Row[] }>,
  isListed: (row: Row) => boolean = () => true,
  key?: string,
): Read<{ data: Row[]; pagination: Pagination }> {
  return {
    // This answer is reshaped; the call's own key may already hold the original shape.
    queryKey: ['whole list', [whole.queryKey, key]],
    queryFn: async (context) => {
      const data = (await whole.queryFn(context)).data.filter(isListed)
      return { data, pagination: { page: 1, pages: 1, totalPages: 1, limit: data.length, total: data.length } }
    },
  }
}
