import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useLayoutEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { useSession } from '../lib/session.ts'
import { ToastLayer } from '../ui/feedback/toast.tsx'
import { AppRouter } from './back-steps.tsx'
import { createQueryClient } from './query-client.ts'
import { createRouter } from './router.tsx'
import { preloadScreen } from './screens.ts'

// The server is still being asked who this is.
preloadScreen(location.pathname)

/** Everything behind the sign-in; it lives and dies with the session. */
export function SignedInApp() {
  const [client] = useState(createQueryClient)
  const [router, setRouter] = useState<ReturnType<typeof createRouter>>()
  useLayoutEffect(() => {
    const made = createRouter()
    setRouter(made)
    // It would go on following the addresses of the session after this one.
    return () => made.dispose()
  }, [])
  useEffect(() => () => client.clear(), [client])
  // What was refused while the session was over is asked again when it goes on.
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
