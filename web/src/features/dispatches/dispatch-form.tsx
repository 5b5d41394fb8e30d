import type { Currency } from '@casillero/shared/contract/currencies'
import { type DispatchDraft, dispatchDraft, type InvoiceShipment } from '@casillero/shared/contract/dispatches'
import type { Status } from '@casillero/shared/contract/statuses'
import { businessDate } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { totalWeight } from '@casillero/shared/domain/total-weight'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useController } from 'react-hook-form'
import type * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { call, newIdempotencyKey, read } from '../../lib/api.ts'
import { Button } from '../../ui/controls/button.tsx'
import { Note } from '../../ui/feedback/note.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { Field } from '../../ui/forms/field.tsx'
import { createFields } from '../../ui/forms/form-fields.tsx'
import { PhotoBox } from '../../ui/forms/photo-box.tsx'
import { TextInput } from '../../ui/forms/text-input.tsx'
import { DialogWait } from '../../ui/overlays/dialog-wait.tsx'
import { countText } from '../invoices/invoice-texts.ts'
import { loadText, toCollect } from './shipment-texts.tsx'

type Form = z.input<typeof dispatchDraft>

const Fields = createFields<Form>()

const texts = {
  title: 'Despachar',
  save: 'Enviar',
  saving: 'Enviando...',
  saved: 'Despacho enviado',
  failed: 'Error al despachar',
  loading: 'Cargando...',
}

type DispatchFormProps = {
  shipments: readonly InvoiceShipment[]
  onSent: (dispatch: { id: string; companyDispatchId: number }) => void
  onClose: () => void
}

export function DispatchForm(props: DispatchFormProps) {
  const currencies = useQuery(read('GET /api/currencies/active'))
  const statuses = useQuery(read('GET /api/statuses'))
  if (currencies.isPending || statuses.isPending) return <DialogWait onClose={props.onClose} />
  return <LoadedForm {...props} currencies={currencies.data?.data ?? []} statuses={statuses.data?.data ?? []} />
}

type LoadedFormProps = DispatchFormProps & { currencies: readonly Currency[]; statuses: readonly Status[] }

function LoadedForm({ shipments, onSent, onClose, currencies, statuses }: LoadedFormProps) {
  const [key] = useState(newIdempotencyKey)
  const save = async (body: DispatchDraft) => {
    const { data } = await call('POST /api/dispatches', { body, headers: { 'Idempotency-Key': key } })
    onSent(data)
  }
  const packageCount = shipments.reduce((sum, one) => sum + one.packageCount, 0)
  const weight = totalWeight(shipments.map((one) => one.weight))
  return (
    <FormDialog<Form, DispatchDraft>
      texts={texts}
      size="lg"
      schema={dispatchDraft}
      values={{
        shipmentIds: shipments.map(({ id }) => id),
        carrier: '',
        guide: '',
        sentOn: businessDate(new Date()),
        cost: null,
        costCurrencyId: currencies.find(({ code }) => code === 'NIO')?.id ?? currencies[0]?.id ?? '',
        note: '',
        statusId: '',
        photo: null,
      }}
      save={save}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
        <p className="col-span-2 text-body text-muted">
          {`${countText(shipments.length, 'envío', 'envíos')} · ${loadText({ packageCount, weight })}`}
        </p>
        <Carrier />
        <Fields.Text
          name="guide"
          label="Guía"
          maxLength={80}
          help="La lee el cliente en su aviso"
          className="col-span-2 sm:col-span-1"
        />
        <DateField<Form> name="sentOn" label="Fecha" className="col-span-2 sm:col-span-1" />
        <Fields.Decimal name="cost" label="Costo" placeholder="Opcional" />
        <Fields.Select
          name="costCurrencyId"
          label="Moneda del costo"
          options={currencies.map(({ id, symbol, code }) => ({ value: id, label: `${symbol} · ${code}` }))}
        />
        <ReceiptPhoto />
        <Fields.Text name="note" label="Nota" maxLength={300} placeholder="Opcional" className="col-span-2" />
        <StatusSelect statuses={statuses} />
        <Collected shipments={shipments} />
      </div>
    </FormDialog>
  )
}

function StatusSelect({ statuses }: { statuses: readonly Status[] }) {
  const sent = statuses.find(({ role }) => role === 'sent')
  return (
    <Fields.Select
      name="statusId"
      label="Al enviar pasan a"
      help="Cada cliente recibe un aviso, si el estado tiene plantilla"
      options={[
        { value: '', label: sent?.name ?? 'Enviado a domicilio' },
        ...statuses
          .filter(({ id, isFinalStatus }) => id !== sent?.id && !isFinalStatus)
          .map(({ id, name }) => ({ value: id, label: name })),
      ]}
      className="col-span-2"
    />
  )
}

function Carrier() {
  const { field, fieldState } = useController<Form, 'carrier'>({ name: 'carrier' })
  const known = useQuery(read('GET /api/dispatches/carriers')).data?.data ?? []
  const offered = known.filter((name) => name !== field.value).slice(0, 5)
  return (
    <div className="col-span-2">
      <Field label="Transportista" required error={fieldState.error?.message}>
        {(control) => (
          <TextInput
            {...control}
            autoFocus
            maxLength={80}
            placeholder="Bus, motorista, Cargotrans..."
            value={field.value}
            onChange={field.onChange}
            onBlur={field.onBlur}
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
  const { field, fieldState } = useController<Form, 'photo'>({ name: 'photo' })
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

/** Sums by currency. */
function Collected({ shipments }: { shipments: readonly InvoiceShipment[] }) {
  const collected = shipments.filter(({ payment }) => payment === 'collect')
  if (collected.length === 0) return null
  const bySymbol = Map.groupBy(collected, ({ invoice }) => invoice.symbol)
  const sums = [...bySymbol].map(([symbol, some]) =>
    formatMoney(some.reduce((cents, one) => cents + Math.round(toCollect(one) * 100), 0) / 100, symbol),
  )
  return (
    <div className="col-span-2">
      <Note tone="yellow">{`El transportista cobra y devuelve ${sums.join(' + ')}`}</Note>
    </div>
  )
}
