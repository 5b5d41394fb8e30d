import type { Prealert } from '@casillero/shared/contract/prealerts'
import type { ExpectedCopy } from '@casillero/shared/contract/receptions'
import { businessDate } from '@casillero/shared/domain/business-date'
import { call } from '../../../lib/api.ts'
import { type DeviceStore, openDeviceStore } from '../../../lib/device-store.ts'

/** `at`: when the server sent the list, in milliseconds. */
type Kept = { name: 'expected'; owner: string; at: number; purchases: readonly ExpectedCopy[] }

/** `keptAt`: when this device received the data, if it did not ask the server now. */
export type Announced = Pick<
  Prealert,
  'client' | 'store' | 'description' | 'declaredValue' | 'expectedOn' | 'daysLate'
> & {
  /** Missing in a copy that an earlier version of the page kept. */
  rival?: Prealert['rival']
  keptAt?: number
}

const freshMs = 10 * 60_000
const dayMs = 86_400_000

let owner: string | undefined
let store: DeviceStore | undefined
let at: number | undefined
let byTracking: ReadonlyMap<string, ExpectedCopy> = new Map()
let running: Promise<void> | undefined

function take(kept: Kept): void {
  at = kept.at
  byTracking = new Map(kept.purchases.map((purchase) => [purchase.tracking, purchase]))
}

/** docs/product/reception.md, "Expected purchases on the device". */
export async function openExpected(of: string): Promise<void> {
  owner = of
  store = await openDeviceStore('reception-expected', { copies: 'name' }).catch(() => undefined)
  const kept = ((await store?.all<Kept>('copies')) ?? []).find((one) => one.owner === of)
  if (owner !== of) return
  if (kept !== undefined) take(kept)
  await refreshExpected()
}

/** The stored copy was deleted with the session. */
export function closeExpected(): void {
  owner = undefined
  store = undefined
  at = undefined
  byTracking = new Map()
}

/** Skips a recent copy and runs one at a time. Without an answer, the old copy stays. */
export function refreshExpected(isDue = at === undefined || Date.now() - at > freshMs): Promise<void> {
  if (!isDue) return Promise.resolve()
  running ??= load().finally(() => {
    running = undefined
  })
  return running
}

async function load(): Promise<void> {
  const of = owner
  const answer = of === undefined ? undefined : await call('GET /api/receptions/prealerts').catch(() => undefined)
  if (of === undefined || owner !== of || answer === undefined) return
  const kept: Kept = { name: 'expected', owner: of, at: Date.now(), purchases: answer.data }
  take(kept)
  await store
    ?.write(['copies'], (partOf) => partOf('copies').put(kept))
    .catch((error: unknown) => console.error('Unexpected error', error))
}

export function findExpected(tracking: string): Announced | undefined {
  const found = byTracking.get(tracking)
  if (found === undefined || at === undefined) return undefined
  const { expectedOn } = found
  const daysLate = expectedOn === null ? null : (Date.parse(businessDate(new Date())) - Date.parse(expectedOn)) / dayMs
  return { ...found, daysLate, keptAt: at }
}
