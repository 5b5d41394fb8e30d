import { type Tariff, type TariffDraft, tariffDraft } from '@casillero/shared/contract/tariffs'
import { readMethod } from '@casillero/shared/domain/import-values'
import { unitNouns } from '@casillero/shared/domain/price-units'
import { readDate } from '@casillero/shared/domain/read-date'
import { readDollars, readNumber } from '@casillero/shared/domain/read-number'
import { plainWords } from '@casillero/shared/domain/search-text'
import { sql } from 'kysely'
import * as z from 'zod/mini'
import type { Db } from '../../../platform/database/database.ts'
import { putTariffsBack } from '../../tariffs/put-back.ts'
import { listTariffs, tariffs } from '../../tariffs/queries.ts'
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
  type Undoable,
  type UndoWindow,
  type Written,
} from './kind.ts'

export const ruleFields = [
  'unit',
  'minimumPounds',
  'roundUpTo',
  'roundingGrace',
  'volumetricDivisor',
  'tiers',
] as const satisfies readonly (keyof TariffDraft & keyof Tariff)[]
type RuleField = (typeof ruleFields)[number]
type GivenRules = Partial<Pick<TariffDraft, RuleField>>
type Tiers = NonNullable<GivenRules['tiers']>

const unitWords = {
  pound: ['libra', 'libras', 'lb', 'lbs', 'pound'],
  cubic_foot: ['pie cubico', 'pies cubicos', 'pie3', 'cubic foot', 'cubic feet', 'ft3', 'cft'],
  piece: ['pieza', 'piezas', 'unidad', 'piece', 'unit'],
} as const
const units = ['pound', 'cubic_foot', 'piece'] as const

/** Reads `desde 20: US$5.00; desde 50: US$4.50`, or two numbers for each tier; undefined if a tier has not two. */
function readTiers(text: string): Tiers | undefined {
  const parts = text.split(/[;\n]/).filter((part) => part.trim() !== '')
  const read = parts.flatMap((part) => {
    const [from, price, ...more] = (part.match(/\d+(?:[.,]\d+)?/g) ?? []).map((one) => Number(one.replace(',', '.')))
    return from === undefined || price === undefined || more.length > 0 ? [] : [{ from, price }]
  })
  return read.length === parts.length ? read : undefined
}

/** Calls `refuse` for each unreadable cell. An empty cell says nothing. */
export function readRules(row: FileRow, refuse: (field: RuleField, message: string) => void): GivenRules {
  const given: GivenRules = {}
  const unit = row.text('unit')
  const words = plainWords(unit)
  const named = units.find((one) => unitWords[one].some((word) => word === words))
  if (named) given.unit = named
  else if (unit !== '') refuse('unit', `«${unit}» no es libra, pie cúbico ni pieza`)
  for (const field of ['minimumPounds', 'roundUpTo', 'roundingGrace', 'volumetricDivisor'] as const) {
    const text = row.text(field)
    const number = readNumber(text, row.decimal(field))
    if (number !== undefined) given[field] = number
    else if (text !== '') refuse(field, `«${text}» no es un número`)
  }
  const text = row.text('tiers')
  const tiers = readTiers(text)
  if (text !== '' && tiers) given.tiers = tiers
  else if (text !== '') refuse('tiers', `«${text}» no son tramos como 20: 5.00; 50: 4.50`)
  return given
}

export function formatValue(value: string | number | Tiers | null | undefined): string | number | null {
  if (value === null || value === undefined) return null
  if (typeof value === 'object')
    return value.map(({ from, price }) => `${from}: ${price.toFixed(2)}`).join('; ') || null
  const unit = units.find((one) => one === value)
  return unit ? unitNouns[unit] : value
}

type GivenTariff = Partial<Omit<TariffDraft, 'version'>>
type TariffPlan = { given: GivenTariff }

const problem = (field: string, message: string): Problem => buildProblem('tariffs', field, message)
const nameColumn = (field: string): string => (field === 'type' ? 'shippingMethod' : field)
const nameKey = (name: string, type: string): string => `${type}|${plainWords(name)}`
const compared = ['pricePerPound', ...ruleFields, 'startDate', 'endDate', 'notes'] as const

function readGiven(row: FileRow, problems: Problem[]): GivenTariff {
  const given: GivenTariff = {}
  const [name, method, price, notes] = [
    row.text('name'),
    row.text('shippingMethod'),
    row.text('pricePerPound'),
    row.text('notes'),
  ]
  if (name !== '') given.name = name
  if (notes !== '') given.notes = notes
  const type = readMethod(method)
  if (type) given.type = type
  else if (method !== '') problems.push(problem('shippingMethod', `«${method}» no es aéreo ni marítimo`))
  const number = readDollars(price, row.decimal('pricePerPound'))
  if (number !== undefined) given.pricePerPound = number
  else if (price !== '') problems.push(problem('pricePerPound', describeDollars(price, 'no es un número')))
  for (const field of ['startDate', 'endDate'] as const) {
    const text = row.text(field)
    const read = readDate(text, row.order(field))
    if (read) given[field] = read.date
    else if (text !== '') problems.push(problem(field, `«${text}» no es una fecha`))
  }
  return { ...given, ...readRules(row, (field, message) => problems.push(problem(field, message))) }
}

