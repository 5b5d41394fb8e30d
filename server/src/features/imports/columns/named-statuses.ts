import type { Status } from '@casillero/shared/contract/statuses'
import { findNamed } from '@casillero/shared/domain/import-values'
import type { Db } from '../../../platform/database/database.ts'
import { getCompanySettings } from '../../company/queries.ts'
import { listStatuses } from '../../statuses/queries.ts'

/** `isClosed`: only a hand-over leads to it. */
export type NamedStatus = Status & { isClosed: boolean }

export const closedStatus = {
  cell: 'este estado se pone al entregar',
  choice: 'Este estado se pone al entregar',
} as const

/** docs/product/handovers.md, "Payment before the hand-over". */
export async function listNamedStatuses(db: Db): Promise<NamedStatus[]> {
  const { requiresPaidHandover } = await getCompanySettings(db)
  const statuses = await listStatuses(db)
  return statuses.map((status) => ({ ...status, isClosed: status.isFinalStatus && requiresPaidHandover }))
}

/** Finds a status by id or by name. */
export const findNamedStatus = (statuses: readonly NamedStatus[], text: string): NamedStatus | undefined =>
  statuses.find(({ id }) => id === text) ?? findNamed(statuses, text)
