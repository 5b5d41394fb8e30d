import type { CashAmount } from '@casillero/shared/contract/cash'
import { exact, sum, times, toWire } from '@casillero/shared/domain/money'
import { readAmount } from '../../ui/forms/decimal-text.ts'

/** The notes and coins to count. Values from `coins` down are coins. */
const pieces: Record<string, { values: readonly number[]; coins: number } | undefined> = {
  NIO: { values: [1000, 500, 200, 100, 50, 20, 10, 5, 1], coins: 5 },
  USD: { values: [100, 50, 20, 10, 5, 1], coins: 0 },
}

export const listDenominations = (code: string): readonly number[] => pieces[code]?.values ?? []

export const isCoin = (code: string, value: number): boolean => value <= (pieces[code]?.coins ?? 0)

/** Keyed by currency id, then by the piece's value; `other` is an amount without a piece. */
export type Typed = Readonly<Record<string, Readonly<Record<string, string>> | undefined>>

export const otherField = 'other'

export function pieceTotal(value: number, count: string): number {
  return toWire(times(exact(value), exact(Number(count) || 0)))
}

export function countedIn(currency: { id: string; code: string }, typed: Typed): number {
  const own = typed[currency.id] ?? {}
  const other = readAmount(own[otherField] ?? '')
  const parts = listDenominations(currency.code).map((value) => exact(pieceTotal(value, own[value] ?? '')))
  return toWire(sum([...parts, exact(other)]))
}

export const buildCounts = (currencies: readonly { id: string; code: string }[], typed: Typed): CashAmount[] =>
  currencies.map((currency) => ({ currencyId: currency.id, amount: countedIn(currency, typed) }))

const nameKey = (sessionId: string): string => `cash count ${sessionId}`

/** Survives a reload on the device. */
export function keptCount(sessionId: string): Typed {
  try {
    const kept: unknown = JSON.parse(localStorage.getItem(nameKey(sessionId)) ?? '{}')
    return isTyped(kept) ? kept : {}
  } catch {
    return {}
  }
}

const isTyped = (kept: unknown): kept is Typed =>
  typeof kept === 'object' &&
  kept !== null &&
  Object.values(kept).every(
    (own) => typeof own === 'object' && own !== null && Object.values(own).every((text) => typeof text === 'string'),
  )

export const keepCount = (sessionId: string, typed: Typed): void =>
  localStorage.setItem(nameKey(sessionId), JSON.stringify(typed))

export const forgetCount = (sessionId: string): void => localStorage.removeItem(nameKey(sessionId))
