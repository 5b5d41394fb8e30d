import type { Client } from '@casillero/shared/contract/clients'
import type { Conversation } from '@casillero/shared/contract/conversations'
import { formatPhone } from '@casillero/shared/domain/phone'
import { splitOwnName } from '@casillero/shared/domain/spanish-name'
import { UserPlus } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../crud/confirm-dialog.tsx'
import { call } from '../../lib/api.ts'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Spinner } from '../../ui/controls/spinner.tsx'
import { Dialog } from '../../ui/overlays/dialog.tsx'
import { fullName } from '../client-search/client-name.ts'
import { ClientSearch } from '../client-search/client-search.tsx'
import { ClientForm } from '../clients/client-form.tsx'
import { useChange } from './conversation-calls.ts'
import { formatName, formatNumber } from './conversation-texts.ts'

function useGiving(conversation: Conversation, onDone?: () => void) {
  const { mutate, isPending } = useChange(conversation)
  const give = (client: Client) =>
    isPending || mutate({ clientId: client.id, saved: `El número es de ${fullName(client)}` }, { onSuccess: onDone })
  return { give, isPending }
}

type SecondPhoneProps = { conversation: Conversation; client: Client; onClose: () => void }

/** Staff who give a number to a client prove it, so they are asked first. docs/product/conversations.md, "Numbers". */
function SecondPhoneQuestion({ conversation: { id, phone, isWaiting, version }, client, onClose }: SecondPhoneProps) {
  const name = fullName(client)
  const body = { attended: !isWaiting, clientId: client.id, version }
  return (
    <ConfirmDialog
      title={`¿Es el segundo teléfono de ${name}?`}
      tone="primary"
      texts={{
        confirm: 'Sí, guardarlo',
        confirming: 'Guardando...',
        done: `El número es de ${name}`,
        failed: 'Error al guardar la conversación',
      }}
      run={() => call('PUT /api/conversations/:id', { params: { id }, body })}
      onClose={onClose}
    >
      {`${formatPhone(phone ?? '')} queda en su ficha, y a lo que pregunte desde ese número se le contesta con sus datos.`}
    </ConfirmDialog>
  )
}

export function UnknownNumber({ conversation }: { conversation: Conversation }) {
  const may = useMay()
  const [isNew, setIsNew] = useState(false)
  const { give, isPending } = useGiving(conversation)
  const [asked, setAsked] = useState<Client>()
  return (
    <div className="grid grid-cols-[minmax(0,1fr)] gap-4 p-4">
      <div>
        <h2 className="wrap-anywhere font-semibold text-card">{formatName(conversation)}</h2>
        <p className="mt-0.5 break-words text-help text-muted">{formatNumber(conversation)}</p>
      </div>
      <section aria-labelledby="give" className="grid gap-1.5">
        <h3 id="give" className="font-semibold text-label">
          Es de …
        </h3>
        {/* A number that clients have as their phone becomes no second one. */}
        <ClientSearch label="Es de" onChoose={conversation.isShared ? give : setAsked} />
        {isPending ? (
          <Spinner label="Guardando..." />
        ) : (
          <p className="text-help text-muted">
            {conversation.isShared
              ? 'Varios clientes tienen este teléfono: elija quién escribe.'
              : 'Elija el cliente; después se pregunta si es su segundo teléfono.'}
          </p>
        )}
      </section>
      {may('clients.write') && (
        <Button icon={<UserPlus size={16} aria-hidden="true" />} onClick={() => setIsNew(true)}>
          Nuevo cliente
        </Button>
      )}
      {asked !== undefined && (
        <SecondPhoneQuestion conversation={conversation} client={asked} onClose={() => setAsked(undefined)} />
      )}
      {isNew && (
        <ClientForm
          start={{ ...splitOwnName(conversation.name ?? ''), phone: conversation.phone ?? '' }}
          onCreated={give}
          onClose={() => setIsNew(false)}
        />
      )}
    </div>
  )
}

type OtherClientProps = { conversation: Conversation; onClose: () => void }

export function OtherClientDialog({ conversation, onClose }: OtherClientProps) {
  const { give, isPending } = useGiving(conversation, onClose)
  return (
    <Dialog title="Dar a otro cliente" size="md" onClose={onClose}>
      <div className="grid min-h-60 content-start gap-2 px-5 pb-5">
        <p className="text-body text-muted">
          {`La conversación con ${formatName(conversation)} pasa al cliente que elija.`}
        </p>
        <ClientSearch label="Cliente" except={conversation.client?.id} onChoose={give} />
        {isPending && <Spinner label="Guardando..." />}
      </div>
    </Dialog>
  )
}
