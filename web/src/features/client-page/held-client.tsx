import type { Client } from '@casillero/shared/contract/clients'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useMutation } from '@tanstack/react-query'
import { call, newIdempotencyKey } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'

/** docs/product/sign-up.md, "¿No fue usted?". */
export function HeldClient({ client: { id, heldAt } }: { client: Pick<Client, 'id' | 'heldAt'> }) {
  const mayRelease = useMay()('clients.write')
  const releasing = useMutation({
    mutationFn: () =>
      call('POST /api/clients/:id/release', { params: { id }, headers: { 'Idempotency-Key': newIdempotencyKey() } }),
    onSuccess: () => toastSuccess('El cliente quedó suelto'),
    onError: (error) => toastFailure(error, 'Error al soltar el cliente'),
  })
  if (heldAt === null) return null
  return (
    <Note tone="yellow" className="mb-3">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <p className="mr-auto min-w-0 break-words">
          <b className="font-semibold">Retenido.</b>{' '}
          {`De su número contestaron que no pidieron el alta (${formatDateTime(heldAt)}). No entra a Mi casillero ni recibe avisos.`}
        </p>
        {mayRelease && (
          <Button size="sm" busy={releasing.isPending} onClick={() => releasing.mutate()}>
            Sí es cliente: soltar
          </Button>
        )}
      </div>
    </Note>
  )
}
