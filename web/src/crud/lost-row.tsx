import { ApiError } from '../lib/api.ts'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'

type LostRowProps = {
  error: unknown
  /** The sentence for an id that names nothing, or nothing any more. */
  lost: string
  failed: string
  onRetry: () => void
}

/** In the place of a row that an address names: there is none, or it could not be loaded. */
export function LostRow({ error, lost, failed, onRetry }: LostRowProps) {
  if (error instanceof ApiError && error.status === 404) return <EmptyState title={lost} hint="Revise la dirección." />
  return <ErrorState title={failed} onRetry={onRetry} />
}
