import type { CourierPackage } from '@casillero/shared/contract/packages'
import { businessDate } from '@casillero/shared/domain/business-date'
import { useState } from 'react'
import { useFormContext, useWatch } from 'react-hook-form'
import { useFieldError } from '../../ui/form-fields.tsx'
import { Segmented } from '../../ui/segmented.tsx'
import { FormSection } from '../../ui/surface.tsx'
import { shippingKindChoices } from '../tariffs/shipping-kind.tsx'
import { ClientField } from './client-field.tsx'
import { DiscountFields } from './discount-fields.tsx'
import type { PackageChoices } from './package-choices.ts'
import { Fields, type PackageFields } from './package-draft.ts'
import { type PackageClient, tariffAfterChange, tariffOptions } from './package-tariff.ts'
import { TrackingField } from './tracking-field.tsx'

type PackageDetailsProps = {
  parcel: CourierPackage | undefined
  choices: PackageChoices
  onOpenOther: (packageId: string) => void
}

export function PackageDetails({ parcel, choices, onOpenOther }: PackageDetailsProps) {
  const { register, setValue } = useFormContext<PackageFields>()
  const [clientId, shippingMethod] = useWatch<PackageFields, ['clientId', 'shippingMethod']>({
    name: ['clientId', 'shippingMethod'],
  })
  const [found, setFound] = useState<PackageClient | null>(null)
  const client = [found, parcel?.client].find((one) => one?.id === clientId) ?? null
  const today = businessDate(new Date())

  const chooseTariff = (method: PackageFields['shippingMethod'], owner: PackageClient | null) => {
    const tariffId = tariffAfterChange(parcel, choices.tariffs, { shippingMethod: method, client: owner, today })
    setValue('tariffId', tariffId, { shouldDirty: true, shouldValidate: true })
  }
  const chooseClient = (next: PackageClient | null) => {
    setFound(next)
    setValue('clientId', next?.id ?? '', { shouldDirty: true, shouldValidate: true })
    chooseTariff(shippingMethod, next)
  }
  const method = register('shippingMethod', { onChange: (event) => chooseTariff(event.target.value, client) })

  return (
    <>
      <FormSection title="Paquete" columns="grid-cols-2 sm:grid-cols-4">
        <ClientField client={client} onChange={chooseClient} className="col-span-2" />
        <Segmented
          label="Método de envío"
          required
          error={useFieldError<PackageFields>('shippingMethod')}
          choices={shippingKindChoices}
          radio={() => method}
          className="col-span-2"
        />
        <TrackingField
          name="tracking"
          label="Tracking de envío"
          next="warehouseTracking"
          exceptId={parcel?.id}
          onOpen={onOpenOther}
          className="col-span-2"
        />
        <TrackingField
          name="warehouseTracking"
          label="Tracking de bodega"
          help="Ingrese al menos uno de los dos"
          next="weight"
          exceptId={parcel?.id}
          onOpen={onOpenOther}
          className="col-span-2"
        />
        <Fields.Decimal name="weight" label="Peso" after="lb" />
        <Fields.Text name="provider" label="Tienda" maxLength={120} />
        <Fields.Text name="clientPackageName" label="Nombre en el paquete" maxLength={120} className="col-span-2" />
        <Fields.Text name="description" label="Descripción" maxLength={300} className="col-span-2" />
        <Fields.Text name="contents" label="Contenido" maxLength={500} className="col-span-2" />
      </FormSection>
      <FormSection title="Tarifa y precio" columns="grid-cols-2 sm:grid-cols-4">
        <Fields.Select
          name="tariffId"
          label="Tarifa"
          options={tariffOptions(parcel, choices.tariffs, { shippingMethod, today })}
          className="col-span-2"
        />
        <DiscountFields />
      </FormSection>
      <FormSection title="Seguimiento" columns="sm:grid-cols-2">
        <Fields.Select name="statusId" label="Estado" options={statusOptions(parcel, choices)} />
        <Fields.Check name="shouldNotifyStorage" label="Avisar al cliente por WhatsApp" className="self-end" />
        <Fields.Area name="comments" label="Comentarios" className="sm:col-span-2" />
      </FormSection>
    </>
  )
}

function statusOptions(parcel: CourierPackage | undefined, { statuses }: PackageChoices) {
  const own = parcel?.status
  const isMissing = own && !statuses.some(({ id }) => id === own.id)
  return [
    { value: '', label: 'Sin estado' },
    ...[...(isMissing ? [own] : []), ...statuses].map(({ id, name }) => ({ value: id, label: name })),
  ]
}
