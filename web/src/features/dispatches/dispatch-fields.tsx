import type { Currency } from '@casillero/shared/contract/currencies'
import type { Status } from '@casillero/shared/contract/statuses'
import { useQuery } from '@tanstack/react-query'
import type { KeyboardEvent } from 'react'
import { useController, useWatch } from 'react-hook-form'
import { read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { PhotoBox } from '../../ui/forms/photo-box.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import type { DispatchEntry } from './dispatch-draft.ts'

const Fields = createFields<DispatchEntry>()

type DispatchFieldsProps = {
  currencies: readonly Currency[]
  statuses: readonly Status[]
  notice: string | undefined
}

export function DispatchFields({ currencies, statuses, notice }: DispatchFieldsProps) {
  const [cost, costCurrencyId] = useWatch<DispatchEntry, ['cost', 'costCurrencyId']>({
    name: ['cost', 'costCurrencyId'],
  })
  const sent = statuses.find(({ role }) => role === 'sent')
  return (
    <fieldset className="grid grid-cols-[minmax(0,5fr)_minmax(0,4fr)] gap-3" onKeyDown={moveToCost}>
      <legend className="mb-2 font-semibold text-card">Datos</legend>
      <Carrier />
      <Fields.Text
        name="guide"
        label="Guía"
        maxLength={80}
        help="La lee el cliente en su aviso"
        className="col-span-2"
      />
      <DateField<DispatchEntry> name="sentOn" label="Fecha" />
      <Fields.Decimal name="cost" label="Costo" before={currencies.find(({ id }) => id === costCurrencyId)?.symbol} />
      {cost != null && (
        <Fields.Select
          name="costCurrencyId"
          label="Moneda del costo"
          options={currencies.map(({ id, symbol, code }) => ({ value: id, label: `${symbol} · ${code}` }))}
          className="col-span-2"
        />
      )}
      <ReceiptPhoto />
      <Fields.Text name="note" label="Nota" maxLength={300} placeholder="Opcional" className="col-span-2" />
      <div className="col-span-2 border-line border-t pt-3">
        <Fields.Select
          name="statusId"
          label="Al enviar pasan a"
          help={notice}
          options={[
            { value: '', label: sent?.name ?? 'Enviado a domicilio' },
            ...statuses
              .filter(({ id, isFinalStatus }) => id !== sent?.id && !isFinalStatus)
              .map(({ id, name }) => ({ value: id, label: name })),
          ]}
        />
      </div>
    </fieldset>
  )
}

/** A scanner that fills the guide ends with Enter, and the next key may follow at once. */
function moveToCost(event: KeyboardEvent<HTMLFieldSetElement>): void {
  const isGuide = event.target instanceof HTMLInputElement && event.target.name === 'guide'
  if (event.key !== 'Enter' || event.ctrlKey || event.metaKey || !isGuide) return
  event.preventDefault()
  event.currentTarget.querySelector<HTMLInputElement>('[name=cost]')?.focus()
}

function Carrier() {
  const { field, fieldState } = useController<DispatchEntry, 'carrier'>({ name: 'carrier' })
  const known = useQuery(read('GET /api/dispatches/carriers')).data?.data ?? []
  const offered = known.filter((name) => name !== field.value).slice(0, 5)
  return (
    <div className="col-span-2">
      <Field label="Transportista" required error={fieldState.error?.message}>
        {(control) => (
          <TextInput
            {...control}
            {...field}
            autoComplete="off"
            maxLength={80}
            placeholder="Bus, motorista, Cargotrans..."
          />
        )}
      </Field>
      {offered.length > 0 && (
        <div className="mt-1.5 flex flex-wrap gap-2">
          {offered.map((name) => (
            <Button key={name} size="sm" className="max-w-full truncate" onClick={() => field.onChange(name)}>
              {name}
            </Button>
          ))}
        </div>
      )}
    </div>
  )
}

function ReceiptPhoto() {
  const { field, fieldState } = useController<DispatchEntry, 'photo'>({ name: 'photo' })
  return (
    <PhotoBox
      label="Foto del recibo"
      help="El cliente la abre desde su aviso"
      url={field.value ?? null}
      error={fieldState.error?.message}
      onChange={field.onChange}
      className="col-span-2"
    />
  )
}
