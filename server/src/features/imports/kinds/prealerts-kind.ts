import { type Prealert, type PrealertDraft, prealertDraft } from '@casillero/shared/contract/prealerts'
import { formatDate } from '@casillero/shared/domain/business-date'
import { casilleroPrefix } from '@casillero/shared/domain/casillero-code'
import { readCasillero } from '@casillero/shared/domain/import-values'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { readDate } from '@casillero/shared/domain/read-date'
import { readDollars } from '@casillero/shared/domain/read-number'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import { holdOwners } from '../../clients/queries.ts'
import { getCompanySettings } from '../../company/queries.ts'
import { findPrealerts, lockPrealerts } from '../../prealerts/prealert-view.ts'
import { addPrealerts, cancelPrealerts, changePrealerts, putPrealertsBack } from '../../prealerts/save-prealerts.ts'
import { findClients, fullName } from './find-clients.ts'
import { selectWritten } from './hold-former.ts'
import {
  buildProblem,
  changeText,
  describeDollars,
  draftProblems,
  type FileRow,
  type Kind,
  type Plan,
  type Planned,
  type Problem,
  refused,
  type Shown,
  toWritten,
  type Undoable,
  type UndoWindow,
  type Written,
} from './kind.ts'

/** Ordered as in the preview. */
const purchaseFields = ['store', 'description', 'declaredValue', 'expectedOn'] as const

type PurchaseField = (typeof purchaseFields)[number]

type GivenPurchase = Pick<PrealertDraft, 'tracking' | PurchaseField>

type PrealertPlan = { clientId: string; given: GivenPurchase }

/** Lists values that differ from the known ones. */
export const listChanges = (known: Pick<Prealert, PurchaseField>, given: GivenPurchase): PurchaseField[] =>
  purchaseFields.filter((field) => given[field] !== null && given[field] !== known[field])

/** Announces purchases, and changes those announced by their clients meanwhile. docs/product/imports.md, "Pre-alerts". */
async function writePrealerts(db: Db, rows: readonly Planned<PrealertPlan>[]): Promise<Written[]> {
  const findOwner = await holdOwners(
    db,
    rows.map(({ plan }) => plan.clientId),
  )
  const trackings = rows.map(({ plan }) => plan.given.tracking)
  const known = new Map((await lockPrealerts(db, { trackings })).map((one) => [one.tracking, one]))
  const findOwn = ({ plan }: Planned<PrealertPlan>) => {
    const one = known.get(plan.given.tracking)
    return one?.client.id === findOwner(plan.clientId)?.id ? one : undefined
  }
  const own = rows.filter((row) => findOwn(row) !== undefined)
  const changes = own.flatMap((row) => {
    const before = findOwn(row)
    const facts = before && listChanges(before, row.plan.given).map((field) => [field, row.plan.given[field]])
    return before && facts ? [{ id: before.id, given: Object.fromEntries(facts) }] : []
  })
  const others = rows.filter((row) => findOwn(row) === undefined)
  const drafts = others.map(({ plan: { clientId, given } }) => ({ clientId, ...given, claimNote: null }))
  return [
    ...toWritten('prealerts', own, await changePrealerts(db, changes, { isWhole: false })),
    ...toWritten('prealerts', others, await addPrealerts(db, drafts)),
  ]
}

async function findUndoablePrealerts(db: Db, importId: string, { limit, isLocked }: UndoWindow): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked)
    await sql`select from prealerts where id in (select target from (${next}) n) order by id for update`.execute(db)
  const { rows } = await sql<Undoable>`
    select n.row_number as row, a.tracking as code, n.outcome, n.target as "targetId", n.before,
      case when a.cancelled_at is not null then 'ya se anuló'
        when p.id is not null then 'ya llegó'
        when a.version <> n.target_version then 'cambió después' end as reason
    from (${next}) n join prealerts a on a.id = n.target left join announced_package(a) p on true
    order by n.row_number`.execute(db)
  return rows
}

/** Restores the facts of changed ones. */
async function takeBackPrealerts(db: Db, rows: readonly Undoable[]): Promise<void> {
  await cancelPrealerts(
    db,
    rows.filter(({ outcome }) => outcome === 'new').map(({ targetId }) => targetId),
  )
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await putPrealertsBack(
    db,
    changed.map(({ targetId, before }) => ({ id: targetId, before: before ?? {} })),
  )
}

const problem = (field: string, message: string): Problem => buildProblem('prealerts', field, message)
const nameColumn = (field: string): string => (field === 'clientId' ? 'casillero' : field)
const readCode = (row: FileRow): string => row.trackings('tracking')[0] ?? ''

