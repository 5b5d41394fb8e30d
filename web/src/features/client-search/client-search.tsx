import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import { Highlight } from '../../ui/display/highlight.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { fullName } from './client-name.ts'
import { searchClients } from './search-clients.ts'

type ClientSearchProps = {
  label: string
  /** The client that is not offered. */
  except?: string | undefined
  onChoose: (client: Client) => void
}

/** A field that looks for a client by name, mailbox or phone. */
export function ClientSearch({ label, except, onChoose }: ClientSearchProps) {
  return (
    <Combobox
      label={label}
      placeholder="Nombre, casillero o teléfono"
      from={2}
      search={async (text, signal) => (await searchClients(text, signal)).filter(({ id }) => id !== except)}
      onChoose={onChoose}
      option={(client, text) => (
        <>
          <span className="block break-words font-medium text-body">
            <Highlight text={fullName(client)} search={text} />
          </span>
          <span className="mt-0.5 flex items-center gap-2 text-help text-muted">
            <Tag>{client.casillero}</Tag>
            <span className="tabular-nums">{formatPhone(client.phone)}</span>
          </span>
        </>
      )}
      none="No se encontraron clientes"
    />
  )
}
