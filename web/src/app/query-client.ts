import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, sentenceOf } from '../lib/api.ts'
import { toastError } from '../ui/feedback/toast.tsx'

/** One per session, so that no user sees what was loaded for another. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => announce(error, query.meta) }),
    // Every save invalidates all queries, because it may change anything on the screen.
    mutationCache: new MutationCache({ onSuccess: () => void client.invalidateQueries() }),
    defaultOptions: {
      queries: {
        staleTime: 5_000,
        networkMode: 'always',
        retryDelay: 1_000,
        retry: (failures, error) => failures < 1 && error instanceof ApiError && error.status === 503,
      },
      mutations: { networkMode: 'always' },
    },
  })
  return client
}

/** A query names its error text in `meta`; without one its failure is not shown. */
function announce(error: Error, meta: Record<string, unknown> | undefined): void {
  if (typeof meta?.failed !== 'string' || (error instanceof ApiError && error.status === 401)) return
  const isOffline = error instanceof ApiError && error.status === 0
  toastError(isOffline && typeof meta.offline === 'string' ? meta.offline : sentenceOf(error, meta.failed))
}
