import { formatDate } from '@casillero/shared/domain/business-date'
import type { Db } from '../../../platform/database/database.ts'
import { movePackages } from '../../packages/status/change-status.ts'
import { readToday } from '../../tariffs/hold-tariffs.ts'
import { closedStatus, findNamedStatus, listNamedStatuses } from '../columns/named-statuses.ts'
import { createPackageFinder } from './find-package.ts'
import {
  type By,
  buildProblem,
  changeText,
  type FileRow,
  type Kind,
  type Plan,
  type Planned,
  type Problem,
  readPast,
  refused,
  toWritten,
  type Written,
} from './kind.ts'
import { findUndoablePackages, takeBackPackages } from './undo-packages.ts'

type StatusPlan = { statusId: string; comment: string | null; changedAt: string | null }

const longestComment = 1_000
const problem = (field: string, message: string): Problem => buildProblem('statuses', field, message)

async function prepare(db: Db, rows: readonly FileRow[]): Promise<(row: FileRow) => Plan> {
  const { find, show } = await createPackageFinder(db, rows)
  const statuses = await listNamedStatuses(db)
  const today = await readToday(db)

  return (row) => {
    const problems: Problem[] = []
    const found = find(row, (message) => problems.push(problem('tracking', message)))
    const text = row.text('status')
    const status = findNamedStatus(statuses, text)
    if (!status) problems.push(problem('status', text === '' ? 'falta' : `no hay un estado «${text}»`))
    else if (status.isClosed && status.id !== found?.statusId) problems.push(problem('status', closedStatus.cell))
    const changedAt = readPast(row, 'changedAt', today, (message) => problems.push(problem('changedAt', message)))
    const comment = row.text('comment') || null
    if ((comment?.length ?? 0) > longestComment)
      problems.push(problem('comment', `Máximo ${longestComment} caracteres`))
    const shown = show(row, found)
    const keys = found ? [found.id] : []
    if (problems.length > 0 || !found || !status) return refused(problems, shown, keys)
    const isSame = found.statusId === status.id
    const from = statuses.find(({ id }) => id === found.statusId)?.name ?? null
    const on = changedAt ? ` · ${formatDate(changedAt)}` : ''
    const plan: StatusPlan = { statusId: status.id, comment, changedAt: changedAt?.toISOString() ?? null }
    return {
      outcome: isSame ? 'same' : 'updated',
      problems: [],
      plan: isSame ? null : plan,
      targetId: found.id,
      shown: { ...shown, detail: isSame ? 'Sin cambios' : `${changeText('Estado', from, status.name)}${on}` },
      keys,
    }
  }
}

/** docs/product/imports.md, "Statuses". */
async function write(db: Db, rows: readonly Planned<StatusPlan>[], { author }: By): Promise<Written[]> {
  const moves = rows.map(({ targetId, plan: { statusId, comment, changedAt } }) => ({
    packageId: targetId ?? '',
    statusId,
    comment,
    at: changedAt,
  }))
  return toWritten('statuses', rows, await movePackages(db, moves, author))
}

export const statusesKind: Kind = {
  right: 'packages.write',
  prepare,
  write,
  findUndoable: findUndoablePackages,
  takeBack: takeBackPackages,
}
