import { useEffect } from 'react'
import { useLocation, useNavigate, useRouteError } from 'react-router'
import { CodeLost } from '../ui/feedback/code-lost.tsx'
import { ErrorState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Surface } from '../ui/layout/surface.tsx'

export class LostScreen extends Error {}

export function RouteError() {
  const error = useRouteError()
  const navigate = useNavigate()
  const location = useLocation()
  useEffect(() => console.error('Unexpected error', error), [error])
  const again = () => void navigate(location, { replace: true, state: location.state, preventScrollReset: true })
  return (
    <Page title="Error">
      <Surface>
        {error instanceof LostScreen ? (
          <CodeLost onRetry={again} />
        ) : (
          <ErrorState title="No se pudo mostrar esta pantalla" onRetry={() => window.location.reload()} />
        )}
      </Surface>
    </Page>
  )
}
