import {
  MutationCache,
  notifyManager,
  QueryCache,
  QueryClient,
  QueryClientProvider,
  type QueryKey,
} from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { RouterProvider } from 'react-router'
import { ApiError, describeError } from '../lib/api.ts'
import { onLostScan } from '../lib/broken-scans.ts'
import { awaitField, keepKeys } from '../lib/kept-keys.ts'
import { findScreen } from '../lib/screen-of.ts'
import { useSession } from '../lib/session.ts'
import { sound } from '../lib/sounds.ts'
import { ToastLayer, toastError } from '../ui/feedback/toast.tsx'
import { AppRouter } from './back-steps.tsx'
import { createRouter } from './router.tsx'
import { preloadScreen } from './screens.ts'

// A microtask draws a button busy before the browser's next event; the usual timer may come after the second click of a double click.
notifyManager.setScheduler(queueMicrotask)

/** One client per session, so that no user sees data loaded for another. */
function createQueryClient(): QueryClient {
  const client: QueryClient = new QueryClient({
    queryCache: new QueryCache({ onError: (error, query) => announce(error, query.meta) }),
    // Every save invalidates all queries except those of a removed record, which would answer 404.
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

// Runs while the server is still checking the session.
preloadScreen(location.pathname)

onLostScan(() => {
  sound('bad')
  toastError('Escanee otra vez')
})

/** Keeps the keys of a scanner while the next screen loads. */
function keepKeysOfScans({ state: { location, navigation }, subscribe }: ReturnType<typeof createRouter>): void {
  let shown = findScreen(location.pathname)
  subscribe(({ location, navigation, initialized }) => {
    const next = navigation.location?.pathname
    if (next !== undefined && findScreen(next) !== shown) return keepKeys()
    shown = findScreen(location.pathname)
    if (initialized && navigation.state === 'idle') awaitField()
  })
  if (navigation.state === 'idle') awaitField()
}

export function SignedInApp() {
  const [client] = useState(createQueryClient)
  const [router, setRouter] = useState<ReturnType<typeof createRouter>>()
  useLayoutEffect(() => {
    const made = createRouter(client)
    setRouter(made)
    keepKeysOfScans(made)
    // Otherwise the old router would follow the addresses of the next session too.
    return () => made.dispose()
  }, [client])
  useEffect(() => () => client.clear(), [client])
  // Requests refused after the session ended are repeated once it continues.
  useEffect(() => {
    return useSession.subscribe(({ phase }, before) => {
      if (before.phase === 'ended' && phase === 'signedIn') void client.invalidateQueries()
    })
  }, [client])
  return (
    <QueryClientProvider client={client}>
      {router && (
        <AppRouter value={router}>
          <RouterProvider router={router} />
        </AppRouter>
      )}
      <ToastLayer />
    </QueryClientProvider>
  )
}
