import type { Pagination } from '@casillero/shared/contract/endpoint'
import { matchesSearch } from '@casillero/shared/domain/search-text'
import type { Read } from '../lib/api.ts'

type Choice<Row> = {
  isListed?: (row: Row) => boolean
  search?: string | undefined
  /** The fields in which `search` is looked for. */
  searched?: (row: Row) => readonly string[]
}

/** Treats an answer with all rows as a single page; `isListed` and the search leave rows out. */
export function wholeList<Row>(
  whole: Read<{ data: Row[] }>,
  { isListed = () => true, search = '', searched = () => [] }: Choice<Row> = {},
): Read<{ data: Row[]; pagination: Pagination }> {
  return {
    // This answer is reshaped; the call's own key may already hold the original shape.
    queryKey: ['whole list', [whole.queryKey, search]],
    queryFn: async (context) => {
      const all = (await whole.queryFn(context)).data
      const data = all.filter((row) => isListed(row) && matchesSearch(search, ...searched(row)))
      return { data, pagination: { page: 1, pages: 1, totalPages: 1, limit: data.length, total: data.length } }
    },
  }
}
