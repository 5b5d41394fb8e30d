import type { Client } from '@casillero/shared/contract/clients'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Copy, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { fullName } from '../client-search/client-name.ts'
import { NoMessages } from '../clients/no-messages.tsx'

type ClientHeadProps = { client: Client; isWide: boolean; actions: ReactNode }

/** Who the client is, and how to reach them. */
export function ClientHead({ client, isWide, actions }: ClientHeadProps) {
  const Name = isWide ? 'h1' : 'h2'
  return (
    <div className="mb-3">
      <div className="flex items-start gap-3">
        <Name className="min-w-0 flex-1 break-words font-semibold text-h1">{fullName(client)}</Name>
        {actions}
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-muted">
        <CopyButton text={client.casillero} />
        <a
          href={`tel:+${client.phone}`}
          className="inline-flex min-h-6 items-center gap-1.5 tabular-nums pointer-coarse:min-h-11"
        >
          <Phone size={15} aria-hidden="true" />
          <span className="sr-only">Llamar al </span>
          {formatPhone(client.phone)}
        </a>
        <a
          href={`https://wa.me/${client.phone}`}
          target="_blank"
          rel="noreferrer"
          className="inline-flex min-h-6 items-center gap-1.5 font-medium text-primary-text pointer-coarse:min-h-11"
        >
          <MessageCircle size={15} aria-hidden="true" />
          WhatsApp
        </a>
        {client.city !== null && <span className="break-words">{client.city}</span>}
        <span>{`Cliente desde ${formatDate(client.createdAt).replace(/^\d+ /, '')}`}</span>
        {!client.messagesAllowed && <NoMessages />}
      </p>
    </div>
  )
}

function CopyButton({ text }: { text: string }) {
  const copy = () =>
    void navigator.clipboard?.writeText(text).then(
      () => toastSuccess(`${text} copiado`),
      () => toastError('No se pudo copiar'),
    )
  return (
    <button
      type="button"
      aria-label={`Copiar casillero ${text}`}
      title="Copiar"
      onClick={copy}
      className="inline-flex min-h-6 items-center gap-1.5 rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-medium text-[12px] text-muted tabular-nums hover:text-fg pointer-coarse:min-h-11"
    >
      {text}
      <Copy size={12} aria-hidden="true" />
    </button>
  )
}
