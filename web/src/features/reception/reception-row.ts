import type { WeightSource } from '@casillero/shared/contract/packages'
import type { ReceivedPackage } from '@casillero/shared/contract/receptions'
import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import { type Measures, needsMeasures, toMeasures } from '@casillero/shared/domain/tariff-rules'

export type Owner = { id: string; casillero: string; name: string }

/** One package as it left the form. */
export type Entry = {
  tracking: string
  /** The code that was scanned, where the number was read out of it; rows that were kept before have none. */
  scanned?: string | undefined
  shippingMethod: ShippingKind
  client: Owner | null
  /** The text that was scanned or typed for the client where it names none. */
  clientText: string
  /** The name on the label of a package without a client. */
  labelName: string
  /** Null for the automatic one. */
  tariffId: string | null
  weight: number | null
  weightSource: WeightSource
  /** Inches; rows that were kept before have none. */
  measures?: Measures | null | undefined
  shipment: { id: string; number: number } | null
  labelCode: string
  /** Received although its tracking was received before. */
  again: boolean
  /** Its client announced it. */
  wasAnnounced?: true
}

/** `refused` waits for a person, `waiting` for the link; the others are done. */
export type RowState = 'waiting' | 'refused' | 'created' | 'filled' | 'repeated'

/** One line of the sitting. */
export type Row = {
  /** Its `Idempotency-Key`. */
  key: string
  /** The company and the user that it belongs to. */
  owner: string
  /** Milliseconds since 1970, each row later than the one before: the order in which they are sent. */
  at: number
  entry: Entry
  state: RowState
  /** It was on its way once, so that the server may have it although no answer came. */
  wasSent: boolean
  problem: string | null
  /** The photos of it that the server has from here. */
  photoCount?: number
  saved: { package: ReceivedPackage; receptionId: string | null; isLabelStale: boolean } | null
}

export const isUnsettled = ({ state }: Row): boolean => state === 'waiting' || state === 'refused'

/** Says whether it counts as received in the sitting. */
export const isReceived = ({ state }: Row): boolean => state !== 'repeated' && state !== 'refused'

/** The pounds of rows, exact: hundredths are added as whole numbers. */
export const sumPounds = (rows: readonly Row[]): number =>
  rows.reduce((sum, { entry }) => sum + Math.round((entry.weight ?? 0) * 100), 0) / 100

/** Says whether its price may change once the package is measured. */
export const lacksMeasures = ({ saved }: Row): boolean =>
  saved !== null && needsMeasures(saved.package.priceRules ?? null) && toMeasures(saved.package) === null

/** Says whether it was saved without a price. */
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

/** The name of a row in the words of its buttons. */
export const rowName = (row: Row): string => `${row.entry.tracking}, ${ownerName(row)}`

export const getCasillero = ({ entry, saved }: Row): string | undefined =>
  saved ? saved.package.client?.casillero : entry.client?.casillero

/** The actions of a person on a row. */
export type RowDeeds = {
  onSettle: (row: Row) => void
  onOpen: (row: Row) => void
  onPrint: (packageIds: readonly string[]) => void
  onUndo: (row: Row) => void
}
