import { ApiError } from '../lib/api.ts'
import { EmptyState, ErrorState } from '../ui/feedback/empty-state.tsx'

type LostRowProps = {
  error: unknown
  lost: string
  failed: string
  onRetry: () => void
}

export function LostRow({ error, lost, failed, onRetry }: LostRowProps) {
  if (error instanceof ApiError && error.status === 404) return <EmptyState title={lost} hint="Revise la dirección." />
  return <ErrorState title={failed} onRetry={onRetry} />
}
