/** The damages of drawers, change, credit and collections, as those of `damages`. */
export const moneyDamages: [line: string, what: string, statements: string[]][] = [
  [
    'Cash sessions are numbered',
    'a missing number',
    ['update cash_sessions set company_session_id = 9 where company_session_id = 2 and company_id = $1'],
  ],
  [
    'What a closed session came to',
    'a movement that is lost',
    ["delete from cash_movements where reason = 'Agua' and company_id = $1"],
  ],
  [
    'What a closed session came to',
    'a payment that came into it afterwards',
    [
      `update invoice_payments set cash_session_id = (select id from cash_sessions where company_id = $1 and closed_at is not null)
       where total = 33.33 and company_id = $1`,
    ],
  ],
  [
    'The parts of the change',
    'a cent too much',
    ["update invoice_changes set converted_total = converted_total + 0.01 where kind = 'cash' and company_id = $1"],
  ],
  [
    "A client's credit",
    'a balance that is a cent too high',
    ['update client_credit_balances set balance = balance + 0.01 where company_id = $1'],
  ],
  [
    'What credit paid',
    'credit that was used and not taken away',
    [
      "delete from client_credits where kind = 'use' and collection_id is null and company_id = $1",
      `update client_credit_balances set balance = balance + 1.25
       where currency_id = (select id from currencies where code = 'USD' and company_id = $1)`,
    ],
  ],
  [
    'Collections are numbered',
    'a missing number',
    ['update collections set company_collection_id = 9 where company_collection_id = 2 and company_id = $1'],
  ],
  [
    'The parts of a collection are no more',
    'a part that outlived its collection',
    [
      `update invoice_payments set reversed_at = null, reversed_by = null, reversal_reason = null
       where reversed_at is not null and collection_payment_id is not null and company_id = $1`,
      `update invoices v set paid_total = y.total, pending_total = greatest(v.total_amount - y.total, 0)
       from (select invoice_id, sum(converted_total) as total from invoice_payments
             where reversed_at is null group by 1) y
       where y.invoice_id = v.id and v.voided_at is null and v.company_id = $1`,
    ],
  ],
  [
    'What a collection leaves over',
    'change that is a cent too small',
    ['update collections set change_total = change_total - 0.01 where change_total > 0 and company_id = $1'],
  ],
  [
    'Credit that collections used',
    'credit that was used and not taken away',
    [
      `delete from client_credits where kind = 'use' and collection_id is not null and company_id = $1`,
      `update client_credit_balances set balance = balance + 4
       where currency_id = (select id from currencies where code = 'NIO' and company_id = $1)
         and client_id in (select client_id from collections)`,
    ],
  ],
  [
    'Cash of a closed session that was given back',
    'a cent too much',
    [
      `update cash_movements set amount = amount + 0.01
       where id in (select reversal_movement_id from invoice_payments) and company_id = $1`,
    ],
  ],
  [
    'Hand-overs are numbered',
    'a missing number',
    ['update handovers set company_handover_id = 9 where company_handover_id = 2 and company_id = $1'],
  ],
  [
    'A package of a live hand-over',
    'a package that went back by itself',
    [
      `update packages p set status_id = l.previous_status_id from handover_packages l
       where l.package_id = p.id and l.undone_at is null and l.company_id = $1`,
    ],
  ],
  [
    'No package is on two live hand-overs',
    'an undone hand-over that counts again',
    [
      'drop index handover_packages_company_id_package_id_key',
      'update handover_packages set undone_at = null where company_id = $1',
      `update handovers set undone_at = null, undone_by = null, undo_reason = null where company_id = $1 and undone_at is not null`,
      "update company_counters set live_count = 2 where kind = 'handover' and company_id = $1",
    ],
  ],
  [
    'Every hand-over has a package',
    'an undone one whose package is not free',
    [
      'update handovers set undone_at = null, undone_by = null, undo_reason = null where company_id = $1 and undone_at is not null',
      "update company_counters set live_count = 2 where kind = 'handover' and company_id = $1",
    ],
  ],
]
