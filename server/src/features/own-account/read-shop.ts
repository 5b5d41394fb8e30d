import type { SignUp } from '@casillero/shared/contract/signups'
import type { PaymentAccount } from '@casillero/shared/domain/payment-account'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'

/** Shown on every page. */
type Shop = {
  name: string
  logoUrl: string | null
  address: string | null
  phone: string | null
  hasPublicTariffs: boolean
}

/** Includes the address in the US. */
export type Viewer = {
  shop: Shop
  clientId: string
  firstName: string
  lastNames: string
  casillero: string
  usAddress: string | null
  today: string
  /** Other clients on the same device, each with the hash of their secret. */
  others: { hash: string; name: string; casillero: string }[]
}

/** For visitors who are not signed in. */
export type Entrance = Shop & { hasPublicTracking: boolean; signUp: SignUp }

export const readEntrance = (db: Db): Promise<Entrance> =>
  db
    .selectFrom('companies')
    .select(['name', 'logo_url as logoUrl', 'address', 'phone'])
    .select(['has_public_tracking as hasPublicTracking', 'has_public_tariffs as hasPublicTariffs'])
    .select('sign_up as signUp')
    .where('id', '=', sql<string>`current_company()`)
    .executeTakeFirstOrThrow()

export async function readPaymentAccounts(db: Db): Promise<PaymentAccount[]> {
  const { accounts } = await db
    .selectFrom('companies')
    .select(sql<PaymentAccount[]>`payment_accounts`.as('accounts'))
    .executeTakeFirstOrThrow()
  return accounts
}

export async function readViewer(db: Db): Promise<Viewer> {
  const [client, { usAddress, ...shop }, { today, others }] = await Promise.all([
    db
      .selectFrom('clients')
      .select(['id as clientId', 'first_name as firstName', 'last_names as lastNames', 'casillero'])
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('companies')
      .select(['name', 'logo_url as logoUrl', 'address', 'phone', 'us_address as usAddress'])
      .select('has_public_tariffs as hasPublicTariffs')
      .executeTakeFirstOrThrow(),
    db
      .selectNoFrom([
        sql<string>`app_today()::text`.as('today'),
        sql<Viewer['others']>`coalesce(nullif(current_setting('app.other_clients', true), ''), '[]')::json`.as(
          'others',
        ),
      ])
      .executeTakeFirstOrThrow(),
  ])
  return { shop, ...client, usAddress, today, others }
}
