import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { useQuery } from '@tanstack/react-query'
import { read } from '../../lib/api.ts'
import type { Option } from '../../ui/forms/text-fields.tsx'

/** Those assignable today, and the one that was chosen before. */
export function useTariffOptions(): (type: ShippingKind, chosen: string | null | undefined) => Option[] {
  const tariffs = useQuery({
    ...read('GET /api/tariffs', { query: { isActive: 'true' } }),
    meta: { failed: 'Error al cargar las tarifas' },
  })
  return (type, chosen) => {
    const offered = tariffs.data?.data.filter((tariff) => tariff.type === type) ?? []
    const isMissing = chosen !== null && chosen !== undefined && !offered.some((tariff) => tariff.id === chosen)
    return [
      { value: '', label: 'Sin preferencia' },
      ...(isMissing ? [{ value: chosen, label: tariffs.isSuccess ? 'Tarifa no disponible' : 'Cargando...' }] : []),
      ...offered.map((tariff) => ({
        value: tariff.id,
        label: `${tariff.name} · ${formatTariffPrice(tariff.pricePerPound, tariff.unit)}`,
      })),
    ]
  }
}
