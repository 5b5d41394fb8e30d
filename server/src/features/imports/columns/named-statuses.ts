import type { Status } from '@casillero/shared/contract/statuses'
import { findNamed } from '@casillero/shared/domain/import-values'
import type { Db } from '../../../platform/database/database.ts'
import { getCompanySettings } from '../../company/queries.ts'
import { listStatuses } from '../../statuses/queries.ts'

/** A status that a file may name; `isClosed` where only a hand-over leads to it. */
export type NamedStatus = Status & { isClosed: boolean }

/** The refusal of a status that is closed to files, behind the name of its field and under its choice. */
export const closedStatus = {
  cell: 'este estado se pone al entregar',
  choice: 'Este estado se pone al entregar',
} as const

/** Lists the company's statuses, with the rule that the database keeps too. docs/product/handovers.md, "Payment before the hand-over". */
export async function listNamedStatuses(db: Db): Promise<NamedStatus[]> {
  const { requiresPaidHandover } = await getCompanySettings(db)
  const statuses = await listStatuses(db)
  return statuses.map((status) => ({ ...status, isClosed: status.isFinalStatus && requiresPaidHandover }))
}

/** Finds a status by its id or by what a cell says of its name. */
export const findNamedStatus = (statuses: readonly NamedStatus[], text: string): NamedStatus | undefined =>
  statuses.find(({ id }) => id === text) ?? findNamed(statuses, text)
