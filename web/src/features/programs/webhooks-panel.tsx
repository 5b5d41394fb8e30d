import type { Webhook } from '@casillero/shared/contract/webhooks'
import { useMutation } from '@tanstack/react-query'
import { List, Send } from 'lucide-react'
import { useState } from 'react'
import { CreateLine } from '../../crud/create-line.tsx'
import { RemoveDialog } from '../../crud/remove-dialog.tsx'
import { ResourceList, useResource } from '../../crud/resource-page.tsx'
import { rowActions } from '../../crud/row-actions.tsx'
import { wholeList } from '../../crud/whole-list.ts'
import { call, read } from '../../lib/api.ts'
import { Badge } from '../../ui/display/badge.tsx'
import { toastFailure } from '../../ui/feedback/failure-toast.tsx'
import { CardTitle } from '../../ui/lists/card-list.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { DeliveriesDialog } from './deliveries-dialog.tsx'
import { eventNames } from './event-names.ts'
import { SecretDialog } from './secret-dialog.tsx'
import { WebhookForm } from './webhook-form.tsx'

const texts = {
  title: 'Webhooks',
  create: 'Nuevo Webhook',
  empty: 'No hay webhooks',
  emptyHint: 'Un webhook avisa a otro programa cuando algo pasa aquí.',
  failed: 'Error al cargar los webhooks',
}

type Open = { kind: 'form'; webhook?: Webhook } | { kind: 'deliveries' | 'remove'; webhook: Webhook }

export function WebhooksPanel() {
  const resource = useResource(() => wholeList(read('GET /api/webhooks')), texts)
  const [open, setOpen] = useState<Open>()
  const [secret, setSecret] = useState<string>()
  const close = () => setOpen(undefined)
  const create = () => setOpen({ kind: 'form' })
  const edit = (webhook: Webhook) => setOpen({ kind: 'form', webhook })
  const test = useMutation({
    mutationFn: ({ id }: Webhook) => call('POST /api/webhooks/:id/test', { params: { id } }),
    onSuccess: (_reply, webhook) => setOpen({ kind: 'deliveries', webhook }),
    onError: (error) => toastFailure(error, 'Error al probar el webhook'),
  })
  return (
    <>
      <CreateLine label={texts.create} onCreate={create} />
      <ResourceList
        texts={texts}
        resource={resource}
        onCreate={create}
        table={{
          columns,
          card: (webhook) => <WebhookCard webhook={webhook} />,
          formatName: ({ address }) => address,
          onOpen: edit,
          look: { rowHeight: 56, minWidth: 760 },
          actions: (webhook) => [
            { label: 'Probar', icon: <Send size={18} />, run: () => !test.isPending && test.mutate(webhook) },
            { label: 'Envíos', icon: <List size={18} />, run: () => setOpen({ kind: 'deliveries', webhook }) },
            ...rowActions(webhook, { edit, remove: () => setOpen({ kind: 'remove', webhook }) }),
          ],
        }}
      />
      {open?.kind === 'form' && <WebhookForm webhook={open.webhook} onMade={setSecret} onClose={close} />}
      {open?.kind === 'deliveries' && <DeliveriesDialog webhook={open.webhook} onClose={close} />}
      {open?.kind === 'remove' && (
        <RemoveDialog
          thing="el webhook"
          title="¿Eliminar el webhook?"
          run={() => call('DELETE /api/webhooks/:id', { params: { id: open.webhook.id } })}
          onClose={close}
        >
          Ya no se enviará nada a <b className="break-all font-semibold">{open.webhook.address}</b>, tampoco lo que
          espera.
        </RemoveDialog>
      )}
      {secret !== undefined && (
        <SecretDialog
          title="El secreto del webhook"
          label="Secreto"
          secret={secret}
          warning="Cópielo ahora: no se vuelve a mostrar. Con él, su programa comprueba que un envío viene de aquí."
          onClose={() => setSecret(undefined)}
        />
      )}
    </>
  )
}

const formatNames = ({ events }: Webhook): string => events.map((event) => eventNames[event]).join(' · ')

const columns: readonly Column<Webhook>[] = [
  {
    header: 'Dirección',
    cell: (webhook) => (
      <>
        <span className="block wrap-anywhere font-medium" title={webhook.address}>
          {webhook.address}
        </span>
        <span className="block wrap-anywhere text-help text-muted">{formatNames(webhook)}</span>
      </>
    ),
  },
  { header: 'Estado', width: 300, cell: (webhook) => <WebhookState webhook={webhook} /> },
]

function WebhookCard({ webhook }: { webhook: Webhook }) {
  return (
    <>
      <CardTitle note={formatNames(webhook)}>{webhook.address}</CardTitle>
      <div className="mt-1">
        <WebhookState webhook={webhook} />
      </div>
    </>
  )
}

function WebhookState({ webhook: { isPaused, failing } }: { webhook: Webhook }) {
  if (isPaused) return <Badge tone="grey">En pausa</Badge>
  if (failing === null) return <Badge tone="green">Activo</Badge>
  return (
    <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
      <Badge tone="red">Falla</Badge>
      <span className="text-help text-muted">{failing.reason}</span>
    </span>
  )
}
