import { mostPublicTariffs } from '@casillero/shared/contract/company'
import type { ListQuery, Pagination } from '@casillero/shared/contract/endpoint'
import { type ShippingKind, type Tariff, type TariffDraft, tariffCatalogue } from '@casillero/shared/contract/tariffs'
import { searchPatterns } from '@casillero/shared/domain/search-text'
import { type PriceRules, readRules, tidyRules } from '@casillero/shared/domain/tariff-rules'
import { type SelectQueryBuilder, type SqlBool, sql } from 'kysely'
import { clearDefault } from '../../platform/database/catalogue.ts'
import { createCatalogue } from '../../platform/database/catalogue-rows.ts'
import type { Db } from '../../platform/database/database.ts'
import { matchesAll } from '../../platform/database/list.ts'
import type { Tables } from '../../platform/database/tables.ts'
import { AppError, fieldError } from '../../platform/errors.ts'

const ruleColumns = [
  'unit',
  'minimum_pounds as minimumPounds',
  'round_up_to as roundUpTo',
  'rounding_grace as roundingGrace',
  'volumetric_divisor as volumetricDivisor',
  sql<PriceRules['tiers']>`tiers`.as('tiers'),
] as const

export const isAssignableToday = sql<SqlBool>`is_active and (start_date is null or app_today() between start_date and end_date)`

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
  is_public: draft.isPublic,
})

/** A default whose end is in the future stays the default. */
async function refuseUnusableDefault(db: Db, draft: TariffDraft, current?: Tariff): Promise<void> {
  if (!draft.isDefault) return
  if (!draft.isActive) throw fieldError('default_tariff_inactive', 'isActive')
  if (draft.endDate === null || (current?.isDefault && current.endDate === draft.endDate)) return
  if (await isPast(db, draft.endDate)) throw fieldError('default_tariff_expired', 'endDate')
}

/**
 * A new default takes the mark from the other one of its type in the same step. A change reprices no package.
 * docs/product/catalogues.md, "Tariffs".
 */
export const tariffs = createCatalogue(tariffCatalogue, {
  read: { tiers: sql<PriceRules['tiers']>`tiers` },
  write: toValues,
  // Locked before any row, so that two swaps of the same defaults wait instead of deadlocking.
  takeTurn: async (db, draft) => {
    if (draft?.isDefault)
      await sql`select pg_advisory_xact_lock(hashtextextended('default tariffs of ' || current_company(), 0))`.execute(
        db,
      )
  },
  beforeSave: async (db, draft: TariffDraft, current: Tariff | undefined) => {
    await refuseUnusableDefault(db, draft, current)
    // A deleted package still names its tariff, and the database compares their types.
    const isOfOtherType = current !== undefined && draft.type !== current.type
    if (isOfOtherType && (await findTariffUse(db, current.id)).isAny) throw fieldError('tariff_type_in_use', 'type')
    if (draft.isDefault) await clearDefault(db, 'tariffs', current?.id ?? null, sql`type = ${draft.type}`)
    return draft
  },
  beforeRemove: async (db, { id, isDefault }) => {
    if (isDefault) throw new AppError('tariff_is_default')
    if ((await findTariffUse(db, id)).isLiving) throw new AppError('tariff_in_use')
  },
})

/** Decided by Managua's date. */
async function isPast(db: Db, day: string): Promise<boolean> {
  const { isOver } = await db
    .selectNoFrom(sql<boolean>`${day}::date < app_today()`.as('isOver'))
    .executeTakeFirstOrThrow()
  return isOver
}

/** Says whether any tariff is not weight × price per pound. */
export async function hasRules(db: Db): Promise<boolean> {
  const isRuled = sql<boolean>`unit <> 'pound' or tiers <> '[]' or num_nonnulls(minimum_pounds, round_up_to, volumetric_divisor) > 0`
  return (await db.selectFrom('tariffs').select('id').where(isRuled).limit(1).executeTakeFirst()) !== undefined
}

