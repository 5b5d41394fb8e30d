import type { CreditLine } from '@casillero/shared/domain/handover'
import { type RawBuilder, sql } from 'kysely'

/**
 * The limit, and what is owed in US$ at today's rates; null without a limit. docs/product/clients.md, "Credit limit".
 * @param limit the client's column
 * @param clientId the client's id
 */
export const selectCreditLine = (limit: RawBuilder<unknown>, clientId: RawBuilder<unknown>) =>
  sql<CreditLine | null>`(
  case when ${limit} is not null then json_build_object('limit', ${limit}, 'used', (
    select coalesce(round(sum(v.pending_total / k.rate_compra), 2), 0)
    from open_debts v join currencies k on k.id = v.currency_id
    where v.client_id = ${clientId}))
  end)`
