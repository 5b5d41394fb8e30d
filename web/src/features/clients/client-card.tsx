import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Tag } from '../../ui/display/tag.tsx'
import { fullName } from '../client-search/client-name.ts'
import { NoMessages } from './no-messages.tsx'

export function ClientCard({ client }: { client: Client }) {
  return (
    <>
      <p className="wrap-anywhere pr-10 font-semibold text-body">{fullName(client)}</p>
      <div className="mt-1 flex flex-wrap items-center gap-x-2 pr-10 text-help text-muted">
        <Tag>{client.casillero}</Tag>
        <span className="shrink-0 tabular-nums">{formatPhone(client.phone)}</span>
        {client.city !== null && <span className="wrap-anywhere">· {client.city}</span>}
      </div>
      {!client.messagesAllowed && (
        <div className="mt-1">
          <NoMessages />
        </div>
      )}
    </>
  )
}
