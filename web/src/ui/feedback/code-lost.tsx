import { RefreshCw } from 'lucide-react'
import { useEffect, useState } from 'react'
import { bringNewVersion } from '../../lib/new-version.ts'
import { Button } from '../controls/button.tsx'
import { EmptyState, ErrorState } from './empty-state.tsx'

/** Shown offline, or after a deployment. */
export function CodeLost({ onRetry }: { onRetry: () => void }) {
  const [isReplaced, setIsReplaced] = useState(false)
  useEffect(() => {
    void bringNewVersion().then(setIsReplaced)
  }, [])
  if (!isReplaced) return <ErrorState title="No se pudo mostrar esta pantalla" onRetry={onRetry} />
  return (
    <EmptyState title="Hay una versión nueva" hint="Guarde lo que está escribiendo y actualice la página.">
      <Button icon={<RefreshCw size={16} aria-hidden="true" />} onClick={() => location.reload()}>
        Actualizar
      </Button>
    </EmptyState>
  )
}
