import { formatDate } from '@casillero/shared/domain/business-date'
import type { Db } from '../../platform/database/database.ts'
import { lockPackages } from '../packages/change-status.ts'
import { freshIds, updateRows } from './bulk-rows.ts'
import { createPackageFinder } from './find-package.ts'
import { holdReferences } from './hold-references.ts'
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
  type Written,
} from './kind.ts'
import { closedStatus, findNamedStatus, listNamedStatuses } from './named-statuses.ts'
import { businessDay } from './package-tariff.ts'
import { findUndoablePackages, takeBackPackages } from './undo-packages.ts'
import { chooseEarlier, now, type StatusEntry, writeHistory } from './write-history.ts'

type StatusPlan = { statusId: string; comment: string | null; changedAt: string | null }

const longestComment = 1_000
const problem = (field: string, message: string): Problem => buildProblem('statuses', field, message)

async function prepare(db: Db, rows: readonly FileRow[]): Promise<(row: FileRow) => Plan> {
  const { find, show } = await createPackageFinder(db, rows)
  const statuses = await listNamedStatuses(db)
  const today = await businessDay(db)

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

/** Moves packages to the statuses of their rows, invoiced ones too. docs/product/imports.md, "Statuses". */
async function write(db: Db, rows: readonly Planned<StatusPlan>[], { userName }: By): Promise<Written[]> {
  const locked = await lockPackages(
    db,
    rows.map(({ targetId }) => targetId ?? ''),
  )
  const held = await holdReferences(
    db,
    rows.map(({ plan }) => ({ statusId: plan.statusId })),
  )
  const byId = new Map(locked.map((one) => [one.id, one]))
  const at = await now(db)
  const written: Written[] = []
  const moves: { row: number; entry: Omit<StatusEntry, 'id'>; to: string; before: string | null }[] = []
  for (const { row, targetId, plan } of rows) {
    const found = byId.get(targetId ?? '')
    const to = held.status(plan.statusId)
    if (!found) written.push({ row, refusal: 'El paquete ya no existe' })
    else if (!to) written.push({ row, refusal: 'El estado ya no existe' })
    else if (found.statusId === to.id) written.push({ row, same: true })
    else {
      const from = found.statusId && found.statusName ? { id: found.statusId, name: found.statusName } : null
      const entry = {
        packageId: found.id,
        from,
        to,
        userName,
        comment: plan.comment,
        at: chooseEarlier(plan.changedAt, at),
      }
      moves.push({ row, entry, to: to.id, before: found.statusId })
    }
  }
  const versions = await updateRows(
    db,
    'packages',
    moves.map(({ entry, to }) => ({ id: entry.packageId, status_id: to, status_since: entry.at, updated_at: at })),
  )
  const fresh = await freshIds(db, moves.length)
  await writeHistory(
    db,
    moves.map(({ entry }, index) => ({ id: fresh[index] ?? '', ...entry })),
  )
  return [
    ...written,
    ...moves.map(({ row, entry, before }, index) => ({
      row,
      targetId: entry.packageId,
      version: versions.get(entry.packageId) ?? 0,
      before: { status_id: before },
      changeId: fresh[index] ?? null,
    })),
  ]
}

export const statusesKind: Kind = {
  right: 'packages.write',
  prepare,
  write,
  findUndoable: findUndoablePackages,
  takeBack: takeBackPackages,
}
