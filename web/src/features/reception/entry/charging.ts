import type { Tariff } from '@casillero/shared/contract/tariffs'
import { businessDate } from '@casillero/shared/domain/business-date'
import { automaticTariff } from '@casillero/shared/domain/package-choice'
import { needsMeasures, type PriceRules, tidyRules } from '@casillero/shared/domain/tariff-rules'
import { useQuery } from '@tanstack/react-query'
import { useEffect } from 'react'
import { read } from '../../../lib/api.ts'
import { useClients } from '../device/device-clients.ts'
import type { Owner } from '../device/reception-row.ts'
import type { Settings } from '../device/settings.ts'

const key = 'receptionTariffs'

function readKept(owner: string): readonly Tariff[] {
  try {
    const { owner: of, tariffs } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return of === owner && Array.isArray(tariffs) ? tariffs : []
  } catch {
    return []
  }
}

/** Without a connection, uses the tariffs that the device stored. */
function useTariffs(owner: string): readonly Tariff[] {
  const loaded = useQuery(read('GET /api/tariffs', { query: { isActive: 'true' } })).data?.data
  useEffect(() => {
    if (loaded !== undefined) localStorage.setItem(key, JSON.stringify({ owner, tariffs: loaded }))
  }, [owner, loaded])
  return loaded ?? readKept(owner)
}

/** `mayMeasure`: at least one tariff counts measures. `asksMeasures`: this package's tariff does, or the field is pinned. */
export type Charging = { rules: PriceRules | null; asksMeasures: boolean; mayMeasure: boolean }

/** Uses the tariff chosen for the sitting, else the client's. docs/product/reception.md, "Measures". */
export function useCharging(owner: string, settings: Settings, client: Owner | null): Charging {
  const tariffs = useTariffs(owner)
  const copy = useClients(({ index }) => (client === null ? undefined : index.byCasillero.get(client.casillero)))
  const { method: shippingMethod, tariff: chosen } = settings
  const automatic = () =>
    automaticTariff(tariffs, { shippingMethod, client: copy ?? null, today: businessDate(new Date()) })
  const tariff = chosen === null ? automatic() : tariffs.find(({ id }) => id === chosen.id)
  const rules = tariff === undefined ? null : tidyRules(tariff)
  const isPinned = settings.pinned.measures
  return {
    rules,
    asksMeasures: isPinned || needsMeasures(rules),
    mayMeasure: isPinned || tariffs.some((one) => needsMeasures(tidyRules(one))),
  }
}
