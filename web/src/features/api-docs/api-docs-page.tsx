import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { EmptyState, ErrorState } from '../../ui/feedback/empty-state.tsx'
import { SkeletonRows } from '../../ui/feedback/skeleton.tsx'
import { SearchBox } from '../../ui/forms/search-box.tsx'
import { Page } from '../../ui/layout/page.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { fetchDocument, findOperations } from './api-document.ts'
import { OperationDetails } from './operation-details.tsx'

const failed = 'Error al cargar la documentación'

/** The calls that programs can make, as the document describes them; for every user who is signed in. */
export function ApiDocsPage() {
  const [search, setSearch] = useState('')
  const loaded = useQuery({
    queryKey: ['openapi.json'],
    queryFn: fetchDocument,
    staleTime: Number.POSITIVE_INFINITY,
    meta: { failed },
  })
  const groups = useMemo(() => (loaded.data ? findOperations(loaded.data, search) : []), [loaded.data, search])
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
      {loaded.isPending && (
        <Surface>
          <SkeletonRows height={44} label="Cargando..." />
        </Surface>
      )}
      {loaded.isError && (
        <Surface>
          <ErrorState title={failed} onRetry={() => void loaded.refetch()} />
        </Surface>
      )}
      {loaded.data && groups.length === 0 && (
        <Surface>
          <EmptyState title="No se encontraron llamadas" hint={`Nada coincide con «${search}».`} />
        </Surface>
      )}
      <div className="grid gap-4" lang="en">
        {groups.map(([tag, operations]) => (
          <Surface key={tag} className="overflow-clip">
            <h2 className="px-4 py-3 font-semibold text-card">{tag}</h2>
            {operations.map((operation) => (
              <OperationDetails key={operation.operationId} operation={operation} />
            ))}
          </Surface>
        ))}
      </div>
    </Page>
  )
}
