import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { formatPricePerPound } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'

type TariffOptionsProps = { type: ShippingKind; current: string | null | undefined }

/** The tariffs that can be assigned today; one that was chosen before stays in sight. */
export function TariffOptions({ type, current }: TariffOptionsProps) {
  const tariffs = useQuery({
    ...read('GET /api/tariffs', { query: { isActive: 'true' } }),
    meta: { failed: 'Error al cargar las tarifas' },
  })
  const offered = tariffs.data?.data.filter((tariff) => tariff.type === type) ?? []
  const isMissing = Boolean(current) && !offered.some((tariff) => tariff.id === current)
  return (
    <>
      <option value="">Sin preferencia</option>
      {isMissing && <option value={current ?? ''}>{tariffs.isSuccess ? 'Tarifa no disponible' : 'Cargando...'}</option>}
      {offered.map((tariff) => (
        <option key={tariff.id} value={tariff.id}>
          {`${tariff.name} · ${formatPricePerPound(tariff.pricePerPound)}`}
        </option>
      ))}
    </>
  )
}
