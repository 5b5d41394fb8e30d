import { QueryClientProvider } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { RouterProvider } from 'react-router/dom'
import { ToastLayer } from '../ui/toast.tsx'
import { createQueryClient } from './query-client.ts'
import { createRouter } from './router.tsx'
import { preloadScreen } from './screens.ts'

// The server is still being asked who this is.
preloadScreen(location.pathname)

/** Everything behind the sign-in; it lives and dies with the session. */
export function SignedInApp() {
  const [client] = useState(createQueryClient)
  const [router] = useState(createRouter)
  useEffect(() => () => client.clear(), [client])
  return (
    <QueryClientProvider client={client}>
      <RouterProvider router={router} />
      <ToastLayer />
    </QueryClientProvider>
  )
}
