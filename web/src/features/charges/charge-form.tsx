import { type Charge, chargeDraft } from '@casillero/shared/contract/charges'
import { chargeKindNames, formatChargeBasis } from '@casillero/shared/domain/charge-text'
import { chargeKinds, computeCharge, isTyped } from '@casillero/shared/domain/charges'
import { exact, times, toWire } from '@casillero/shared/domain/money'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { useController, useWatch } from 'react-hook-form'
import type * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue, read } from '../../lib/api.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { Segmented } from '../../ui/forms/segmented.tsx'

type Form = z.input<typeof chargeDraft>

const Fields = createFields<Form>()

export const chargeCalls = bindCatalogue('charges', { includeInactive: 'true' })

type ChargeFormProps = { row: Charge | undefined; onClose: () => void }

export function ChargeForm({ row, onClose }: ChargeFormProps) {
  return (
    <RecordForm
      thing="el cargo"
      calls={chargeCalls}
      row={row}
      size="xl"
      schema={chargeDraft}
      toValues={toFormValues}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
        <Fields.Text
          name="name"
          label="Nombre"
          required
          maxLength={120}
          help="Así lo lee el cliente en su factura"
          className="col-span-2 sm:col-span-1"
        />
        <Fields.Select
          name="kind"
          label="Se cobra"
          required
          options={chargeKinds
            .filter((kind) => kind !== 'storage')
            .map((value) => ({ value, label: chargeKindNames[value] }))}
          className="col-span-2 sm:col-span-1"
        />
        <Price />
        <Rules />
        <Fields.Check name="isActive" label="Activo" className="max-sm:col-span-2" />
      </div>
    </RecordForm>
  )
}

function Price() {
  const kind = useWatch<Form, 'kind'>({ name: 'kind' })
  if (kind === 'advance')
    return (
      <p className="col-span-2 text-help text-muted">
        No es ingreso y no lleva descuento. El monto se escribe al facturar.
      </p>
    )
  if (kind === 'free') return <p className="col-span-2 text-help text-muted">El monto se escribe al facturar.</p>
  if (kind !== 'percent_of_value')
    return <Fields.Decimal name="price" label="Precio" required before="US$" className="col-span-2 sm:col-span-1" />
  return (
    <>
      <Fields.Decimal name="price" label="Porcentaje" required after="%" />
      <Fields.Decimal name="minimum" label="Mínimo" before="US$" placeholder="Ninguno" />
      <Fields.Check name="isPerHundred" label="Por cada US$100 o fracción" className="col-span-2" />
      <Example />
    </>
  )
}

const exampleValue = 180

function Example() {
  const [price, minimum, isPerHundred] = useWatch<Form, ['price', 'minimum', 'isPerHundred']>({
    name: ['price', 'minimum', 'isPerHundred'],
  })
  const isRead = typeof price === 'number' && price > 0
  const charge: Charge = {
    ...blank,
    kind: 'percent_of_value',
    price: isRead ? price : 0,
    minimum: minimum ?? null,
    isPerHundred: isPerHundred ?? false,
  }
  const computed = isRead ? computeCharge(charge, { ...box, declaredValue: exampleValue }) : null
  if (computed === null) return null
  const basis = formatChargeBasis({
    ...charge,
    ...computed,
    percentage: charge.price,
    declaredValue: exampleValue,
    days: null,
  })
  return (
    <p className="col-span-2 flex flex-wrap justify-between gap-x-3 rounded-md border border-line bg-surface-2 px-3 py-2 text-body">
      <span>
        <span className="text-muted">{`Con ${formatMoney(exampleValue)} declarados → `}</span>
        {basis}
      </span>
      <span className="font-semibold tabular-nums">
        {formatMoney(toWire(times(exact(computed.quantity), exact(computed.unitPrice))))}
      </span>
    </p>
  )
}

const whenChoices = [
  { value: 'hand', label: 'A mano' },
  { value: 'self', label: 'Solo' },
] as const

function Rules() {
  const kind = useWatch<Form, 'kind'>({ name: 'kind' })
  const { field: automatic } = useController<Form, 'isAutomatic'>({ name: 'isAutomatic' })
  if (isTyped({ kind })) return null
  return (
    <>
      <Segmented
        label="Cuándo se aplica"
        choices={whenChoices}
        radio={(value) => ({
          name: 'when',
          checked: automatic.value === (value === 'self'),
          onChange: () => automatic.onChange(value === 'self'),
        })}
        className="col-span-2 border-line border-t pt-3"
      />
      {automatic.value === true && (
        <>
          <Fields.Select
            name="shippingMethod"
            label="Método"
            options={[
              { value: '', label: 'Aéreo y marítimo' },
              { value: 'aereo', label: 'Aéreo' },
              { value: 'maritimo', label: 'Marítimo' },
            ]}
            className="col-span-2 sm:col-span-1"
          />
          <Fields.Decimal
            name="valueFrom"
            label="Valor declarado desde"
            before="US$"
            placeholder="Cualquiera"
            className="col-span-2 sm:col-span-1"
          />
          <Tariffs />
        </>
      )}
      <Fields.Check name="asksReason" label="Pedir el motivo al quitarlo" className="max-sm:col-span-2" />
    </>
  )
}

function Tariffs() {
  const { field } = useController<Form, 'tariffIds'>({ name: 'tariffIds' })
  const method = useWatch<Form, 'shippingMethod'>({ name: 'shippingMethod' })
  const tariffs = useQuery(read('GET /api/tariffs', { query: { isActive: 'true' } })).data?.data ?? []
  const chosen = field.value ?? []
  const offered = tariffs.filter(({ id, type }) => chosen.includes(id) || !method || type === method)
  if (offered.length === 0) return null
  const toggle = (id: string) =>
    field.onChange(chosen.includes(id) ? chosen.filter((one) => one !== id) : [...chosen, id])
  return (
    <fieldset className="col-span-2">
      <legend className="mb-1 font-medium text-label">
        Tarifas <span className="font-normal text-muted">{chosen.length === 0 ? '· todas' : `· ${chosen.length}`}</span>
      </legend>
      <div className="grid max-h-[180px] grid-cols-[repeat(auto-fill,minmax(200px,1fr))] gap-x-4 overflow-y-auto rounded-md border border-line px-3 py-1">
        {offered.map(({ id, name }) => (
          <Checkbox key={id} label={name} checked={chosen.includes(id)} onChange={() => toggle(id)} />
        ))}
      </div>
    </fieldset>
  )
}

const blank: Charge = {
  id: '',
  name: '',
  kind: 'per_package',
  price: null,
  minimum: null,
  isPerHundred: false,
  isAutomatic: false,
  shippingMethod: null,
  tariffIds: [],
  valueFrom: null,
  asksReason: false,
  storage: null,
  isActive: true,
  version: 1,
}
const box = {
  id: '',
  shippingMethod: 'aereo' as const,
  tariffId: null,
  weight: null,
  chargedQuantity: null,
  priceRules: null,
  readyDays: null,
}

function toFormValues(charge: Charge | undefined): WholeForm<Form> {
  const { id: _, ...values } = charge ?? blank
  return { ...values, shippingMethod: values.shippingMethod ?? '', version: charge?.version }
}
