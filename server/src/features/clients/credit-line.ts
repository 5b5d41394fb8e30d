import type { CreditLine } from '@casillero/shared/domain/handover'
import { type RawBuilder, sql } from 'kysely'

/**
 * The limit, and what is owed beyond the credit in the same currency, in US$ at today's rates; null without a limit. docs/product/clients.md, "Credit limit".
 * @param limit the client's column
 * @param clientId the client's id
 */
export const selectCreditLine = (limit: RawBuilder<unknown>, clientId: RawBuilder<unknown>) =>
  sql<CreditLine | null>`(
  case when ${limit} is not null then json_build_object('limit', ${limit}, 'used', (
    select coalesce(round(sum(greatest(v.owed - coalesce(b.balance, 0), 0) / k.rate_compra), 2), 0)
    from (select d.currency_id, sum(d.pending_total) as owed from open_debts d where d.client_id = ${clientId} group by 1) v
    join currencies k on k.id = v.currency_id
    left join client_credit_balances b on b.client_id = ${clientId} and b.currency_id = v.currency_id))
  end)`
