import type { Client } from '@casillero/shared/contract/clients'
import type { Invoice } from '@casillero/shared/contract/invoices'
import { formatPhone } from '@casillero/shared/domain/phone'
import { useEffect, useId, useRef } from 'react'
import { Highlight } from '../../ui/display/highlight.tsx'
import { Combobox } from '../../ui/forms/combobox.tsx'
import { useScanField } from '../../ui/forms/use-scan-field.ts'
import { useHasLargeTargets } from '../../ui/layout/media.ts'
import { Surface } from '../../ui/layout/surface.tsx'
import { fullName } from '../client-search/client-name.ts'
import { findOnlyClient, searchClients } from '../client-search/search-clients.ts'

type ClientSearchProps = { onChoose: (client: Client) => void; saved: Invoice | undefined }

/** The cursor is here on arrival and after each invoice. */
export function ClientSearch({ onChoose, saved }: ClientSearchProps) {
  const hasLargeTargets = useHasLargeTargets()
  const id = useId()
  const input = useRef<HTMLInputElement>(null)
  useScanField(input)
  useEffect(() => input.current?.focus(), [])
  return (
    <Surface className="p-4">
      <label htmlFor={id} className="mb-2 block font-semibold text-card">
        Cliente
      </label>
      <Combobox
        id={id}
        ref={input}
        field="client"
        placeholder="Buscar por nombre, casillero o teléfono..."
        from={1}
        search={searchClients}
        only={findOnlyClient}
        onChoose={onChoose}
        none="No se encontraron clientes"
        className="[--control:44px] [--type-input:16px]"
        option={(client, text) => (
          <>
            <span className="block break-words font-medium text-body">
              <Highlight text={fullName(client)} search={text} />
            </span>
            <span className="mt-0.5 flex flex-wrap items-center gap-2 text-label text-muted">
              <span className="inline-flex h-5 items-center rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-medium text-[12px] tabular-nums">
                <Highlight text={client.casillero} search={text} />
              </span>
              <span className="tabular-nums">
                <Highlight text={formatPhone(client.phone)} search={text} />
              </span>
            </span>
          </>
        )}
      />
      {saved && !hasLargeTargets && (
        <p className="mt-2.5 flex items-center gap-2 text-help text-muted">
          <kbd className="rounded-[5px] border border-grey-line bg-surface-2 px-1.5 font-sans text-[12px] leading-5">
            Ctrl P
          </kbd>
          {`imprime la factura #${saved.companyInvoiceId}`}
        </p>
      )}
    </Surface>
  )
}
