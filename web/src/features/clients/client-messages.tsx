import type { Client } from '@casillero/shared/contract/clients'
import { useMutation } from '@tanstack/react-query'
import { BellOff } from 'lucide-react'
import { useState } from 'react'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { toastSuccess } from '../../ui/feedback/toast.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { MessageTab } from '../messages/message-list.tsx'

type ClientMessagesProps = { client: Client; onClose: () => void }

export function ClientMessages({ client: opened, onClose }: ClientMessagesProps) {
  const may = useMay()
  const [client, setClient] = useState(opened)
  const allow = useMutation({
    mutationFn: (allowed: boolean) =>
      call('PUT /api/client/:id/messages', { params: { id: client.id }, body: { allowed } }),
    onSuccess: ({ data }) => {
      setClient(data)
      toastSuccess(data.messagesAllowed ? 'El cliente recibe mensajes de nuevo' : 'El cliente ya no recibe mensajes')
    },
    onError: (error) => toastFailure(error, 'Error al actualizar el cliente'),
  })
  const change = (allowed: boolean) => allow.mutate(allowed)
  const mayChange = may('clients.write')
  return (
    <Dialog
      title={`Mensajes de ${fullName(client)}`}
      badge={<Tag>{client.casillero}</Tag>}
      size="2xl"
      firstFocus="[data-close]"
      onClose={onClose}
      footer={
        <>
          {mayChange && client.messagesAllowed && (
            <Button
              variant="ghost"
              className="mr-auto"
              icon={<BellOff size={16} aria-hidden="true" />}
              busy={allow.isPending}
              onClick={() => change(false)}
            >
              No enviarle mensajes
            </Button>
          )}
          <Button data-close variant="primary" className="max-md:flex-1" onClick={onClose}>
            Cerrar
          </Button>
        </>
      }
    >
      <div className="px-4 pt-1 md:px-5">
        {!client.messagesAllowed && (
          <Note tone="yellow" className="mb-3">
            <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
              <p className="mr-auto">
                <b className="font-semibold">No recibe mensajes.</b> Respondió BAJA o el personal lo pidió.
              </p>
              {mayChange && (
                <Button size="sm" busy={allow.isPending} busyLabel="Guardando..." onClick={() => change(true)}>
                  Permitir mensajes
                </Button>
              )}
            </div>
          </Note>
        )}
        <MessageTab filter={{ clientId: client.id }} />
      </div>
    </Dialog>
  )
}
