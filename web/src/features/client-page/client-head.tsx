import type { ClientAccount } from '@casillero/shared/contract/client-account'
import type { Client } from '@casillero/shared/contract/clients'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Copy, MessageCircle, Phone } from 'lucide-react'
import type { ReactNode } from 'react'
import { buttonClass } from '../../ui/controls/button.tsx'
import { toastError, toastSuccess } from '../../ui/feedback/toast.tsx'
import { Surface } from '../../ui/layout/surface.tsx'
import { Trail } from '../../ui/layout/trail.tsx'
import { fullName } from '../client-search/client-name.ts'
import { NoMessages } from '../clients/no-messages.tsx'

const callLink = ({ phone }: Client) => ({ href: `tel:+${phone}` })
const chatLink = ({ phone }: Client) => ({ href: `https://wa.me/${phone}`, target: '_blank', rel: 'noreferrer' })

export function WideHead({ client, actions }: { client: Client; actions: ReactNode }) {
  return (
    <div className="mb-3">
      <Trail places={[{ to: '/clients', label: 'Clientes' }]} />
      <div className="flex items-start gap-3">
        <h1 className="min-w-0 flex-1 break-words font-semibold text-h1">{fullName(client)}</h1>
        <div className="flex shrink-0 gap-2">{actions}</div>
      </div>
      <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-muted">
        <CopyButton text={client.casillero} />
        <a
          {...callLink(client)}
          className="inline-flex min-h-6 items-center gap-1.5 tabular-nums pointer-coarse:min-h-11"
        >
          <Phone size={15} aria-hidden="true" />
          <span className="sr-only">Llamar al </span>
          {formatPhone(client.phone)}
        </a>
        <a
          {...chatLink(client)}
          className="inline-flex min-h-6 items-center gap-1.5 font-medium text-primary-text pointer-coarse:min-h-11"
        >
          <MessageCircle size={15} aria-hidden="true" />
          WhatsApp
        </a>
        {client.city !== null && <span className="break-words">{client.city}</span>}
        <FormerCasilleros client={client} />
        <span>{`Cliente desde ${formatDate(client.createdAt).replace(/^\d+ /, '')}`}</span>
        {!client.messagesAllowed && <NoMessages />}
      </p>
    </div>
  )
}

/** With what is owed, for a thumb. */
export function NarrowHead({ account: { client }, children }: { account: ClientAccount; children: ReactNode }) {
  return (
    <Surface className="mb-3 overflow-clip">
      <div className="px-4 py-3">
        <h2 className="break-words font-semibold text-title">{fullName(client)}</h2>
        <p className="mt-1 flex flex-wrap items-center gap-x-3 gap-y-1 text-body text-muted">
          <CopyButton text={client.casillero} />
          <span className="tabular-nums">{formatPhone(client.phone)}</span>
          <FormerCasilleros client={client} />
          {!client.messagesAllowed && <NoMessages />}
        </p>
        <div className="mt-3 grid grid-cols-2 gap-2">
          <a {...callLink(client)} className={buttonClass('secondary')}>
            <Phone size={16} aria-hidden="true" />
            Llamar
          </a>
          <a {...chatLink(client)} className={buttonClass('secondary')}>
            <MessageCircle size={16} aria-hidden="true" />
            WhatsApp
          </a>
        </div>
      </div>
      {children}
    </Surface>
  )
}

const FormerCasilleros = ({ client: { formerCasilleros } }: { client: Client }) =>
  formerCasilleros.length > 0 && <span>{`Antes también ${formerCasilleros.join(', ')}`}</span>

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
      // What a thumb hits is larger than the tag.
      className="inline-flex min-h-6 items-center pointer-coarse:min-h-11"
    >
      <span className="inline-flex h-5 items-center gap-1.5 rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-medium text-[12px] text-muted tabular-nums hover:text-fg">
        {text}
        <Copy size={12} aria-hidden="true" />
      </span>
    </button>
  )
}
