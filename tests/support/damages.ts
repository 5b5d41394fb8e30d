const recomputeCredit = `update client_credit_balances b set balance = (select coalesce(sum(c.amount), 0) from client_credits c
   where c.company_id = b.company_id and c.client_id = b.client_id and c.currency_id = b.currency_id) where company_id = $1`

/** Damages by the line that they turn red; $1 is the company, and triggers and foreign keys are off. */
const damagesOfLines: Record<string, Record<string, string | string[]>> = {
  'Invoices are numbered': {
    'a missing number': 'update invoices set company_invoice_id = 99 where company_invoice_id = 2 and company_id = $1',
    'a number given twice': [
      'alter table invoices drop constraint invoices_company_id_company_invoice_id_key',
      'update invoices set company_invoice_id = 1 where company_invoice_id = 2 and company_id = $1',
    ],
    'a counter that is ahead':
      "update company_counters set last_number = 14 where kind = 'invoice' and company_id = $1",
  },
  'Packages are numbered': {
    'a missing number': [
      'update packages set company_package_id = 99 where company_package_id = 1 and company_id = $1',
      'update package_search_texts set company_package_id = 99 where company_package_id = 1 and company_id = $1',
    ],
  },
  'Casilleros are numbered': {
    'a missing number': "update clients set casillero = 'AAA0007' where casillero like '%0001' and company_id = $1",
  },
  'The counts of living': {
    'a wrong count':
      "update company_counters set live_count = live_count - 1 where kind = 'package' and company_id = $1",
  },
  'Every living package is found': {
    'the words of another owner':
      "update package_search_texts set text = text || 'otro|' where company_package_id = 1 and company_id = $1",
    'a package without any': 'delete from package_search_texts where company_package_id = 1 and company_id = $1',
  },
  'Prices of packages': {
    'a cent too much':
      'update packages set total_price = total_price + 0.01 where company_package_id = 4 and company_id = $1',
  },
  'Charged quantities': {
    'a pound more than the step asks for': `update packages set price_rules = '{"unit": "pound", "roundUpTo": 1, "tiers": []}', charged_quantity = weight + 1,
         charged_price = price_per_pound, total_price = (weight + 1) * price_per_pound
       where company_package_id = 4 and company_id = $1`,
  },
  'Lines of live invoices': {
    'a rate that was not that of the invoice':
      'update invoices set rate_compra = rate_compra + 0.5 where company_invoice_id = 3 and company_id = $1',
  },
  'Shipping is converted': {
    'a rate that changed afterwards':
      'update invoice_shipments set shipping_price = shipping_price + 1 where company_id = $1',
  },
  'Charges of invoices': {
    'a price that changed afterwards': 'update invoice_charges set unit_price = unit_price + 1 where company_id = $1',
  },
  'Payments are converted': {
    'an amount that changed afterwards':
      "update invoice_payments set total = total + 1 where currency_code = 'NIO' and cash_session_id is null and collection_payment_id is null and company_id = $1",
  },
  'Totals of invoices': {
    'a payment that is lost': 'delete from invoice_payments where total = 33.33 and company_id = $1',
    'a discount without a cause':
      'update invoices set discount_total = discount_total + 0.01, total_amount = total_amount - 0.01, pending_total = pending_total - 0.01 where company_invoice_id = 1 and company_id = $1',
  },
  'An invoice is paid': {
    'a pending one called paid': [
      'alter table invoices drop constraint invoices_paid_check',
      "update invoices set status = 'paid' where company_invoice_id = 1 and company_id = $1",
      "update invoice_shipments set status = 'paid' where status <> 'shipped' and company_id = $1",
    ],
    'a shipment that is paid before its invoice':
      "update invoice_shipments set status = 'paid' where status <> 'shipped' and company_id = $1",
  },
  'The lines of a voided': {
    'a live line on a voided invoice': [
      'drop index invoice_items_company_id_package_id_key',
      // The line gets a package that is on no invoice, because its own is on another live invoice by now.
      `update invoice_items set voided_at = null, package_id = (select id from packages where company_package_id = 4 and company_id = $1)
       where voided_at is not null and company_id = $1
         and invoice_id = (select id from invoices where company_invoice_id = 2 and company_id = $1)`,
    ],
  },
  'Every invoice has a line': {
    'an invoice without lines': [
      'delete from invoice_items where voided_at is not null and company_id = $1',
      'update invoices set subtotal = 0, total_amount = 0, pending_total = 0 where voided_at is not null and company_id = $1',
    ],
  },
  'No package is on two': {
    'a package invoiced twice': [
      'drop index invoice_items_company_id_package_id_key',
      `update invoice_items i set package_id = (select id from packages where company_package_id = 1 and company_id = $1)
       from invoices v where v.id = i.invoice_id and v.company_invoice_id = 3 and i.position = 2 and i.company_id = $1`,
    ],
  },
  'The tables of a company say': {
    'a table without its comment': 'comment on table packages is null',
  },
  'Every company has exactly one default': {
    'no default currency': 'update currencies set is_default = false where company_id = $1',
    'two default currencies': [
      'drop index currencies_company_id_is_default_key',
      'update currencies set is_default = true where company_id = $1',
    ],
  },
  'Where there are active shipping methods': {
    'no default': 'update shipping_methods set is_default = false where company_id = $1',
    'two default tariffs': [
      'drop index tariffs_company_id_type_is_default_key',
      "insert into tariffs (company_id, name, type, price_per_pound, is_default) values ($1, 'Otra', 'aereo', 1, true)",
    ],
  },
  'Every company that ever had an admin has an active one': {
    'no active admin left': "update users set status = 'inactive' where type = 'admin' and company_id = $1",
  },
  'A client that was merged': {
    'a package that was left with it': `update packages set client_id = (select id from clients where merged_into_id is not null and company_id = $1)
       where company_package_id = 4 and company_id = $1`,
    'a mailbox number that leads nowhere': "update clients set former_casilleros = '{}' where company_id = $1",
  },
  'Consignments are numbered': {
    'a missing number':
      'update consignments set company_consignment_id = 9 where company_consignment_id = 1 and company_id = $1',
  },
  'No package is in two consignments': {
    'a package that was taken along twice': [
      'drop index consignment_packages_company_id_package_id_key',
      `insert into consignments (company_id, id, company_consignment_id, shipping_method, created_by)
       select company_id, '01890000-0000-7000-8000-00000000c0de', 2, shipping_method, created_by
       from consignments where company_id = $1`,
      "update company_counters set last_number = 2, live_count = 2 where kind = 'consignment' and company_id = $1",
      `insert into consignment_packages (company_id, consignment_id, package_id, company_package_id, added_by)
       select company_id, '01890000-0000-7000-8000-00000000c0de', package_id, company_package_id, added_by
       from consignment_packages where company_id = $1 limit 1`,
    ],
  },
  'A package in a consignment': {
    'a package whose weight is free although its consignment is closed':
      'update consignment_packages set is_weighed_for_good = false where company_id = $1',
    'a consignment that goes by the other way':
      "update consignments set shipping_method = 'maritimo' where company_id = $1",
  },
  'Packages in consignments stand': {
    'a package that stands under another number':
      'update consignment_packages set company_package_id = company_package_id + 1 where company_id = $1',
  },
  'Costs of consignments': {
    'a cost that is a cent too high in dollars':
      'update consignment_costs set usd_amount = usd_amount + 0.01 where price_per_pound is null and company_id = $1',
    'a carrier who is paid for other pounds':
      'update consignments set billed_weight = billed_weight + 1 where company_id = $1',
  },
  'A line of a carrier’s bill': {
    'a line for a package that never was in the consignment': [
      "update consignments set bill_name = 'factura.xlsx' where company_id = $1",
      `insert into consignment_bill_lines (company_id, consignment_id, position, code, weight, package_id, is_repeated)
       select g.company_id, g.id, 1, 'TBA1', 1, p.id, false from consignments g join packages p on p.company_id = g.company_id
       where g.company_id = $1 and not exists (select from consignment_packages l where l.package_id = p.id) limit 1`,
    ],
  },
  'Cash sessions are numbered': {
    'a missing number':
      'update cash_sessions set company_session_id = 9 where company_session_id = 2 and company_id = $1',
  },
  'What a closed session came to': {
    'a movement that is lost': "delete from cash_movements where reason = 'Agua' and company_id = $1",
    'a payment that came into it afterwards': `update invoice_payments set cash_session_id = (select id from cash_sessions where company_id = $1 and closed_at is not null)
       where total = 33.33 and company_id = $1`,
  },
  'The payments of an invoice less the change': {
    'a cent too much':
      "update invoice_changes set converted_total = converted_total + 0.01 where kind = 'cash' and company_id = $1",
    'change that is not taken off what was paid': [
      'alter table invoices disable trigger keep_given_total',
      'update invoices set given_total = given_total - 0.01 where given_total > 0 and voided_at is null and company_id = $1',
    ],
  },
  'What was taken back of a part of the change': {
    'more than the part': [
      `update invoice_changes set amount = amount - 5, handed = handed - 5
       where shrinks_id is not null and invoice_id not in (select invoice_id from client_debts) and company_id = $1`,
      `update client_credits set amount = amount - 5
       where kind = 'overpayment' and amount < 0 and invoice_id not in (select invoice_id from client_debts) and company_id = $1`,
      'alter table client_credit_balances drop constraint client_credit_balances_enough',
      recomputeCredit,
    ],
  },
  'The change of a tender lies in the drawer': {
    'change that was taken out of another drawer': [
      `update invoice_changes set cash_session_id = (select id from cash_sessions where company_id = $1 and closed_at is null)
       where kind = 'cash' and cash_session_id in (select id from cash_sessions where closed_at is not null) and company_id = $1`,
      `update cash_session_balances b set change = 0, rounding = 0, expected = expected + change - rounding,
         difference = counted - (expected + change - rounding)
       where company_id = $1 and change > 0`,
    ],
  },
  "A client's credit": {
    'a balance that is a cent too high':
      'update client_credit_balances set balance = balance + 0.01 where company_id = $1',
  },
  'The last correction of a package': {
    'a pound that its package does not have': `
      insert into package_corrections (company_id, package_id, client_id, shipping_method, pounds, sign, received_at)
      select company_id, id, client_id, shipping_method, coalesce(weight, 0) + 1, 1, created_at
      from packages where deleted_at is null and company_id = $1 limit 1`,
  },
  'What credit paid': {
    'credit that was used and not taken away': [
      "delete from client_credits where kind = 'use' and collection_id is null and company_id = $1",
      recomputeCredit,
    ],
  },
  'Debts of their own': {
    'a cent that nothing paid': 'update client_debts set pending_total = pending_total - 0.01 where company_id = $1',
  },
  'What a statement says': {
    'a void that took off more than was owed': `update invoices v set given_total = given_total + 1 where v.voided_at is not null and v.company_id = $1
         and not exists (select from invoice_changes c where c.invoice_id = v.id)`,
  },
  'Collections are numbered': {
    'a missing number':
      'update collections set company_collection_id = 9 where company_collection_id = 2 and company_id = $1',
  },
  'The parts of a collection are no more': {
    'a part that outlived its collection': [
      `update invoice_payments set reversed_at = null, reversed_by = null, reversal_reason = null
       where reversed_at is not null and collection_payment_id is not null and company_id = $1`,
      `update invoices v set paid_total = y.total, pending_total = greatest(v.total_amount - y.total, 0)
       from (select invoice_id, sum(converted_total) as total from invoice_payments
             where reversed_at is null group by 1) y
       where y.invoice_id = v.id and v.voided_at is null and v.company_id = $1`,
    ],
  },
  'What a collection leaves over': {
    'change that is a cent too small':
      'update collections set change_total = change_total - 0.01 where change_total > 0 and company_id = $1',
  },
  'Credit that collections used': {
    'credit that was used and not taken away': [
      "delete from client_credits where kind = 'use' and collection_id is not null and company_id = $1",
      recomputeCredit,
    ],
  },
  'Cash of a closed session that was given back': {
    'a cent too much': `update cash_movements set amount = amount + 0.01
       where id in (select reversal_movement_id from invoice_payments) and company_id = $1`,
  },
  'Hand-overs are numbered': {
    'a missing number':
      'update handovers set company_handover_id = 9 where company_handover_id = 2 and company_id = $1',
  },
  'A package of a live hand-over': {
    'a package that went back by itself': `update packages p set status_id = l.previous_status_id from handover_packages l
       where l.package_id = p.id and l.undone_at is null and l.company_id = $1`,
  },
  'No package is on two live hand-overs': {
    'an undone hand-over that counts again': [
      'drop index handover_packages_company_id_package_id_key',
      'update handover_packages set undone_at = null where company_id = $1',
      'update handovers set undone_at = null, undone_by = null, undo_reason = null where company_id = $1 and undone_at is not null',
      "update company_counters set live_count = 2 where kind = 'handover' and company_id = $1",
    ],
  },
  'Every hand-over has a package': {
    'an undone one whose package is not free': [
      'update handovers set undone_at = null, undone_by = null, undo_reason = null where company_id = $1 and undone_at is not null',
      "update company_counters set live_count = 2 where kind = 'handover' and company_id = $1",
    ],
  },
  'Dispatches are numbered': {
    'a missing number':
      'update dispatches set company_dispatch_id = 9 where company_dispatch_id = 1 and company_id = $1',
  },
  'A shipment is sent exactly': {
    'a sent shipment that is to be sent again':
      "update invoice_shipments set status = 'paid' where status = 'shipped' and company_id = $1",
  },
  'Every dispatch has a shipment': {
    'an empty one': [
      'delete from dispatch_shipments where company_id = $1',
      "update invoice_shipments set status = 'paid', date_shipped = null where status = 'shipped' and company_id = $1",
    ],
  },
  'Idempotency keys lead': {
    'an answer that names no row':
      "update idempotency_keys set response = jsonb_set(response, '{data,id}', to_jsonb(gen_random_uuid())) where company_id = $1",
  },
  'Every event has one message': {
    'an event with two messages': [
      'alter table messages drop constraint messages_company_id_event_key_key',
      `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, expires_at)
       select company_id, 'once', client_id, template_id, phone, body, 'id ' || n, expires_at
       from (select * from messages where company_id = $1 and event_key like 'shipping:%' limit 1) m, generate_series(1, 2) n`,
    ],
  },
  'Messages are in a state': {
    'one that was sent at no time': "update messages set state = 'sent' where company_id = $1",
  },
  'Every reference leads': {
    'a deleted status':
      'update packages set status_id = gen_random_uuid() where company_package_id = 1 and company_id = $1',
    'a missing foreign key': 'alter table packages drop constraint packages_company_id_status_id_fkey',
  },
  'No reference leads into another company': {
    'the status of another company': `update packages set status_id = (select id from statuses where company_id <> $1 and order_position = 1 limit 1)
       where company_package_id = 1 and company_id = $1`,
  },
}

export const damages = Object.entries(damagesOfLines).flatMap(([line, whats]) =>
  Object.entries(whats).map(([what, statements]) => [line, what, [statements].flat()] as const),
)
