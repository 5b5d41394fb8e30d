import type { dispatchDraft } from '@casillero/shared/contract/dispatches'
import { businessDate } from '@casillero/shared/domain/business-date'
import type * as z from 'zod/mini'
import { newIdempotencyKey } from '../../lib/api.ts'

const nameKey = (userId: string): string => `dispatch ${userId}`

export const maxShipments = 100

export type DispatchEntry = z.input<typeof dispatchDraft>

/** A dispatch that has not left. Its key prevents sending it twice. */
type KeptDispatch = { key: string; entry: Partial<DispatchEntry> & { shipmentIds: string[] } }

/** Undefined if nothing was entered. Unless entered today, the date is left out. */
export function keptDispatch(userId: string): KeptDispatch | undefined {
  try {
    const { key, day, entry } = JSON.parse(localStorage.getItem(nameKey(userId)) ?? '{}')
    if (!Array.isArray(entry.shipmentIds)) return undefined
    return { key, entry: day === businessDate(new Date()) ? entry : { ...entry, sentOn: undefined } }
  } catch {
    return undefined
  }
}

export const newDispatch = (): KeptDispatch => ({ key: newIdempotencyKey(), entry: { shipmentIds: [] } })

export function keepDispatch(userId: string, { key, entry }: KeptDispatch): void {
  const keep = (kept: object) =>
    localStorage.setItem(nameKey(userId), JSON.stringify({ key, day: businessDate(new Date()), entry: kept }))
  try {
    keep(entry)
  } catch {
    // The device has no room for the photo.
    keep({ ...entry, photo: null })
  }
}

export const forgetDispatch = (userId: string): void => localStorage.removeItem(nameKey(userId))

/** False if they would be too many; then none is added. */
export function addToDispatch(userId: string, ids: readonly string[]): boolean {
  const { key, entry } = keptDispatch(userId) ?? newDispatch()
  const shipmentIds = [...new Set([...entry.shipmentIds, ...ids])]
  if (shipmentIds.length > maxShipments) return false
  keepDispatch(userId, { key, entry: { ...entry, shipmentIds } })
  return true
}
