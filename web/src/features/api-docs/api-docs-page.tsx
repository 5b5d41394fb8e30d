import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { defer } from '../../ui/feedback/defer.tsx'
import { ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'

const failed = 'Error al cargar la documentación'

const ApiExplorer = defer(() => import('./api-explorer.tsx').then((module) => module.ApiExplorer))

/** The same for all users; needs no session. */
async function fetchDocument({ signal }: { signal: AbortSignal }): Promise<object> {
  const answer = await fetch('/api/openapi.json', { signal })
  if (!answer.ok) throw new Error(`The document was answered ${answer.status}`)
  return await answer.json()
}

export function ApiDocsPage() {
  const [search, setSearch] = useState('')
  const loaded = useQuery({
    queryKey: ['openapi.json'],
    queryFn: fetchDocument,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failed },
  })
  return (
    <Page title="Llamadas para programas">
      <div className="mb-3 grid gap-3">
        <p className="text-body text-muted">
          Un programa llama a la dirección de su empresa con un token de acceso:{' '}
          <code className="break-all font-mono">Authorization: Bearer cas_…</code>. La descripción completa, para
          generar un cliente, está en{' '}
          <a href="/api/openapi.json" className="text-primary-text underline">
            /api/openapi.json
          </a>{' '}
          (OpenAPI 3.1, en inglés).
        </p>
        <div className="max-w-[372px]">
          <SearchBox label="Buscar una llamada..." value={search} busy={false} onSearch={setSearch} />
        </div>
      </div>
      <Surface className="overflow-clip">
        {loaded.isPending && <SkeletonRows height={44} label="Cargando..." />}
        {loaded.isError && <ErrorState title={failed} onRetry={() => void loaded.refetch()} />}
        {loaded.data && <ApiExplorer description={loaded.data} search={search} />}
      </Surface>
    </Page>
  )
}
