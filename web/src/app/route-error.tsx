import { useEffect } from 'react'
import { useRouteError } from 'react-router'
import { ErrorState } from '../ui/empty-state.tsx'
import { Page } from '../ui/page.tsx'
import { Surface } from '../ui/surface.tsx'

/** What stands in the place of a screen that broke or whose code did not arrive. */
export function RouteError() {
  const error = useRouteError()
  useEffect(() => console.error('Unexpected error', error), [error])
  return (
    <Page title="Error">
      <Surface>
        {/* Loading the page anew also brings the code of a version that was installed meanwhile. */}
        <ErrorState title="No se pudo mostrar esta pantalla" onRetry={() => location.reload()} />
      </Surface>
    </Page>
  )
}
