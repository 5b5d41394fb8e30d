import type { PairedValue } from '@casillero/shared/contract/import-columns'
import { findNamed, isNothing, readMethod } from '@casillero/shared/domain/import-values'
import { plainWords } from '@casillero/shared/domain/search-text'
import type { Db } from '../../../platform/database/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { closedStatus, listNamedStatuses } from './named-statuses.ts'

const mostUnpaired = 20
const methodNames: Record<string, string> = { aereo: 'Aéreo', maritimo: 'Marítimo' }

type NamedStatus = { id: string; name: string }

const toKey = (value: string): string => plainWords(value) || value.trim()

const isPairable = (field: string | null): field is PairedValue['field'] =>
  field === 'status' || field === 'shippingMethod'

/** Lists each value once, however it is written. */
export function listUnpaired(
  field: string | null,
  values: Iterable<string>,
  statuses: readonly NamedStatus[],
): string[] {
  if (!isPairable(field)) return []
  const isKnown = (value: string) => (field === 'status' ? findNamed(statuses, value) : readMethod(value)) !== undefined
  const found = new Map<string, string>()
  for (const value of new Set(values)) {
    if (found.size === mostUnpaired) break
    if (!isNothing(value) && !isKnown(value) && !found.has(toKey(value))) found.set(toKey(value), value)
  }
  return [...found.values()]
}

const findName = ({ field, to }: PairedValue, statuses: readonly NamedStatus[]): string | undefined =>
  field === 'status' ? statuses.find(({ id }) => id === to)?.name : methodNames[to]

/** Leaves out pairs whose target is gone. */
export const livingPairs = (paired: readonly PairedValue[], statuses: readonly NamedStatus[]): PairedValue[] =>
  paired.filter((one) => findName(one, statuses) !== undefined)

/** Returns what replaces a value. */
export type Replace = (field: string, value: string) => string

/** docs/product/imports.md, "Columns". */
export async function openPairs(db: Db, paired: readonly PairedValue[]): Promise<Replace> {
  if (paired.length === 0) return (_, value) => value
  const statuses = await listNamedStatuses(db)
  const names = new Map<string, string>()
  const fields: Record<string, string> = {}
  for (const [index, one] of paired.entries()) {
    const name = findName(one, statuses)
    const isClosed = statuses.some((status) => status.id === one.to && status.isClosed)
    if (name === undefined) fields[`values.${index}`] = one.field === 'status' ? 'Elija un estado' : 'Elija un método'
    else if (isClosed) fields[`values.${index}`] = closedStatus.choice
    else names.set(`${one.field} ${toKey(one.value)}`, name)
  }
  if (Object.keys(fields).length > 0) throw new AppError('invalid', { fields })
  return (field, value) => (isPairable(field) ? (names.get(`${field} ${toKey(value)}`) ?? value) : value)
}
