import type { Client } from '@casillero/shared/contract/clients'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { ClientOption } from './client-option.tsx'
import { findOnlyClient, searchClients } from './search-clients.ts'

type ClientSearchProps = {
  label: string
  except?: string | undefined
  onChoose: (client: Client) => void
}

export function ClientSearch({ label, except, onChoose }: ClientSearchProps) {
  return (
    <Combobox
      label={label}
      placeholder="Nombre, casillero o teléfono"
      from={2}
      search={async (text, signal) => (await searchClients(text, signal)).filter(({ id }) => id !== except)}
      only={findOnlyClient}
      onChoose={onChoose}
      option={(client, text) => <ClientOption client={client} text={text} />}
      none="No se encontraron clientes"
    />
  )
}
