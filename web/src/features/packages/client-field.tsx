import type { Client } from '@casillero/shared/contract/clients'
import { formatPhone } from '@casillero/shared/domain/phone'
import { X } from 'lucide-react'
import { useRef } from 'react'
import { Combobox } from '../../ui/combobox.tsx'
import { Field } from '../../ui/field.tsx'
import { useFieldError } from '../../ui/form-fields.tsx'
import { IconButton } from '../../ui/icon-button.tsx'
import { Matched } from '../../ui/matched.tsx'
import { Tag } from '../../ui/tag.tsx'
import { fullName } from '../clients/client-name.ts'
import { searchClients } from '../clients/search-clients.ts'
import type { PackageFields } from './package-draft.ts'
import type { PackageClient } from './package-tariff.ts'

type ClientFieldProps = {
  client: PackageClient | null
  onChange: (client: PackageClient | null) => void
  className?: string
}

/** Whose package it is: found by typing, then shown by name until it is taken away. */
export function ClientField({ client, onChange, className }: ClientFieldProps) {
  const error = useFieldError<PackageFields>('clientId')
  const box = useRef<HTMLDivElement>(null)
  const change = (next: PackageClient | null) => {
    onChange(next)
    // The control that had the focus is gone after this render.
    requestAnimationFrame(() => box.current?.querySelector('input')?.focus())
  }
  return (
    <div ref={box} className={className}>
      <Field label="Cliente" error={error}>
        {(control) =>
          client === null ? (
            <Combobox
              id={control.id}
              placeholder="Nombre, casillero o teléfono"
              from={2}
              search={searchClients}
              onChoose={change}
              option={(found, text) => <ClientOption client={found} text={text} />}
              none="No se encontraron clientes"
            />
          ) : (
            <div className="relative">
              <input
                {...control}
                readOnly
                value={fullName(client)}
                title={`${fullName(client)} (${client.casillero})`}
                className="min-h-(--control) w-full truncate rounded-md border border-control bg-surface pr-11 pl-3 text-fg text-input"
              />
              <IconButton
                label={`Quitar cliente: ${fullName(client)}`}
                icon={<X size={17} aria-hidden="true" />}
                className="absolute top-1/2 right-0.5 -translate-y-1/2"
                onClick={() => change(null)}
              />
            </div>
          )
        }
      </Field>
    </div>
  )
}

function ClientOption({ client, text }: { client: Client; text: string }) {
  return (
    <>
      <span className="block break-words font-medium text-body">
        <Matched text={fullName(client)} search={text} />
      </span>
      <span className="mt-0.5 flex items-center gap-2 text-help text-muted">
        <Tag>{client.casillero}</Tag>
        <span className="tabular-nums">{formatPhone(client.phone)}</span>
      </span>
    </>
  )
}