const toDraft = ({ id: _, version: __, ...draft }: Tariff) => draft

async function prepare(db: Db): Promise<(row: FileRow) => Plan> {
  const { data } = await listTariffs(db, {})
  const byName = Map.groupBy(data, ({ name, type }) => nameKey(name, type))
  return (row) => {
    const problems: Problem[] = []
    const given = readGiven(row, problems)
    const shown: Shown = {
      code: given.name ?? null,
      client: null,
      weight: null,
      shippingMethod: given.type ?? null,
      detail: '',
    }
    const key = nameKey(given.name ?? '', given.type ?? '')
    const keys = [key]
    const found = byName.get(key) ?? []
    const [known] = found
    if (found.length > 1) problems.push(problem('name', `hay ${found.length} tarifas con este nombre`))
    const refusedFields = new Set(problems.map(({ field }) => field))
    // The name that found it is not rewritten.
    if (known) given.name = known.name
    const parsed = z.safeParse(tariffDraft, { ...(known ? toDraft(known) : {}), ...given })
    if (!parsed.success)
      problems.push(
        ...draftProblems('tariffs', parsed.error, nameColumn).filter(({ field }) => !refusedFields.has(field)),
      )
    if (problems.length > 0 || !parsed.success) return refused(problems, shown, keys)
    const changes = known
      ? compared.filter((field) => formatValue(known[field]) !== formatValue(parsed.data[field]))
      : []
    const texts = known
      ? changes.map((field) =>
          changeText(problem(field, '').label, formatValue(known[field]), formatValue(parsed.data[field])),
        )
      : [`US$ ${parsed.data.pricePerPound.toFixed(2)} por ${unitNouns[parsed.data.unit ?? 'pound']}`]
    const outcome = !known ? 'new' : changes.length === 0 ? 'same' : 'updated'
    return {
      outcome,
      problems: [],
      plan: outcome === 'same' ? null : ({ given } satisfies TariffPlan),
      targetId: known?.id ?? null,
      shown: { ...shown, detail: outcome === 'same' ? 'Sin cambios' : texts.join('; ') },
      keys,
    }
  }
}

async function writeOne(
  db: Db,
  { row, targetId, plan }: Planned<TariffPlan>,
  known: ReadonlyMap<string, Tariff>,
): Promise<Written> {
  const { given } = plan
  if (targetId === null) {
    const { id, version } = await tariffs.create(db, tariffDraft.parse(given))
    return { row, targetId: id, version, before: null }
  }
  const current = known.get(targetId)
  if (!current) return { row, refusal: 'La tarifa ya no existe' }
  // Uses the current version, because the lock is taken after reading.
  const draft = tariffDraft.parse({ ...toDraft(current), ...given, name: current.name, version: current.version })
  const { version } = await tariffs.update(db, targetId, draft)
  const before = {
    price_per_pound: current.pricePerPound,
    unit: current.unit,
    minimum_pounds: current.minimumPounds,
    round_up_to: current.roundUpTo,
    rounding_grace: current.roundingGrace,
    volumetric_divisor: current.volumetricDivisor,
    tiers: current.tiers,
    start_date: current.startDate,
    end_date: current.endDate,
    notes: current.notes,
  }
  return { row, targetId, version, before }
}

/** Writes one by one, because a company has only a few tariffs. */
async function write(db: Db, rows: readonly Planned<TariffPlan>[]): Promise<Written[]> {
  const { data } = await listTariffs(db, {})
  const known = new Map(data.map((tariff) => [tariff.id, tariff]))
  const written: Written[] = []
  for (const row of rows) written.push(await writeOne(db, row, known))
  return written
}

async function findUndoable(db: Db, importId: string, { limit, isLocked }: UndoWindow): Promise<Undoable[]> {
  const next = selectWritten(importId, { limit })
  if (isLocked)
    await sql`select from tariffs where id in (select target from (${next}) n) order by id for update`.execute(db)
  const { rows } = await sql<Undoable>`
    select n.row_number as row, t.name as code, n.outcome, n.target as "targetId", n.before,
      case when t.deleted_at is not null then 'ya se eliminó'
        when n.outcome = 'new' and t.is_default then 'es la tarifa por defecto'
        when n.outcome = 'new' and (
          exists (select from packages p where p.tariff_id = t.id and p.deleted_at is null)
          or exists (select from clients c where c.default_tariff_maritimo_id = t.id and c.deleted_at is null)
          or exists (select from clients c where c.default_tariff_aereo_id = t.id and c.deleted_at is null)) then 'ya está en uso'
        when t.version <> n.target_version then 'cambió después' end as reason
    from (${next}) n join tariffs t on t.id = n.target order by n.row_number`.execute(db)
  return rows
}

async function takeBack(db: Db, rows: readonly Undoable[]): Promise<void> {
  for (const { outcome, targetId } of rows) if (outcome === 'new') await tariffs.remove(db, targetId)
  const changed = rows.filter(({ outcome }) => outcome === 'updated')
  await putTariffsBack(
    db,
    changed.map(({ targetId, before }) => ({ id: targetId, before: before ?? {} })),
  )
}

export const tariffsKind: Kind = { right: 'tariffs.write', prepare, write, findUndoable, takeBack }
