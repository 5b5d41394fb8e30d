import { Compass } from 'lucide-react'
import { Link } from 'react-router'
import { buttonClass } from '../ui/controls/button.tsx'
import { EmptyState } from '../ui/feedback/empty-state.tsx'
import { Page } from '../ui/layout/page.tsx'
import { Surface } from '../ui/layout/surface.tsx'

export function NotFoundPage() {
  return (
    <Page title="Página no encontrada">
      <Surface>
        <EmptyState
          title="Esta página no existe"
          hint="Revise la dirección o vuelva al inicio."
          icon={<Compass size={20} />}
        >
          <Link to="/dashboard" className={buttonClass('secondary')}>
            Ir al Dashboard
          </Link>
        </EmptyState>
      </Surface>
    </Page>
  )
}
