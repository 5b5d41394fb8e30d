import type { Client } from '@casillero/shared/contract/clients'
import { useQuery } from '@tanstack/react-query'
import { X } from 'lucide-react'
import { useState } from 'react'
import { read } from '../../lib/api.ts'
import { IconButton } from '../../ui/controls/icon-button.tsx'
import { Highlight } from '../../ui/display/highlight.tsx'
import { Tag } from '../../ui/display/tag.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { fullName } from '../client-search/client-name.ts'
import { searchClients } from '../client-search/search-clients.ts'

type ClientFilterProps = { clientId: string | undefined; onChange: (clientId: string | null) => void }

/** Whose messages are asked for: found by typing, then shown by name until taken away. */
export function ClientFilter({ clientId, onChange }: ClientFilterProps) {
  const [found, setFound] = useState<Client>()
  const isKnown = found?.id === clientId
  // After a reload the address has only the id; a message of theirs has the name.
  const named = useQuery({
    ...read('GET /api/messages', { query: { clientId, page: '1', limit: '1' } }),
    enabled: clientId !== undefined && !isKnown,
  }).data?.data[0]?.clientName
  const name = isKnown && found ? fullName(found) : (named ?? 'Cliente elegido')
  return (
    <Field label="Cliente" className="max-md:col-span-2 md:min-w-52 md:max-w-64 md:flex-1">
      {(control) =>
        clientId === undefined ? (
          <Combobox
            id={control.id}
            placeholder="Nombre, casillero o teléfono"
            from={2}
            search={searchClients}
            onChoose={(client) => {
              setFound(client)
              onChange(client.id)
            }}
            option={(client, text) => (
              <span className="flex flex-wrap items-center gap-x-2 gap-y-0.5">
                <span className="break-words font-medium text-body">
                  <Highlight text={fullName(client)} search={text} />
                </span>
                <Tag>{client.casillero}</Tag>
              </span>
            )}
            none="No se encontraron clientes"
          />
        ) : (
          <div className="relative">
            <TextInput {...control} readOnly value={name} title={name} className="truncate pr-11" />
            <IconButton
              label={`Quitar cliente: ${name}`}
              icon={<X size={17} aria-hidden="true" />}
              className="absolute top-1/2 right-0.5 -translate-y-1/2"
              onClick={() => onChange(null)}
            />
          </div>
        )
      }
    </Field>
  )
}
