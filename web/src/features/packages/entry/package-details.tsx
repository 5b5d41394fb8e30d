import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { businessDate } from '@casillero/shared/domain/business-date'
import { formatWeight } from '@casillero/shared/domain/money-format'
import { isTariffOffered } from '@casillero/shared/domain/package-choice'
import {
  computeVolumetricPounds,
  type Measures,
  type PriceRules,
  toMeasures,
} from '@casillero/shared/domain/tariff-rules'
import { type KeyboardEvent, type RefObject, useEffect, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { useController, useFormContext, useFormState, useWatch } from 'react-hook-form'
import { mayHaveScale } from '../../../devices/serial-ports.ts'
import { useMayWeigh } from '../../../lib/may-weigh.ts'
import { useMay, useSignedIn } from '../../../lib/session.ts'
import { Button } from '../../../ui/controls/button.tsx'
import { Field } from '../../../ui/forms/field.tsx'
import { FormSection } from '../../../ui/forms/form-section.tsx'
import { MeasuresInput } from '../../../ui/forms/measures-input.tsx'
import { Segmented } from '../../../ui/forms/segmented.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { useFieldError } from '../../../ui/forms/text-fields.tsx'
import { WaitingCharges } from '../../charges/waiting-charges.tsx'
import { MissingTariff } from '../../tariffs/missing-tariff.tsx'
import { shippingKindChoices } from '../../tariffs/shipping-kind.tsx'
import type { PackageChoices } from '../package-choices.ts'
import { ClientField, type Scanned } from './client-field.tsx'
import { focusField, focusFirst, isWaiting } from './field-focus.ts'
import { type ScannedOwner, scannedOwner } from './find-owner.ts'
import { Fields, type PackageFields, packageAfter } from './package-draft.ts'
import { findPrice, type PackageClient, tariffAfterChange, tariffOptions } from './package-tariff.ts'
import { PriceSteps } from './price-steps.tsx'
import type { Entered } from './sitting.tsx'
import { TrackingField } from './tracking-field.tsx'
import { type SourceOfWeight, WeightLine } from './weight-line.tsx'

const sides = ['length', 'width', 'height'] as const

type MeasuresFieldProps = { rules: PriceRules | null; readOnly: boolean; className?: string }

/** Shows the volume below, if the tariff counts it. */
function MeasuresField({ rules, readOnly, className }: MeasuresFieldProps) {
  const { setValue } = useFormContext<PackageFields>()
  const [length, width, height] = useWatch<PackageFields, typeof sides>({ name: sides })
  const { errors, isSubmitted } = useFormState<PackageFields>({ name: sides })
  const measures = toMeasures({ length, width, height })
  const divisor = rules?.volumetricDivisor ?? null
  const set = (next: Measures | null | undefined) => {
    // An invalid text is kept as values that the schema refuses.
    const kept = next === undefined ? { length: Number.NaN, width: null, height: null } : next
    for (const side of sides)
      setValue(side, kept?.[side] ?? null, { shouldDirty: true, shouldValidate: isSubmitted && side === 'height' })
  }
  const error = errors.length?.message ?? errors.width?.message ?? errors.height?.message
  const volume =
    divisor === null || measures === null
      ? undefined
      : `Volumen ${formatWeight(computeVolumetricPounds(measures, divisor))}`
  return (
    <Field label="Medidas" help={volume} error={error} className={className}>
      {(control) => (
        <MeasuresInput
          {...control}
          readOnly={readOnly}
          name="measures"
          value={Number.isNaN(length) ? null : measures}
          onChange={set}
        />
      )}
    </Field>
  )
}

/** `isUsual` after the first use: then Enter runs it too. */
export type Another = { run: RefObject<() => void>; isUsual: boolean; onEntered: (entered: Entered) => void }

type PackageDetailsProps = {
  courierPackage: CourierPackage | undefined
  choices: PackageChoices
  onOpenOther: (packageId: string) => void
  owner: RefObject<ScannedOwner | undefined>
  weightSource?: SourceOfWeight
  client?: PackageClient | undefined
  /** A scanned text that named no client. */
  asked?: string | undefined
  /** The fields set `run`. */
  another?: Another | undefined
}

/** Shared by the fields, scans and the next package of a sitting. */
function useClientEntry({ courierPackage, choices, owner, asked, client: given }: PackageDetailsProps) {
  const { register, setValue, getValues } = useFormContext<PackageFields, unknown, PackageDraft>()
  const [clientId, shippingMethod, tariffId] = useWatch<PackageFields, ['clientId', 'shippingMethod', 'tariffId']>({
    name: ['clientId', 'shippingMethod', 'tariffId'],
  })
  const [found, setFound] = useState<PackageClient | null>(given ?? null)
  const [scanned, setScanned] = useState<Scanned | undefined>(
    asked === undefined ? undefined : { text: asked, isAsked: true },
  )
  const [isPinned, setIsPinned] = useState(false)
  const box = useRef<HTMLFieldSetElement>(null)
  const client = [found, courierPackage?.client].find((one) => one?.id === clientId) ?? null
  const today = businessDate(new Date())

  const chooseTariff = (shippingMethod: ShippingKind, client: PackageClient | null) => {
    const tariffId = tariffAfterChange(courierPackage, choices.tariffs, { shippingMethod, client, today })
    setValue('tariffId', tariffId, { shouldDirty: true, shouldValidate: true })
  }
  const chooseClient = (next: PackageClient | null) => {
    owner.current = undefined
    setScanned(undefined)
    setFound(next)
    setIsPinned(false)
    setValue('clientId', next?.id ?? '', { shouldDirty: true, shouldValidate: true })
    chooseTariff(getValues('shippingMethod'), next)
  }
  const scanClient = (text: string) => {
    const sought = scannedOwner(text)
    owner.current = sought
    setScanned({ text })
    void sought.found.then((found) => {
      if (owner.current !== sought) return
      if ('client' in found) return chooseClient(found.client)
      if (!isWaiting(box.current, 'tracking')) return setScanned({ text, problem: found.problem })
      // The text named no client, so the user is asked what it means.
      owner.current = undefined
      flushSync(() => setScanned({ text, isAsked: true }))
      focusFirst(box.current)
    })
  }
  const method = register('shippingMethod', { onChange: (event) => chooseTariff(event.target.value, client) })
  const price = findPrice(courierPackage, choices.tariffs, tariffId)
  const pinning = { isPinned, onChange: setIsPinned }
  return { box, client, scanned, setScanned, chooseClient, scanClient, pinning, method, shippingMethod, price }
}

type ClientEntry = ReturnType<typeof useClientEntry>

/** Enters the package and empties the fields for the next one. Returns the keys that do so. */
function useAnother({ choices, owner, weightSource, another }: PackageDetailsProps, entry: ClientEntry) {
  const { getValues, handleSubmit, reset, formState } = useFormContext<PackageFields, unknown, PackageDraft>()
  const { box, client, scanned, setScanned } = entry
  const { isPinned } = entry.pinning
  const enterAnother = handleSubmit((draft) => {
    if (scanned?.problem !== undefined) return focusFirst(box.current)
    another?.onEntered({ draft, fields: getValues(), owner: owner.current, weightSource: weightSource?.current })
    const isWithoutClient = client === null && scanned === undefined
    owner.current = undefined
    // Synchronous, before a scanner's next key.
    flushSync(() => {
      setScanned(undefined)
      reset(packageAfter(getValues(), choices, { client, isPinned }))
    })
    if (isPinned || isWithoutClient) focusField(box.current, 'tracking')
    else focusFirst(box.current)
  })
  const isBusy = formState.isSubmitting
  useEffect(() => {
    if (another === undefined) return
    another.run.current = () => {
      if (!isBusy) void enterAnother()
    }
  })
  return (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || another === undefined || event.defaultPrevented) return
    // A dialog opened from a field is inside the form's React tree, but elsewhere in the page.
    if (!(event.target instanceof Node && box.current?.contains(event.target))) return
    const isShortcut = (event.ctrlKey || event.metaKey) && event.shiftKey
    const isPlain = !event.ctrlKey && !event.metaKey && event.target instanceof HTMLInputElement
    if (!isShortcut && !(isPlain && another.isUsual)) return
    event.preventDefault()
    event.stopPropagation()
    another.run.current()
  }
}

