import { Pin, X } from 'lucide-react'
import { type ReactNode, useRef } from 'react'
import { flushSync } from 'react-dom'
import { cx } from '../../../ui/class-names.ts'
import { IconButton } from '../../../ui/controls/icon-button.tsx'
import { Combobox } from '../../../ui/forms/combobox.tsx'
import { type ControlProps, Field } from '../../../ui/forms/field.tsx'
import { useFieldError } from '../../../ui/forms/text-fields.tsx'
import { fullName } from '../../client-search/client-name.ts'
import { ClientOption } from '../../client-search/client-option.tsx'
import { searchClients } from '../../client-search/search-clients.ts'
import { focusField } from './field-focus.ts'
import type { PackageFields } from './package-draft.ts'
import type { PackageClient } from './package-tariff.ts'

/** The client stays for the next package, or can be made to. */
export type Pinning = { isPinned: boolean; onChange: (isPinned: boolean) => void }

export type Scanned = { text: string; problem?: string; isAsked?: true }

type ClientFieldProps = {
  client: PackageClient | null
  /** Called for a scan with an early Enter, while its client is looked up or after it named none. `isAsked` shows it again. */
  scanned: Scanned | undefined
  onChange: (client: PackageClient | null) => void
  onScan: (text: string) => void
  pinning: Pinning | undefined
  className?: string
}

/** Chosen by typing or scanning, then shown by name. */
export function ClientField({ client, scanned, onChange, onScan, pinning, className }: ClientFieldProps) {
  const error = useFieldError<PackageFields>('clientId') ?? scanned?.problem
  const shown = client !== null ? fullName(client) : scanned?.isAsked ? undefined : scanned?.text
  const box = useRef<HTMLDivElement>(null)
  const goOn = () => focusField(box.current, 'tracking')
  const clear = () => {
    flushSync(() => onChange(null))
    box.current?.querySelector('input')?.focus()
  }
  return (
    <div ref={box} className={className}>
      <Field label="Cliente" error={error} help={scanned && !scanned.isAsked ? 'Buscando al cliente...' : undefined}>
        {(control) =>
          shown === undefined ? (
            <Combobox
              id={control.id}
              placeholder="Nombre, casillero o teléfono"
              from={2}
              search={searchClients}
              onChoose={(chosen) => {
                goOn()
                onChange(chosen)
              }}
              start={scanned?.text}
              onPrioritise={(text) => {
                goOn()
                if (text !== '') onScan(text)
              }}
              option={(found, text) => <ClientOption client={found} text={text} />}
              none="No se encontraron clientes"
            />
          ) : (
            <Chosen control={control} text={shown} title={client === null ? shown : `${shown} (${client.casillero})`}>
              {client !== null && pinning !== undefined && (
                <IconButton
                  label={`Fijar para el siguiente: ${shown}`}
                  icon={<Pin size={17} aria-hidden="true" fill={pinning.isPinned ? 'currentColor' : 'none'} />}
                  aria-pressed={pinning.isPinned}
                  className={cx(pinning.isPinned && 'text-primary-text')}
                  onClick={() => pinning.onChange(!pinning.isPinned)}
                />
              )}
              <IconButton
                label={`Quitar cliente: ${shown}`}
                icon={<X size={17} aria-hidden="true" />}
                onClick={clear}
              />
            </Chosen>
          )
        }
      </Field>
    </div>
  )
}

type ChosenProps = { control: ControlProps; text: string; title: string; children: ReactNode }

function Chosen({ control, text, title, children }: ChosenProps) {
  return (
    <div className="relative">
      <input
        {...control}
        readOnly
        value={text}
        title={title}
        className="min-h-(--control) w-full truncate rounded-md border border-control bg-surface pr-[calc(var(--icon-btn)*2+4px)] pl-3 text-fg text-input aria-invalid:border-danger"
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
          event.preventDefault()
          focusField(event.currentTarget, 'tracking')
        }}
      />
      <span className="absolute top-1/2 right-0.5 flex -translate-y-1/2">{children}</span>
    </div>
  )
}
