import type { WeightSource } from '@casillero/shared/contract/packages'
import type { ReceivedPackage } from '@casillero/shared/contract/receptions'
import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { type Measures, needsMeasures, toMeasures } from '@casillero/shared/domain/tariff-rules'

export type Owner = { id: string; casillero: string; name: string }

export type Entry = {
  tracking: string
  /** Undefined in rows stored by an older version. */
  scanned?: string | undefined
  shippingMethod: ShippingKind
  client: Owner | null
  /** The text entered for a client it did not identify. */
  clientText: string
  labelName: string
  /** Null for the automatic tariff. */
  tariffId: string | null
  weight: number | null
  weightSource: WeightSource
  /** Inches. Undefined in rows stored by an older version. */
  measures?: Measures | null | undefined
  shipment: { id: string; number: number } | null
  labelCode: string
  /** Received on purpose although its tracking was received before. */
  again: boolean
  /** The client had announced the package. */
  wasAnnounced?: true
}

export type RowState = 'waiting' | 'refused' | 'created' | 'filled' | 'repeated'

export type Row = {
  /** The `Idempotency-Key`. */
  key: string
  owner: string
  /** Milliseconds since 1970. Each row is later than the previous one, which gives the order of sending. */
  at: number
  entry: Entry
  state: RowState
  /** The server may have the row even without an answer. */
  wasSent: boolean
  problem: string | null
  /** Photos sent from this device. */
  photoCount?: number
  saved: { package: ReceivedPackage; receptionId: string | null; isLabelStale: boolean } | null
}

export const isUnsettled = ({ state }: Row): boolean => state === 'waiting' || state === 'refused'

/** True if the row counts in the sitting. */
export const isReceived = ({ state }: Row): boolean => state !== 'repeated' && state !== 'refused'

/** Exact, by adding hundredths as integers. */
export const sumPounds = (rows: readonly Row[]): number =>
  rows.reduce((sum, { entry }) => sum + Math.round((entry.weight ?? 0) * 100), 0) / 100

/** True if measuring may change the price. */
export const lacksMeasures = ({ saved }: Row): boolean =>
  saved !== null && needsMeasures(saved.package.priceRules ?? null) && toMeasures(saved.package) === null

/** True if it was saved without a price. */
export const lacksPrice = ({ saved, state }: Row): boolean =>
  saved !== null && (state === 'created' || state === 'filled') && saved.package.totalPrice === null

export const ownerName = ({ entry, saved }: Row): string => {
  const client = saved?.package.client
  if (client) return `${client.firstName} ${client.lastNames}`
  if (entry.client && saved === null) return entry.client.name
  const label = saved?.package.clientPackageName ?? entry.labelName
  if (entry.clientText !== '') return `«${entry.clientText}»`
  return label === '' ? 'Sin dueño' : `Sin dueño · «${label}»`
}

export const rowName = (row: Row): string => `${row.entry.tracking}, ${ownerName(row)}`

export const getCasillero = ({ entry, saved }: Row): string | undefined =>
  saved ? saved.package.client?.casillero : entry.client?.casillero

export type RowDeeds = {
  onSettle: (row: Row) => void
  onOpen: (row: Row) => void
  onPrint: (packageIds: readonly string[]) => void
  onUndo: (row: Row) => void
}
