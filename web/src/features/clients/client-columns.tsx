import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import type { Column } from '../../ui/table.tsx'
import { Tag } from '../../ui/tag.tsx'
import { fullName } from './client-name.ts'
import { NoMessagesSign } from './no-messages.tsx'

export const clientColumns: readonly Column<Client>[] = [
  { header: 'Casillero', width: 104, cell: (client) => <Tag>{client.casillero}</Tag> },
  {
    header: 'Nombre',
    cell: (client) => (
      <span className="flex items-center gap-2">
        <span className="truncate font-medium" title={fullName(client)}>
          {fullName(client)}
        </span>
        {!client.messagesAllowed && <NoMessagesSign />}
      </span>
    ),
  },
  { header: 'Teléfono', width: 148, cell: (client) => formatPhone(client.phone) },
  {
    header: 'Email',
    width: 206,
    cell: ({ email }) => (email === null ? '—' : <span title={email}>{email}</span>),
  },
  { header: 'Ciudad', width: 128, cell: (client) => client.city ?? '—' },
]
