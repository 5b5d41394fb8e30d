import { ApiError, describeError } from '../../lib/api.ts'
import { toastError } from './toast.tsx'
import { dismissToast } from './toast-store.ts'

type FailureOptions = {
  /** Replaces the text when offline. */
  offline?: string | undefined
  replaces?: string | undefined
}

/** Shows the server's message; offline, says so instead. */
export function toastFailure(error: unknown, failed: string, { offline, replaces }: FailureOptions = {}): void {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 401) {
    // The sign-in dialog over the screen tells this already.
    if (replaces !== undefined) dismissToast(replaces)
  } else if (status === 0) toastError(offline ?? <Offline failed={failed} />, { replaces: replaces ?? failed })
  else toastError(describeError(error, failed), { replaces })
}

const Offline = ({ failed }: { failed: string }) => (
  <>
    {failed}
    <span className="block font-normal text-muted">No hay conexión con el servidor; intente de nuevo.</span>
  </>
)
