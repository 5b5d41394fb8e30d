import { useQuery } from '@tanstack/react-query'
import type { FilterField } from '../../crud/filter-fields.tsx'
import { readId } from '../../crud/list-filter.ts'
import type { ListState } from '../../crud/list-state.ts'
import { ApiError, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { fullName } from './client-name.ts'
import { ClientOption } from './client-option.tsx'
import { findOnlyClient, searchClients } from './search-clients.ts'

export function useFilterClient(state: Pick<ListState, 'values'>): string {
  const id = readId(state.values('clientId')[0] ?? null)
  const client = useQuery({ ...read('GET /api/client/:id', { params: { id: id ?? '' } }), enabled: id !== undefined })
  if (client.data) return fullName(client.data.data)
  return client.error instanceof ApiError && client.error.status === 404 ? 'Cliente eliminado' : '…'
}

export function clientFilterField(state: Pick<ListState, 'values' | 'setValues'>, name: string): FilterField {
  const isChosen = readId(state.values('clientId')[0] ?? null) !== undefined
  return {
    keys: ['clientId'],
    label: 'Cliente',
    text: isChosen ? name : undefined,
    isSingle: true,
    editor: (
      <div className="grid gap-2">
        {isChosen && (
          <p className="flex items-center justify-between gap-2 text-body">
            <span className="min-w-0 break-words font-semibold">{name}</span>
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
          only={findOnlyClient}
          onChoose={({ id }) => state.setValues({ clientId: [id] })}
          option={(found, text) => <ClientOption client={found} text={text} />}
          none="No se encontraron clientes"
        />
      </div>
    ),
  }
}