type Value = string | number | null | undefined

function formatValue(field: (typeof purchaseFields)[number], value: Value): string | null {
  if (value === null || value === undefined) return null
  if (field === 'declaredValue') return formatMoney(Number(value))
  return field === 'expectedOn' ? formatDate(String(value)) : String(value)
}

/** Reports a value or a date that cannot be read as a problem. */
function readFacts(row: FileRow, problems: Problem[]): { declaredValue: number | null; expectedOn: string | null } {
  const [valueText, dayText] = [row.text('declaredValue'), row.text('expectedOn')]
  const value = readDollars(valueText, row.decimal('declaredValue'))
  if (value === undefined && valueText !== '')
    problems.push(problem('declaredValue', describeDollars(valueText, 'no es un monto')))
  const day = readDate(dayText, row.order('expectedOn'))
  if (!day && dayText !== '') problems.push(problem('expectedOn', `«${dayText}» no es una fecha`))
  return { declaredValue: value ?? null, expectedOn: day?.date ?? null }
}

/** Undefined if a field cannot be read; adds why to `problems`. */
function readPurchase(row: FileRow, clientId: string, problems: Problem[]) {
  const facts = readFacts(row, problems)
  const parsed = z.safeParse(prealertDraft, {
    clientId,
    tracking: row.text('tracking'),
    store: row.text('store'),
    description: row.text('description'),
    ...facts,
    claimNote: null,
  })
  const refusedFields = new Set(problems.map(({ field }) => field))
  if (!parsed.success)
    problems.push(
      ...draftProblems('prealerts', parsed.error, nameColumn).filter(({ field }) => !refusedFields.has(field)),
    )
  return parsed.data
}

async function prepare(db: Db, rows: readonly FileRow[]): Promise<(row: FileRow) => Plan> {
  const { subdomain, casilleroPrefix: own } = await getCompanySettings(db)
  const prefix = casilleroPrefix(subdomain, own)
  const readMailbox = (row: FileRow) => readCasillero(row.text('casillero'), prefix)?.casillero
  const clients = await findClients(db, { casilleros: rows.flatMap((row) => readMailbox(row) ?? []) })
  const known = new Map((await findPrealerts(db, rows.map(readCode))).map((one) => [one.tracking, one]))

  return (row) => {
    const problems: Problem[] = []
    const casillero = row.text('casillero')
    const client = clients.byCasillero.get(readMailbox(row) ?? '')
    if (!client) problems.push(problem('casillero', casillero === '' ? 'falta' : `no hay un cliente «${casillero}»`))
    const tracking = readCode(row)
    const before = known.get(tracking)
    const shown: Shown = {
      code: tracking === '' ? null : tracking,
      client: client ? { name: fullName(client), casillero: client.casillero } : null,
      weight: null,
      shippingMethod: null,
      detail: '',
    }
    const keys = tracking === '' ? [] : [tracking]
    if (client && before && before.client.id !== client.id)
      problems.push(problem('tracking', `ya está avisado por ${before.client.name}`))
    const purchase = readPurchase(row, client?.id ?? '', problems)
    if (problems.length > 0 || !purchase || !client) return refused(problems, shown, keys)
    const { store, description, declaredValue, expectedOn } = purchase
    const given: GivenPurchase = { tracking, store, description, declaredValue, expectedOn }
    const changes = before ? listChanges(before, given) : []
    if (before?.package && changes.length > 0)
      return refused([problem('tracking', `ya llegó: es el paquete #${before.package.companyPackageId}`)], shown, keys)
    const texts = before
      ? changes.map((field) =>
          changeText(problem(field, '').label, formatValue(field, before[field]), formatValue(field, given[field])),
        )
      : purchaseFields.flatMap((field) => formatValue(field, given[field]) ?? [])
    const outcome = !before ? 'new' : changes.length === 0 ? 'same' : 'updated'
    return {
      outcome,
      problems: [],
      plan: outcome === 'same' ? null : ({ clientId: client.id, given } satisfies PrealertPlan),
      targetId: before?.id ?? null,
      shown: {
        ...shown,
        detail: outcome === 'same' ? 'Sin cambios' : texts.join(before ? '; ' : ' · ') || 'Solo el número',
      },
      keys,
      findField: () => 'tracking',
    }
  }
}

export const prealertsKind: Kind = {
  right: 'packages.write',
  prepare,
  write: writePrealerts,
  findUndoable: findUndoablePrealerts,
  takeBack: takeBackPrealerts,
}
