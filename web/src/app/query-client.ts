import { MutationCache, notifyManager, QueryCache, QueryClient, type QueryKey } from '@tanstack/react-query'
import { ApiError, describeError } from '../lib/api.ts'
import { toastError } from '../ui/feedback/toast.tsx'

// A microtask draws a button busy before the browser's next event; the usual timer may come after the second click of a double click.
notifyManager.setScheduler(queueMicrotask)

/** One per session: no user sees what was loaded for another. */
export function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => announce(error, query.meta) }),
    // Every save invalidates all queries, but not those of a record that it removed, which would be 404.
    mutationCache: new MutationCache({
      onSuccess: (_data, _variables, _onMutate, { meta }) =>
        void client.invalidateQueries({
          predicate: ({ queryKey }) => meta?.removes === undefined || readId(queryKey) !== meta.removes,
        }),
    }),
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

const readId = ([, request]: QueryKey): unknown => (request as { params?: { id?: unknown } } | undefined)?.params?.id

/** A query names its error text in `meta`; without one its failure is not shown. */
function announce(error: Error, meta: Record<string, unknown> | undefined): void {
  if (typeof meta?.failed !== 'string' || (error instanceof ApiError && error.status === 401)) return
  const isOffline = error instanceof ApiError && error.status === 0
  toastError(isOffline && typeof meta.offline === 'string' ? meta.offline : describeError(error, meta.failed))
}
