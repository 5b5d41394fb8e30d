import type { ClientDraft } from '@casillero/shared/contract/client-draft'
import type { PackageDraft } from '@casillero/shared/contract/packages'
import type { TariffDraft } from '@casillero/shared/contract/tariffs'

/** The members of the demo company's staff who act in the plan; their accounts are in `staff.ts`. */
export type Role = 'admin' | 'clerk' | 'warehouse'

/** Items of the plan refer to each other by their index in its lists, because ids only exist once they are written. */
export type PlannedTariff = { at: Date; draft: TariffDraft }

export type PlannedClient = {
  at: Date
  draft: ClientDraft
  /** The tariff that the client prefers for air freight. */
  airTariff: number | null
}

export type Stage = 'warehouse' | 'transit' | 'customs' | 'ready' | 'delivered'

export type PlannedPackage = {
  at: Date
  draft: PackageDraft
  client: number | null
  tariff: number | null
  hasStatus: boolean
  /** When it gets ready to be picked up; may lie in the future. */
  readyAt: Date
}

/** A client who wants no messages any more. */
export type PlannedOptOut = { at: Date; client: number }

export type PlannedMove = { at: Date; by: Role; to: Stage; packages: number[] }
