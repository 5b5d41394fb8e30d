import { type RawBuilder, sql } from 'kysely'
import type { MessageAccount } from '../texts/message-values.ts'

/** Selects the present account, with the numbers of the unpaid invoices. */
export const selectAccount = (clientId: RawBuilder<unknown>): RawBuilder<MessageAccount> => sql<MessageAccount>`(
  select json_build_object(
    'company', (select o.name from companies o where o.id = current_company()),
    'owed', coalesce((select json_agg(json_build_object('symbol', k.symbol, 'amount', d.amount) order by k.code)
      from (select v.currency_id, sum(v.pending_total) as amount from open_debts v
            where v.client_id = ${clientId} group by 1) d
      join currencies k on k.id = d.currency_id), '[]'::json),
    'credit', coalesce((select json_agg(json_build_object('symbol', k.symbol, 'amount', b.balance) order by k.code)
      from client_credit_balances b join currencies k on k.id = b.currency_id
      where b.client_id = ${clientId} and b.balance > 0), '[]'::json),
    'invoices', coalesce((select json_agg(distinct v.company_invoice_id)
      from open_debts o join invoices v on v.id = o.invoice_id where o.client_id = ${clientId}), '[]'::json)))`
