import type { ReactNode } from 'react'
import { ErrorState } from '../feedback/empty-state.tsx'
import { SkeletonRows } from '../feedback/skeleton.tsx'
import { Surface } from './surface.tsx'

type TotalsCardProps<Totals> = {
  query: { isError: boolean; refetch: () => Promise<unknown> }
  totals: Totals | undefined
  failed: string
  children: (totals: Totals) => ReactNode
}

/** Keeps its place while loading and after a failure. */
export function TotalsCard<Totals>({ query, totals, failed, children }: TotalsCardProps<Totals>) {
  return (
    <Surface className="mb-3 overflow-clip">
      {query.isError ? (
        <ErrorState title={failed} onRetry={() => void query.refetch()} />
      ) : totals === undefined ? (
        <SkeletonRows height={44} label="Cargando totales..." isTable={true} />
      ) : (
        children(totals)
      )}
    </Surface>
  )
}
