import { MutationCache, QueryCache, QueryClient } from '@tanstack/react-query'
import { ApiError, sentenceOf } from '../lib/api.ts'
import { toastError } from '../ui/feedback/toast.tsx'

/** One per session, so that no user sees what was loaded for another. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => announce(error, query.meta) }),
    // Whatever was saved, what is on the screen is loaded again.
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

/** A query says in its `meta` what its failure is called; without that it stays silent. */
function announce(error: Error, meta: Record<string, unknown> | undefined): void {
  if (typeof meta?.failed !== 'string' || (error instanceof ApiError && error.status === 401)) return
  const isOffline = error instanceof ApiError && error.status === 0
  toastError(isOffline && typeof meta.offline === 'string' ? meta.offline : sentenceOf(error, meta.failed))
}
