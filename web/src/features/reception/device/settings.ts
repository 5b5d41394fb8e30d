import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { useState } from 'react'

export type Pinned = 'method' | 'shipment' | 'tariff' | 'client' | 'measures'

/** Unpinned settings are reset after each package. */
export type Settings = {
  clientFirst: boolean
  method: ShippingKind
  /** False on a new device until the user has said how the packages travel. */
  isMethodChosen: boolean
  shipment: { id: string; number: number; method: ShippingKind } | null
  tariff: { id: string; name: string; method: ShippingKind } | null
  pinned: Record<Pinned, boolean>
}

const key = 'receptionSettings'
const first: Settings = {
  clientFirst: false,
  method: 'maritimo',
  isMethodChosen: false,
  shipment: null,
  tariff: null,
  pinned: { method: true, shipment: true, tariff: false, client: false, measures: false },
}

/** Ignores another user's settings. */
function readSettings(owner: string): Settings {
  try {
    const { owner: of, ...kept } = JSON.parse(localStorage.getItem(key) ?? '{}')
    if (of !== owner) return first
    // What an earlier version stored is a choice.
    return { ...first, isMethodChosen: true, ...kept, pinned: { ...first.pinned, ...kept.pinned } }
  } catch {
    return first
  }
}

/** Shipment and tariff must belong to the method. */
const fitting = (settings: Settings): Settings => ({
  ...settings,
  shipment: settings.shipment?.method === settings.method ? settings.shipment : null,
  tariff: settings.tariff?.method === settings.method ? settings.tariff : null,
})

/** Returns the settings for the next package. */
export const afterEntry = (settings: Settings): Settings => {
  const { pinned } = settings
  return fitting({
    ...settings,
    method: pinned.method ? settings.method : first.method,
    shipment: pinned.shipment ? settings.shipment : null,
    tariff: pinned.tariff ? settings.tariff : null,
  })
}

export function useSettings(owner: string) {
  const [settings, setSettings] = useState(() => readSettings(owner))
  const change = (next: Partial<Settings>) => {
    const whole = fitting({ ...settings, ...next })
    const kept = { ...whole, owner, pinned: { ...whole.pinned, client: false } }
    localStorage.setItem(key, JSON.stringify(kept))
    setSettings(whole)
  }
  return [settings, change] as const
}
