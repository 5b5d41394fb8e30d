import type { Client } from '@casillero/shared/contract/clients'
import { useQuery } from '@tanstack/react-query'
import type { FilterField } from '../../crud/filter-fields.tsx'
import type { ListState } from '../../crud/list-state.ts'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { fullName } from './client-name.ts'
import { ClientOption } from './client-option.tsx'
import { searchClients } from './search-clients.ts'

/** The client that an address chooses, as soon as it has loaded. */
export function useFilterClient(state: Pick<ListState, 'values'>): Client | undefined {
  const [id] = state.values('clientId')
  return useQuery({ ...read('GET /api/client/:id', { params: { id: id ?? '' } }), enabled: id !== undefined }).data
    ?.data
}

/** A list's filter by one client; `client` is the chosen one as soon as it has loaded. */
export function clientFilterField(
  state: Pick<ListState, 'values' | 'setValues'>,
  client: Client | undefined,
): FilterField {
  const isChosen = state.values('clientId').length > 0
  return {
    keys: ['clientId'],
    label: 'Cliente',
    text: isChosen ? (client ? fullName(client) : '…') : undefined,
    editor: (
      <div className="grid gap-2">
        {isChosen && (
          <p className="flex items-center justify-between gap-2 text-body">
            <span className="min-w-0 break-words font-semibold">{client ? fullName(client) : '…'}</span>
            <Button variant="link" onClick={() => state.setValues({ clientId: [] })}>
              Quitar
            </Button>
          </p>
        )}
        <Combobox
          label="Cliente"
          placeholder="Cualquier cliente"
          from={2}
          search={searchClients}
          onChoose={({ id }) => state.setValues({ clientId: [id] })}
          option={(found, text) => <ClientOption client={found} text={text} />}
          none="No se encontraron clientes"
        />
      </div>
    ),
  }
}