export function PackageDetails(props: PackageDetailsProps) {
  const { courierPackage, choices, onOpenOther, weightSource, another } = props
  const entry = useClientEntry(props)
  const onKeyDown = useAnother(props, entry)
  const { client, scanned, price, method, pinning } = entry
  const mayWeigh = useMayWeigh()(courierPackage)
  return (
    <fieldset ref={entry.box} onKeyDown={onKeyDown} className="min-w-0">
      <FormSection title="Paquete" columns="grid-cols-2 sm:grid-cols-4">
        <ClientField
          client={client}
          scanned={scanned}
          onChange={entry.chooseClient}
          onScan={entry.scanClient}
          pinning={another && pinning}
          className="col-span-2"
        />
        <Segmented
          label="Método de envío"
          required
          error={useFieldError<PackageFields>('shippingMethod')}
          choices={shippingKindChoices}
          radio={() => method}
          className="col-span-2"
        />
        <TrackingFields exceptId={courierPackage?.id} onOpen={onOpenOther} />
        <div className="min-w-0">
          <Fields.Decimal name="weight" label="Peso" after="lbs" readOnly={!mayWeigh} />
          {mayWeigh && mayHaveScale() && <WeightLine source={weightSource} />}
        </div>
        <MeasuresField rules={price.rules} readOnly={!mayWeigh} />
        <Fields.Decimal name="declaredValue" label="Valor declarado" before="US$" />
        <Fields.Text name="provider" label="Tienda" maxLength={120} />
        <Fields.Text name="description" label="Descripción" maxLength={300} className="col-span-2" />
        <Fields.Text name="clientPackageName" label="Nombre en el paquete" maxLength={120} className="col-span-2" />
      </FormSection>
      <FormSection title="Tarifa y precio" columns="grid-cols-2 sm:grid-cols-4">
        <TariffField courierPackage={courierPackage} tariffs={choices.tariffs} shippingMethod={entry.shippingMethod} />
        <DiscountFields />
        <PriceSteps price={price} />
      </FormSection>
      {courierPackage && <WaitingCharges courierPackage={courierPackage} />}
      <FormSection title="Seguimiento" columns="sm:grid-cols-2">
        <Fields.Select name="statusId" label="Estado" options={statusOptions(courierPackage, choices)} />
        <Fields.Check name="shouldNotifyStorage" label="Avisar al cliente por WhatsApp" className="self-end" />
        <Fields.Text name="contents" label="Contenido" maxLength={500} className="sm:col-span-2" />
        <Fields.Area name="comments" label="Comentarios" className="sm:col-span-2" />
      </FormSection>
    </fieldset>
  )
}

