import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import type { ShippingKind, Tariff, TariffDraft } from '@casillero/shared/contract/tariffs'
import { searchPatterns, searchText } from '@casillero/shared/domain/search-text'
import { type PriceRules, readRules, tidyRules } from '@casillero/shared/domain/tariff-rules'
import { type SqlBool, sql } from 'kysely'
import { clearDefault } from '../../platform/database/catalogue.ts'
import type { Db } from '../../platform/database/database.ts'
import { listCatalogue, matchesAll } from '../../platform/database/list.ts'
import { AppError } from '../../platform/errors.ts'

const ruleColumns = [
  'unit',
  'minimum_pounds as minimumPounds',
  'round_up_to as roundUpTo',
  'rounding_grace as roundingGrace',
  'volumetric_divisor as volumetricDivisor',
  sql<PriceRules['tiers']>`tiers`.as('tiers'),
] as const

const columns = [
  'id',
  'name',
  'type',
  'price_per_pound as pricePerPound',
  ...ruleColumns,
  'start_date as startDate',
  'end_date as endDate',
  'notes',
  'is_default as isDefault',
  'is_active as isActive',
  'version',
] as const

const living = (db: Db) => db.selectFrom('tariffs').where('deleted_at', 'is', null)

export const isAssignableToday = sql<SqlBool>`is_active and (start_date is null or app_today() between start_date and end_date)`

/** Says whether a day is over in Managua. */
export async function isPast(db: Db, day: string): Promise<boolean> {
  const { isOver } = await db
    .selectNoFrom(sql<boolean>`${day}::date < app_today()`.as('isOver'))
    .executeTakeFirstOrThrow()
  return isOver
}

/** Says whether some tariff of the company counts otherwise than weight × price per pound. */
export async function hasRules(db: Db): Promise<boolean> {
  const isRuled = sql<boolean>`unit <> 'pound' or tiers <> '[]' or num_nonnulls(minimum_pounds, round_up_to, volumetric_divisor) > 0`
  return (await db.selectFrom('tariffs').select('id').where(isRuled).limit(1).executeTakeFirst()) !== undefined
}

type TariffFilter = ListQuery & { isActive?: boolean | undefined; type?: ShippingKind | undefined }

/** The tariffs that a list with this query shows, by name. */
const matchingTariffs = (db: Db, query: TariffFilter) =>
  living(db)
    .$if(query.isActive === true, (all) => all.where(isAssignableToday))
    .$if(query.isActive === false, (all) => all.where('is_active', '=', false))
    .$if(query.type !== undefined, (all) => all.where('type', '=', query.type ?? 'maritimo'))
    .orderBy('name')
    .orderBy('id')

/** All tariffs that a list with this query shows, in its order. */
export const allTariffs = (db: Db, query: TariffFilter) =>
  matchingTariffs(db, query)
    .selectAll()
    .where(matchesAll(sql`search_text`, searchPatterns(query.search ?? '')))

/** Lists tariffs by name; all of them without `page`. With `isActive: true` only those that can be assigned today. */
export async function listTariffs(db: Db, query: TariffFilter): Promise<{ data: Tariff[]; pagination: Pagination }> {
  return await listCatalogue(db, matchingTariffs(db, query).select(columns), query)
}

/** Locks a tariff, so that its use and its default mark cannot change before this transaction ends. */
export async function lockTariff(db: Db, id: string): Promise<Tariff> {
  const tariff = await living(db).select(columns).where('id', '=', id).forUpdate().executeTakeFirst()
  if (!tariff) throw new AppError('not_found')
  return tariff
}

/** The price that a package keeps of its tariff, and the rules; null rules are weight × price per pound. */
export type KeptPrice = { pricePerPound: number | null; rules: PriceRules | null }

/** Of a package without a tariff. */
export const noPrice: KeptPrice = { pricePerPound: null, rules: null }

/** Selects a tariff with its rules, and whether it can be assigned today. */
export const selectAssignable = (db: Db) =>
  db
    .selectFrom('tariffs')
    .select(['id', 'type', 'price_per_pound as pricePerPound', ...ruleColumns])
    .select(isAssignableToday.as('isAssignable'))
    .where('deleted_at', 'is', null)

type AssignableRow = Awaited<ReturnType<ReturnType<typeof selectAssignable>['executeTakeFirstOrThrow']>>

/** The tariff of a row, with its rules as a package keeps them. */
export const toAssignable = ({ id, type, pricePerPound, isAssignable, ...rules }: AssignableRow) => ({
  id,
  type,
  pricePerPound,
  isAssignable,
  rules: tidyRules(rules),
})

/**
 * Takes the lock behind which changes of a company's default tariffs take turns; taken before any row, so that two swaps of the
 * same tariffs wait instead of deadlocking.
 */
export async function lockDefaultTariffs(db: Db): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('default tariffs of ' || current_company(), 0))`.execute(db)
}

/** Takes the default mark of a type from the tariff that has it, except from `exceptId`. */
export const clearDefaultTariff = (db: Db, type: ShippingKind, exceptId: string | null): Promise<void> =>
  clearDefault(db, 'tariffs', exceptId, sql`type = ${type}`)

function ruleValues(draft: TariffDraft) {
  const rules = readRules(draft)
  return rules === undefined
    ? {}
    : {
        unit: rules.unit,
        minimum_pounds: rules.minimumPounds,
        round_up_to: rules.roundUpTo,
        rounding_grace: rules.roundingGrace,
        volumetric_divisor: rules.volumetricDivisor,
        tiers: JSON.stringify(rules.tiers),
      }
}

const toValues = (draft: TariffDraft) => ({
  name: draft.name,
  type: draft.type,
  price_per_pound: draft.pricePerPound,
  ...ruleValues(draft),
  start_date: draft.startDate,
  end_date: draft.endDate,
  notes: draft.notes,
  is_default: draft.isDefault,
  is_active: draft.isActive,
  search_text: searchText(draft.name),
})

export function insertTariff(db: Db, draft: TariffDraft): Promise<Tariff> {
  return db.insertInto('tariffs').values(toValues(draft)).returning(columns).executeTakeFirstOrThrow()
}

export function updateTariffRow(db: Db, id: string, draft: TariffDraft): Promise<Tariff> {
  return db
    .updateTable('tariffs')
    .set(toValues(draft))
    .where('id', '=', id)
    .returning(columns)
    .executeTakeFirstOrThrow()
}

/** Says whether a row that is not deleted has this tariff, and whether any row has it. */
export async function findTariffUse(db: Db, id: string): Promise<{ isLiving: boolean; isAny: boolean }> {
  const { rows } = await sql<{ isLiving: boolean; isAny: boolean }>`
    select coalesce(bool_or(deleted_at is null), false) as "isLiving", count(*) > 0 as "isAny" from (
      (select deleted_at from packages where tariff_id = ${id} order by deleted_at nulls first limit 1)
      union all
      (select deleted_at from clients where default_tariff_maritimo_id = ${id} order by deleted_at nulls first limit 1)
      union all
      (select deleted_at from clients where default_tariff_aereo_id = ${id} order by deleted_at nulls first limit 1)
    ) uses`.execute(db)
  return rows[0] ?? { isLiving: false, isAny: false }
}