/** Makes these tariffs public, and no other. Throws `reference_not_found`. docs/product/public-tariffs.md, "Setting up". */
export async function publishTariffs(db: Db, ids: readonly string[]): Promise<void> {
  const wanted = sql<string>`any(${ids}::uuid[])`
  const found = await db
    .selectFrom('tariffs')
    .select(['id', 'is_public as isPublic', sql<boolean>`id = ${wanted}`.as('isWanted')])
    .where('deleted_at', 'is', null)
    .where((row) => row.or([row('is_public', '=', true), row('id', '=', wanted)]))
    .orderBy('id')
    .forUpdate()
    .execute()
  if (found.filter(({ isWanted }) => isWanted).length < new Set(ids).size)
    throw fieldError('reference_not_found', 'publicTariffIds')
  const changed = found.filter(({ isPublic, isWanted }) => isPublic !== isWanted).map(({ id }) => id)
  if (changed.length === 0) return
  await db
    .updateTable('tariffs')
    .set({ is_public: sql`not is_public` })
    .where('id', '=', sql<string>`any(${changed}::uuid[])`)
    .execute()
}

type TariffFilter = ListQuery & { isActive?: boolean | undefined; type?: ShippingKind | undefined }

/** Selects the tariffs of a list with this query. */
const matching = <Row>(rows: SelectQueryBuilder<Tables, 'tariffs', Row>, query: TariffFilter) =>
  rows
    .$if(query.isActive === true, (all) => all.where(isAssignableToday))
    .$if(query.isActive === false, (all) => all.where('is_active', '=', false))
    .$if(query.type !== undefined, (all) => all.where('type', '=', query.type ?? 'maritimo'))
    .orderBy('name')
    .orderBy('id')

/** Ordered as in the list. */
export const allTariffs = (db: Db, query: TariffFilter) =>
  matching(db.selectFrom('tariffs').selectAll().where('deleted_at', 'is', null), query).where(
    matchesAll(sql`search_text`, searchPatterns(query.search ?? '')),
  )

/** Returns all without `page`; with `isActive: true` those that can be assigned today. */
export async function listTariffs(db: Db, query: TariffFilter): Promise<{ data: Tariff[]; pagination: Pagination }> {
  return await tariffs.list(db, matching(tariffs.living(db), query), query)
}

/** Those with which anyone works out a price, the default ones first. docs/product/public-tariffs.md, "Setting up". */
export const listPublicTariffs = (db: Db): Promise<Tariff[]> =>
  tariffs
    .living(db)
    .where('is_public', '=', true)
    .where(isAssignableToday)
    .orderBy('is_default', 'desc')
    .orderBy('name')
    .orderBy('id')
    .limit(sql.lit(mostPublicTariffs))
    .execute()

/**
 * Those by which the packages of the client whose pages read are priced; for a method without one, the public ones.
 * docs/product/public-tariffs.md, "Mi casillero".
 */
export async function listClientTariffs(db: Db): Promise<Tariff[]> {
  const own = await tariffs
    .living(db)
    .where(isAssignableToday)
    .where((eb) =>
      eb.exists(
        eb
          .selectFrom('clients')
          .whereRef('tariffs.id', 'in', sql`(default_tariff_maritimo_id, default_tariff_aereo_id)`),
      ),
    )
    .execute()
  const isOwn = new Set(own.map(({ type }) => type))
  return [...own, ...(await listPublicTariffs(db)).filter(({ type }) => !isOwn.has(type))]
}

/** Null `rules` mean weight × price per pound. */
export type KeptPrice = { pricePerPound: number | null; rules: PriceRules | null }

export const noPrice: KeptPrice = { pricePerPound: null, rules: null }

/** Includes rules, and whether it can be assigned today. */
export const selectAssignable = (db: Db) =>
  db
    .selectFrom('tariffs')
    .select(['id', 'type', 'price_per_pound as pricePerPound', ...ruleColumns])
    .select(isAssignableToday.as('isAssignable'))
    .where('deleted_at', 'is', null)

type AssignableRow = Awaited<ReturnType<ReturnType<typeof selectAssignable>['executeTakeFirstOrThrow']>>

/** Returns rules in the form that packages keep. */
export const toAssignable = ({ id, type, pricePerPound, isAssignable, ...rules }: AssignableRow) => ({
  id,
  type,
  pricePerPound,
  isAssignable,
  rules: tidyRules(rules),
})

/** `isLiving`: used by a row that is not deleted. */
async function findTariffUse(db: Db, id: string): Promise<{ isLiving: boolean; isAny: boolean }> {
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