type TrackingFieldsProps = { exceptId: string | undefined; onOpen: (packageId: string) => void }

function TrackingFields({ exceptId, onOpen }: TrackingFieldsProps) {
  return (
    <>
      <TrackingField
        name="tracking"
        label="Tracking de envío"
        next="warehouseTracking"
        exceptId={exceptId}
        onOpen={onOpen}
        className="col-span-2"
      />
      <TrackingField
        name="warehouseTracking"
        label="Tracking de bodega"
        help="Ingrese al menos uno de los dos"
        next="weight"
        exceptId={exceptId}
        onOpen={onOpen}
        className="col-span-2"
      />
    </>
  )
}

function statusOptions(courierPackage: CourierPackage | undefined, { statuses }: PackageChoices) {
  const own = courierPackage?.status
  const isMissing = own && !statuses.some(({ id }) => id === own.id)
  return [
    { value: '', label: 'Sin estado' },
    ...[...(isMissing ? [own] : []), ...statuses].map(({ id, name }) => ({ value: id, label: name })),
  ]
}

type TariffFieldProps = {
  courierPackage: CourierPackage | undefined
  tariffs: readonly Tariff[]
  shippingMethod: ShippingKind
}

/** Without a tariff, one can be created without leaving the form. */
function TariffField({ courierPackage, tariffs, shippingMethod }: TariffFieldProps) {
  const { setValue } = useFormContext<PackageFields, unknown, PackageDraft>()
  const [clientId, tariffId] = useWatch<PackageFields, ['clientId', 'tariffId']>({ name: ['clientId', 'tariffId'] })
  const hasFollowed =
    courierPackage !== undefined &&
    clientId !== (courierPackage.clientId ?? '') &&
    tariffId !== (courierPackage.tariffId ?? '')
  const mayPrice = useMay()('tariffs.write')
  const [isMaking, setIsMaking] = useState(false)
  const today = businessDate(new Date())
  const options = tariffOptions(courierPackage, tariffs, { shippingMethod, today })
  const take = (tariff: Tariff) => {
    if (tariff.type !== shippingMethod || !isTariffOffered(tariff, today)) return
    setValue('tariffId', tariff.id, { shouldDirty: true, shouldValidate: true })
  }
  return (
    <div className="col-span-2 min-w-0">
      <Fields.Select
        name="tariffId"
        label="Tarifa"
        options={options}
        help={hasFollowed ? 'Cambió con el cliente' : undefined}
      />
      {/* The first choice is none. */}
      {options.length === 1 && mayPrice && (
        <Button variant="link" size="sm" className="-ml-2 px-2" onClick={() => setIsMaking(true)}>
          Crear tarifa
        </Button>
      )}
      {isMaking && (
        <MissingTariff type={shippingMethod} tariffs={tariffs} onSaved={take} onClose={() => setIsMaking(false)} />
      )}
    </div>
  )
}

function DiscountFields() {
  const may = useMay()
  const { discountLimit } = useSignedIn().user
  const limit = discountLimit == null ? undefined : `Hasta ${discountLimit} %`
  const { setValue, clearErrors } = useFormContext<PackageFields>()
  const { field, fieldState } = useController<PackageFields, 'discountType'>({
    name: 'discountType',
    rules: { deps: 'discountValue' },
  })
  if (!may('discounts.give')) return null
  return (
    <>
      <Field label="Descuento" error={fieldState.error?.message}>
        {(control) => (
          <SelectInput
            {...control}
            {...field}
            onChange={(event) => {
              if (event.target.value === 'none') {
                setValue('discountValue', null, { shouldDirty: true })
                clearErrors('discountValue')
              }
              field.onChange(event)
            }}
          >
            <option value="none">Ninguno</option>
            <option value="percentage">Porcentaje</option>
            <option value="fixed_amount">Monto fijo</option>
          </SelectInput>
        )}
      </Field>
      {field.value === 'percentage' && (
        <Fields.Decimal name="discountValue" label="Valor" after="%" help={limit ?? '0-100'} />
      )}
      {field.value === 'fixed_amount' && (
        <Fields.Decimal name="discountValue" label="Valor" before="US$" help={limit} />
      )}
    </>
  )
}
