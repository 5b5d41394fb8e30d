import type { ClientDevice } from '@casillero/shared/contract/client-access'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { Copy, Send } from 'lucide-react'
import { LostRow } from '../../crud/lost-row.tsx'
import { useCopiedLink } from '../../crud/use-copied-link.ts'
import { call, describeError, read } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import type { ClientDialogProps } from './client-dialogs.tsx'

const failed = 'Error al cargar los dispositivos'

/** docs/product/client-pages.md, "Staff". */
export function AccessDialog({ account: { client }, onClose }: ClientDialogProps) {
  const { send, copy, url } = useAccess(client.id)
  const may = useMay()
  return (
    <Dialog
      title={`Mi casillero de ${fullName(client)}`}
      size="md"
      onClose={onClose}
      footer={
        <Button className="max-md:flex-1" onClick={onClose}>
          Cerrar
        </Button>
      }
    >
      <div className="grid gap-4 border-line border-t px-4 py-4 text-body md:px-5">
        <p className="text-muted">
          En {`${location.host}/mi`} el cliente ve sus paquetes, lo que debe, sus facturas y su dirección. Entra con un
          enlace que vale una sola vez: 30 minutos si lo recibe por WhatsApp, 24 horas si usted lo copia.
        </p>
        {url !== undefined && (
          <Field label="Enlace">
            {(control) => <TextInput {...control} readOnly value={url} onFocus={({ target }) => target.select()} />}
          </Field>
        )}
        <div className="grid gap-2 sm:grid-cols-2">
          {may('messages.send') && (
            <Button icon={<Send size={16} aria-hidden="true" />} busy={send.isPending} onClick={() => send.mutate()}>
              Enviar acceso
            </Button>
          )}
          <Button icon={<Copy size={16} aria-hidden="true" />} busy={copy.isPending} onClick={() => copy.mutate()}>
            Copiar enlace
          </Button>
        </div>
        <Devices clientId={client.id} />
      </div>
    </Dialog>
  )
}

function useAccess(id: string) {
  const send = useMutation({
    mutationFn: () => call('POST /api/client/:id/access', { params: { id } }),
    onSuccess: () => toastSuccess('El acceso saldrá por WhatsApp'),
    onError: (error) => toastError(describeError(error, 'Error al enviar el acceso')),
  })
  const { copy, url } = useCopiedLink(
    async () => (await call('POST /api/client/:id/access-link', { params: { id } })).data.url,
    'Error al crear el enlace',
  )
  return { send, copy, url }
}

function Devices({ clientId }: { clientId: string }) {
  const reading = read('GET /api/client/:id/devices', { params: { id: clientId } })
  const query = useQuery({ ...reading, meta: { failed } })
  const queries = useQueryClient()
  const end = useMutation({
    mutationFn: (deviceId: string) =>
      call('DELETE /api/client/:id/devices/:deviceId', { params: { id: clientId, deviceId } }),
    onSuccess: () => toastSuccess('Dispositivo cerrado'),
    onError: (error) => toastError(describeError(error, 'Error al cerrar el dispositivo')),
    onSettled: () => queries.invalidateQueries({ queryKey: reading.queryKey }),
  })
  const devices = query.data?.data
  return (
    <section aria-label="Dispositivos">
      <h3 className="font-semibold text-label">Dispositivos</h3>
      {devices === undefined ? (
        query.isError ? (
          <LostRow error={query.error} lost={failed} failed={failed} onRetry={() => void query.refetch()} />
        ) : (
          <Spinner label="Cargando dispositivos..." />
        )
      ) : devices.length === 0 ? (
        <p className="mt-1 text-muted">Todavía no ha entrado en ninguno.</p>
      ) : (
        <ul className="mt-1 divide-y divide-line">
          {devices.map((device) => (
            <DeviceRow
              key={device.id}
              device={device}
              isEnding={end.isPending && end.variables === device.id}
              onEnd={() => end.mutate(device.id)}
            />
          ))}
        </ul>
      )}
    </section>
  )
}

type DeviceRowProps = { device: ClientDevice; isEnding: boolean; onEnd: () => void }

const DeviceRow = ({ device: { name, createdAt, lastUsedAt }, isEnding, onEnd }: DeviceRowProps) => (
  <li className="flex items-center gap-3 py-2">
    <div className="min-w-0 flex-1">
      <p className="font-medium">{name}</p>
      <p className="text-help text-muted">
        Última visita: {formatDateTime(lastUsedAt)} · Entró: {formatDateTime(createdAt)}
      </p>
    </div>
    <Button variant="danger-quiet" size="sm" aria-label={`Cerrar: ${name}`} busy={isEnding} onClick={onEnd}>
      Cerrar
    </Button>
  </li>
)
