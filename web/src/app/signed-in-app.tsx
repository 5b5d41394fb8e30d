import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { RouterProvider } from 'react-router'
import { onLostScan } from '../lib/broken-scans.ts'
import { awaitField, keepKeys } from '../lib/kept-keys.ts'
import { findScreen } from '../lib/screen-of.ts'
import { useSession } from '../lib/session.ts'
import { sound } from '../lib/sounds.ts'
import { ToastLayer, toastError } from '../ui/feedback/toast.tsx'
import { AppRouter } from './back-steps.tsx'
import { createQueryClient } from './query-client.ts'
import { createRouter } from './router.tsx'
import { preloadScreen } from './screens.ts'

// Runs while the server is still checking the session.
preloadScreen(location.pathname)

onLostScan(() => {
  sound('bad')
  toastError('Escanee otra vez')
})

/** Keeps what a scanner sends meanwhile. */
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
    // Otherwise it would follow the addresses of the next session too.
    return () => made.dispose()
  }, [client])
  useEffect(() => () => client.clear(), [client])
  // Requests refused after the session ended are repeated when it goes on.
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
