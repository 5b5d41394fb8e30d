import { type ShippingKind, type Tariff, tariffDraft } from '@casillero/shared/contract/tariffs'
import { addMonths, businessDate } from '@casillero/shared/domain/business-date'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { RecordForm } from '../../crud/record-form.tsx'
import { bindCatalogue } from '../../lib/api.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { proposedTariffName, shippingKindChoices } from './shipping-kind.tsx'
import { hasRules, PriceField, rulesOfForm, TariffRules } from './tariff-rules.tsx'

const typed = z.safeExtend(tariffDraft, { noExpiry: z.boolean() }).check(
  z.refine(({ noExpiry, startDate }) => noExpiry || startDate !== null, {
    path: ['startDate'],
    error: 'Ingrese la fecha de inicio',
  }),
  z.refine(({ noExpiry, endDate }) => noExpiry || endDate !== null, {
    path: ['endDate'],
    error: 'Ingrese la fecha de fin',
  }),
)
type Form = z.input<typeof typed>

const draft = z.pipe(
  typed,
  z.transform(({ noExpiry: _, ...body }: z.output<typeof typed>) => body),
)

const Fields = createFields<Form>()

const calls = bindCatalogue('tariffs')

type TariffFormProps = {
  row: Tariff | undefined
  defaultOf?: ShippingKind | undefined
  type?: ShippingKind | undefined
  onSaved?: ((tariff: Tariff) => void) | undefined
  onClose: () => void
}

export function TariffForm({ row, defaultOf, type = defaultOf, onSaved, onClose }: TariffFormProps) {
  return (
    <RecordForm
      thing="la tarifa"
      calls={calls}
      row={row}
      size="xl"
      schema={draft}
      toValues={(tariff) => (tariff ? toFormValues(tariff) : newValues(type, defaultOf !== undefined))}
      onSaved={onSaved}
      onClose={onClose}
    >
      <div className="grid grid-cols-2 gap-x-4 gap-y-3 pt-1 pb-5">
        <Fields.Text name="name" label="Nombre" required maxLength={120} className="col-span-2" />
        <Fields.Segmented
          name="type"
          label="Tipo"
          required
          choices={shippingKindChoices}
          className="col-span-2 sm:col-span-1"
        />
        <PriceField className="col-span-2 sm:col-span-1" />
        <TariffRules isOpenAtFirst={hasRules(row)} />
        <Validity />
        <Fields.Area name="notes" label="Notas" className="col-span-2" />
        <Fields.Check name="isDefault" label="Por defecto para su tipo" className="max-sm:col-span-2" />
        <Fields.Check name="isActive" label="Activa" className="max-sm:col-span-2" />
        <Fields.Check name="isPublic" label="Pública, en Tarifas de su página" className="col-span-2" />
      </div>
    </RecordForm>
  )
}

function Validity() {
  const { register, setValue, clearErrors } = useFormContext<Form>()
  const noExpiry = useWatch<Form, 'noExpiry'>({ name: 'noExpiry' })
  const setDates = (start: string, end: string) => {
    setValue('startDate', start, { shouldDirty: true })
    setValue('endDate', end, { shouldDirty: true })
    clearErrors(['startDate', 'endDate'])
  }
  const toggle = (isWithout: boolean) => {
    const today = businessDate(new Date())
    if (isWithout) setDates('', '')
    else setDates(today, addMonths(today, 3))
  }
  return (
    <>
      <Checkbox
        {...register('noExpiry', { onChange: (event) => toggle(event.target.checked) })}
        label="Sin fecha de expiración"
        className="col-span-2"
      />
      {!noExpiry && (
        <>
          <DateField<Form> name="startDate" label="Desde" required />
          <DateField<Form> name="endDate" label="Hasta" required />
        </>
      )}
    </>
  )
}

const newValues = (type: ShippingKind | undefined, isDefault: boolean): Partial<Form> => ({
  name: type === undefined ? '' : proposedTariffName(type),
  type: type ?? 'maritimo',
  ...rulesOfForm(undefined),
  noExpiry: true,
  startDate: '',
  endDate: '',
  notes: '',
  isDefault,
  isActive: true,
  isPublic: false,
})

const toFormValues = (tariff: Tariff): WholeForm<Form> => ({
  name: tariff.name,
  type: tariff.type,
  pricePerPound: tariff.pricePerPound,
  ...rulesOfForm(tariff),
  noExpiry: tariff.startDate === null && tariff.endDate === null,
  startDate: tariff.startDate ?? '',
  endDate: tariff.endDate ?? '',
  notes: tariff.notes ?? '',
  isDefault: tariff.isDefault,
  isActive: tariff.isActive,
  isPublic: tariff.isPublic,
  version: tariff.version,
})
