const recomputeCredit = `update client_credit_balances b set balance = (select coalesce(sum(c.amount), 0) from client_credits c
   where c.company_id = b.company_id and c.client_id = b.client_id and c.currency_id = b.currency_id) where company_id = $1`

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
    'The payments of an invoice less the change',
    'a cent too much',
    ["update invoice_changes set converted_total = converted_total + 0.01 where kind = 'cash' and company_id = $1"],
  ],
  [
    'The payments of an invoice less the change',
    'change that is not taken off what was paid',
    [
      `alter table invoices disable trigger keep_given_total`,
      `update invoices set given_total = given_total - 0.01 where given_total > 0 and voided_at is null and company_id = $1`,
    ],
  ],
  [
    'What was taken back of a part of the change',
    'more than the part',
    [
      `update invoice_changes set amount = amount - 5, handed = handed - 5
       where shrinks_id is not null and invoice_id not in (select invoice_id from client_debts) and company_id = $1`,
      `update client_credits set amount = amount - 5
       where kind = 'overpayment' and amount < 0 and invoice_id not in (select invoice_id from client_debts) and company_id = $1`,
      `alter table client_credit_balances drop constraint client_credit_balances_enough`,
      recomputeCredit,
    ],
  ],
  [
    'The change of a tender lies in the drawer',
    'change that was taken out of another drawer',
    [
      `update invoice_changes set cash_session_id = (select id from cash_sessions where company_id = $1 and closed_at is null)
       where kind = 'cash' and cash_session_id in (select id from cash_sessions where closed_at is not null) and company_id = $1`,
      `update cash_session_balances b set change = 0, rounding = 0, expected = expected + change - rounding,
         difference = counted - (expected + change - rounding)
       where company_id = $1 and change > 0`,
    ],
  ],
  [
    "A client's credit",
    'a balance that is a cent too high',
    ['update client_credit_balances set balance = balance + 0.01 where company_id = $1'],
  ],
  [
    'What credit paid',
    'credit that was used and not taken away',
    ["delete from client_credits where kind = 'use' and collection_id is null and company_id = $1", recomputeCredit],
  ],
  [
    'Debts of their own',
    'a cent that nothing paid',
    ['update client_debts set pending_total = pending_total - 0.01 where company_id = $1'],
  ],
  [
    'What a statement says',
    'a void that took off more than was owed',
    [
      `update invoices v set given_total = given_total + 1 where v.voided_at is not null and v.company_id = $1
         and not exists (select from invoice_changes c where c.invoice_id = v.id)`,
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
      recomputeCredit,
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
