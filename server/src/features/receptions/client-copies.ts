import type { ClientCopy } from '@casillero/shared/contract/receptions'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

const most = 1_000

type Copies = { clients: ClientCopy[]; removed: string[]; asOf: string; next: string | null }

/**
 * In id order: all living clients, or those changed or deleted since. `asOf` is five minutes ago, longer than any transaction.
 * docs/product/reception.md, "Clients on the device".
 */
export async function listClientCopies(
  db: Db,
  { since, after }: { since?: string | undefined; after?: string | undefined },
): Promise<Copies> {
  const [rows, { asOf }] = await Promise.all([
    db
      .selectFrom('clients')
      .select([
        'id',
        'casillero',
        'former_casilleros as formerCasilleros',
        'first_name as firstName',
        'middle_name as middleName',
        'last_names as lastNames',
        'default_tariff_maritimo_id as defaultTariffMaritimoId',
        'default_tariff_aereo_id as defaultTariffAereoId',
      ])
      .select(sql<boolean>`deleted_at is not null`.as('isDeleted'))
      .$if(since === undefined, (all) => all.where('deleted_at', 'is', null))
      .$if(since !== undefined, (all) => all.where('updated_at', '>=', new Date(since ?? 0).toISOString()))
      .$if(after !== undefined, (all) => all.where('id', '>', after ?? ''))
      .orderBy('id')
      .limit(sql.lit(most))
      .execute(),
    db.selectNoFrom(sql<string>`app_now() - interval '5 minutes'`.as('asOf')).executeTakeFirstOrThrow(),
  ])
  return {
    clients: rows.filter(({ isDeleted }) => !isDeleted),
    removed: rows.filter(({ isDeleted }) => isDeleted).map(({ id }) => id),
    asOf,
    next: rows.length < most ? null : (rows.at(-1)?.id ?? null),
  }
}
