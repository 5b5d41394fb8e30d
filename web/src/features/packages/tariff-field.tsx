import type { CourierPackage, PackageDraft } from '@casillero/shared/contract/packages'
import type { ShippingKind, Tariff } from '@casillero/shared/contract/tariffs'
import { businessDate } from '@casillero/shared/domain/business-date'
import { isTariffOffered } from '@casillero/shared/domain/package-choice'
import { useState } from 'react'
import { useFormContext } from 'react-hook-form'
import { useMay } from '../../lib/session.ts'
import { Button } from '../../ui/controls/button.tsx'
import { MissingTariff } from '../tariffs/missing-tariff.tsx'
import { Fields, type PackageFields } from './package-draft.ts'
import { tariffOptions } from './package-tariff.ts'

type TariffFieldProps = {
  courierPackage: CourierPackage | undefined
  tariffs: readonly Tariff[]
  shippingMethod: ShippingKind
}

/** Where there is none, one is made without leaving the form. */
export function TariffField({ courierPackage, tariffs, shippingMethod }: TariffFieldProps) {
  const { setValue } = useFormContext<PackageFields, unknown, PackageDraft>()
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
      <Fields.Select name="tariffId" label="Tarifa" options={options} />
      {/* To have none. */}
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
