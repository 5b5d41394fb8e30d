import type { Check } from './check.ts'

const owned = [
  'packages',
  'invoices',
  'messages',
  'handovers',
  'collections',
  'client_credits',
  'client_debts',
  'client_credit_balances',
  'client_pickers',
  'prealerts',
]

const hasAny = owned
  .map((table) => `exists (select from ${table} r where r.company_id = c.company_id and r.client_id = c.id)`)
  .join(' or ')

export const clients: Check[] = [
  {
    says: 'A client that was merged has nothing of its own, and its mailbox number leads to the other',
    sql: `
      select c.company_id, format('client %s, merged into %s', c.id, c.merged_into_id) as what
      from clients c left join clients k on k.company_id = c.company_id and k.id = c.merged_into_id
      where c.merged_into_id is not null
        and (c.deleted_at is null or k.merged_into_id is not null or c.casillero <> all (k.former_casilleros) or ${hasAny})
      union all
      select k.company_id, format('client %s: %s is no client that was merged into it', k.id, former)
      from clients k cross join lateral unnest(k.former_casilleros) former
      where k.merged_into_id is null and not exists (
        select from clients c where c.company_id = k.company_id and c.casillero = former and c.merged_into_id = k.id)`,
  },
]
