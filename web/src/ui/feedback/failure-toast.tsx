import { ApiError, describeError } from '../../lib/api.ts'
import { toastError } from './toast.tsx'
import { dismissToast } from './toast-store.ts'

type FailureOptions = {
  /** Without a connection. */
  offline?: string | undefined
  replaces?: string | undefined
}

/** In the server's words, and without a connection that there is none. */
export function toastFailure(error: unknown, failed: string, { offline, replaces }: FailureOptions = {}): void {
  const status = error instanceof ApiError ? error.status : undefined
  if (status === 401) {
    // The sign-in that opens over the screen says it.
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
