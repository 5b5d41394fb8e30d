import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Link } from 'react-router'
import { Tag } from '../../ui/display/tag.tsx'
import type { Column } from '../../ui/lists/table.tsx'
import { fullName } from '../client-search/client-name.ts'
import { NoMessagesSign } from './no-messages.tsx'

export const clientColumns: readonly Column<Client>[] = [
  { header: 'Casillero', width: 104, cell: (client) => <Tag>{client.casillero}</Tag> },
  {
    header: 'Nombre',
    order: 'name',
    cell: (client) => (
      <span className="flex items-center gap-2">
        <Link
          to={`/clients/${client.id}`}
          className="wrap-anywhere font-medium hover:underline"
          title={fullName(client)}
        >
          {fullName(client)}
        </Link>
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
