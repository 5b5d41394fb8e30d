import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Highlight } from '../../ui/display/highlight.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { fullName } from './client-name.ts'

export function ClientOption({ client, text }: { client: Client; text: string }) {
  return (
    <>
      <span className="block break-words font-medium text-body">
        <Highlight text={fullName(client)} search={text} />
      </span>
      <span className="mt-0.5 flex items-center gap-2 text-help text-muted">
        <Tag>{client.casillero}</Tag>
        <span className="tabular-nums">{formatPhone(client.phone)}</span>
      </span>
    </>
  )
}
