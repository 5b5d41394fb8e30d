import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { useState } from 'react'
import { Button } from '../../ui/controls/button.tsx'
import { toastError } from '../../ui/feedback/toast.tsx'
import { SelectInput } from '../../ui/forms/select-input.tsx'
import { countText } from '../invoices/invoice-texts.ts'

type BulkTariffProps = {
  ticked: readonly CourierPackage[]
  tariffs: readonly Tariff[]
  save: (rows: readonly CourierPackage[], tariff: Tariff) => Promise<void>
}

const kinds = [
  { value: 'maritimo', label: 'Marítimo' },
  { value: 'aereo', label: 'Aéreo' },
]

export function BulkTariff({ ticked, tariffs, save }: BulkTariffProps) {
  const [kind, setKind] = useState('')
  const [tariffId, setTariffId] = useState('')
  const [isSaving, setIsSaving] = useState(false)
  const offered = tariffs.filter((tariff) => tariff.type === kind)
  const tariff = offered.find((one) => one.id === tariffId)
  const rows = ticked.filter((row) => row.shippingMethod === kind)

  const apply = async () => {
    if (tariff === undefined) return toastError('Seleccione una tarifa')
    if (rows.length === 0) return toastError('No hay paquetes seleccionados de ese tipo')
    setIsSaving(true)
    await save(rows, tariff)
    setIsSaving(false)
  }
  return (
    <fieldset className="flex flex-wrap gap-2.5 px-4 pb-3">
      <legend className="sr-only">Cambiar Tarifas</legend>
      <SelectInput
        aria-label="Tipo de tarifa"
        value={kind}
        className="min-w-[120px] flex-1"
        onChange={(event) => {
          setKind(event.target.value)
          setTariffId('')
        }}
      >
        <option value="">Tipo</option>
        {kinds.map(({ value, label }) => (
          <option key={value} value={value}>
            {label}
          </option>
        ))}
      </SelectInput>
      <SelectInput
        aria-label="Tarifa"
        value={tariffId}
        className="min-w-[200px] flex-[2]"
        onChange={(event) => setTariffId(event.target.value)}
      >
        <option value="">{kind !== '' && offered.length === 0 ? 'No hay tarifas de este tipo' : 'Tarifa'}</option>
        {offered.map((one) => (
          <option key={one.id} value={one.id}>
            {`${one.name} · ${formatTariffPrice(one.pricePerPound, one.unit)}`}
          </option>
        ))}
      </SelectInput>
      <Button
        disabled={tariff === undefined}
        busy={isSaving}
        busyLabel="Aplicando..."
        className="min-w-[150px] max-sm:flex-1"
        onClick={() => void apply()}
      >
        {tariff === undefined ? 'Aplicar' : `Aplicar a ${countText(rows.length, 'paquete', 'paquetes')}`}
      </Button>
    </fieldset>
  )
}
