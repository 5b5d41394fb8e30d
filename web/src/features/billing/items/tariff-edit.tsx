import type { CourierPackage } from '@casillero/shared/contract/packages'
import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { useRef } from 'react'
import { useMay } from '../../../lib/session.ts'
import { InlineEdit } from '../../../ui/forms/inline-edit.tsx'
import { SelectInput } from '../../../ui/forms/select-input.tsx'
import { inRow } from './package-row-parts.tsx'

type TariffEditProps = {
  row: CourierPackage
  tariffs: readonly Tariff[]
  save: (row: CourierPackage, tariff: Tariff) => Promise<void>
  caption?: string
}

/** Offers tariffs that are assignable today, and the package's own. */
export function TariffEdit({ row, tariffs, save, caption }: TariffEditProps) {
  const isByKey = useRef(false)
  const may = useMay()
  const label = `Tarifa del paquete #${row.companyPackageId}`
  const offered = tariffs.filter((tariff) => tariff.type === row.shippingMethod)
  const isKept = row.tariff !== null && !offered.some((tariff) => tariff.id === row.tariffId)
  const keep = async (tariffId: string) => {
    const tariff = offered.find((one) => one.id === tariffId)
    if (tariff !== undefined && tariff.id !== row.tariffId) await save(row, tariff)
  }
  return (
    <InlineEdit
      label={label}
      shown={shownTariff(row, caption !== undefined)}
      caption={caption}
      start={row.tariffId ?? ''}
      save={keep}
      isFixed={!may('packages.write')}
      className={caption === undefined ? inRow : undefined}
    >
      {({ draft, change, commit, busy }) => (
        <SelectInput
          aria-label={label}
          value={draft}
          disabled={busy}
          className="flex-1"
          onPointerDown={() => {
            isByKey.current = false
          }}
          onKeyDown={() => {
            isByKey.current = true
          }}
          // Arrow keys only pass over tariffs; a choice with the mouse is final.
          onChange={(event) => (isByKey.current ? change : commit)(event.target.value)}
        >
          {row.tariffId === null && <option value="">Seleccione una tarifa</option>}
          {isKept && <option value={row.tariffId ?? ''}>{row.tariff?.name}</option>}
          {offered.map((tariff) => (
            <option key={tariff.id} value={tariff.id}>
              {`${tariff.name} · ${formatTariffPrice(tariff.pricePerPound, tariff.unit)}`}
            </option>
          ))}
        </SelectInput>
      )}
    </InlineEdit>
  )
}

function shownTariff({ tariff, pricePerPound, priceRules }: CourierPackage, isWithPrice: boolean): string {
  if (tariff === null) return 'Sin tarifa'
  return isWithPrice && pricePerPound !== null
    ? `${tariff.name} · ${formatTariffPrice(pricePerPound, priceRules?.unit ?? 'pound')}`
    : tariff.name
}
