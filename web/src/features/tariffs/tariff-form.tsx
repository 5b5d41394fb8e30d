import { type ShippingKind, type Tariff, tariffDraft } from '@casillero/shared/contract/tariffs'
import { addMonths, businessDate } from '@casillero/shared/domain/business-date'
import { useFormContext, useWatch } from 'react-hook-form'
import * as z from 'zod/mini'
import { FormDialog } from '../../crud/form-dialog.tsx'
import { savingTexts } from '../../crud/record-texts.ts'
import { call } from '../../lib/api.ts'
import { Checkbox } from '../../ui/forms/checkbox.tsx'
import { DateField } from '../../ui/forms/date-field.tsx'
import { createFields, type WholeForm } from '../../ui/forms/form-fields.tsx'
import { proposedTariffName, shippingKindChoices } from './shipping-kind.tsx'
import { hasRules, PriceField, rulesOfForm, TariffRules } from './tariff-rules.tsx'

const draft = z.safeExtend(tariffDraft, { noExpiry: z.boolean() }).check(
  z.refine(({ noExpiry, startDate }) => noExpiry || startDate !== null, {
    path: ['startDate'],
    error: 'Ingrese la fecha de inicio',
  }),
  z.refine(({ noExpiry, endDate }) => noExpiry || endDate !== null, {
    path: ['endDate'],
    error: 'Ingrese la fecha de fin',
  }),
)
type Form = z.input<typeof draft>

const Fields = createFields<Form>()

const { creating, editing } = savingTexts('la tarifa')

type TariffFormProps = {
  tariff?: Tariff | undefined
  /** A new tariff that becomes the default of this type. */
  defaultOf?: ShippingKind | undefined
  /** The type that a new tariff begins with. */
  type?: ShippingKind | undefined
  /** Told of the tariff once it is saved. */
  onSaved?: ((tariff: Tariff) => void) | undefined
  onClose: () => void
}

export function TariffForm({ tariff, defaultOf, type = defaultOf, onSaved, onClose }: TariffFormProps) {
  const save = async ({ noExpiry: _, ...body }: z.output<typeof draft>) => {
    const { data } = await (tariff === undefined
      ? call('POST /api/tariffs', { body })
      : call('PUT /api/tariffs/:id', { params: { id: tariff.id }, body }))
    onSaved?.(data)
  }

  return (
    <FormDialog
      texts={tariff === undefined ? creating : editing}
      size="xl"
      schema={draft}
      values={tariff === undefined ? newValues(type, defaultOf !== undefined) : toFormValues(tariff)}
      save={save}
      reload={tariff && (() => current(tariff))}
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
        <TariffRules isOpenAtFirst={hasRules(tariff)} />
        <Validity />
        <Fields.Area name="notes" label="Notas" className="col-span-2" />
        <Fields.Check name="isDefault" label="Por defecto para su tipo" className="max-sm:col-span-2" />
        <Fields.Check name="isActive" label="Activa" className="max-sm:col-span-2" />
      </div>
    </FormDialog>
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
  version: tariff.version,
})

async function current(tariff: Tariff): Promise<Form> {
  const { data } = await call('GET /api/tariffs')
  return toFormValues(data.find((one) => one.id === tariff.id) ?? tariff)
}
