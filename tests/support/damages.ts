import { moneyDamages } from './money-damages.ts'

type Damage = [line: string, what: string, statements: string[]]

/** The damages of dispatches, as those of `damages`. */
const dispatchDamages: Damage[] = [
  [
    'Dispatches are numbered',
    'a missing number',
    ['update dispatches set company_dispatch_id = 9 where company_dispatch_id = 1 and company_id = $1'],
  ],
  [
    'A shipment is sent exactly',
    'a sent shipment that is to be sent again',
    ["update invoice_shipments set status = 'paid' where status = 'shipped' and company_id = $1"],
  ],
  [
    'Every dispatch has a shipment',
    'an empty one',
    [
      'delete from dispatch_shipments where company_id = $1',
      "update invoice_shipments set status = 'paid', date_shipped = null where status = 'shipped' and company_id = $1",
    ],
  ],
]

/** The damages of consignments, as those of `damages`. */
const consignmentDamages: Damage[] = [
  [
    'Consignments are numbered',
    'a missing number',
    ['update consignments set company_consignment_id = 9 where company_consignment_id = 1 and company_id = $1'],
  ],
  [
    'No package is in two consignments',
    'a package that was taken along twice',
    [
      'drop index consignment_packages_company_id_package_id_key',
      `insert into consignments (company_id, id, company_consignment_id, shipping_method, created_by)
       select company_id, '01890000-0000-7000-8000-00000000c0de', 2, shipping_method, created_by
       from consignments where company_id = $1`,
      "update company_counters set last_number = 2, live_count = 2 where kind = 'consignment' and company_id = $1",
      `insert into consignment_packages (company_id, consignment_id, package_id, company_package_id, added_by)
       select company_id, '01890000-0000-7000-8000-00000000c0de', package_id, company_package_id, added_by
       from consignment_packages where company_id = $1 limit 1`,
    ],
  ],
  [
    'A package in a consignment',
    'a package whose weight is free although its consignment is closed',
    ['update consignment_packages set is_weighed_for_good = false where company_id = $1'],
  ],
  [
    'A package in a consignment',
    'a consignment that goes by the other way',
    ["update consignments set shipping_method = 'maritimo' where company_id = $1"],
  ],
  [
    'Packages in consignments stand',
    'a package that stands under another number',
    ['update consignment_packages set company_package_id = company_package_id + 1 where company_id = $1'],
  ],
  [
    'Costs of consignments',
    'a cost that is a cent too high in dollars',
    ['update consignment_costs set usd_amount = usd_amount + 0.01 where price_per_pound is null and company_id = $1'],
  ],
  [
    'Costs of consignments',
    'a carrier who is paid for other pounds',
    ['update consignments set billed_weight = billed_weight + 1 where company_id = $1'],
  ],
  [
    'A line of a carrier’s bill',
    'a line for a package that never was in the consignment',
    [
      "update consignments set bill_name = 'factura.xlsx' where company_id = $1",
      `insert into consignment_bill_lines (company_id, consignment_id, position, code, weight, package_id, is_repeated)
       select g.company_id, g.id, 1, 'TBA1', 1, p.id, false from consignments g join packages p on p.company_id = g.company_id
       where g.company_id = $1 and not exists (select from consignment_packages l where l.package_id = p.id) limit 1`,
    ],
  ],
]

/** Damages, each with the line that it turns red; $1 is the company, and triggers and foreign keys are off. */
export const damages: Damage[] = [
  [
    'Invoices are numbered',
    'a missing number',
    ['update invoices set company_invoice_id = 99 where company_invoice_id = 2 and company_id = $1'],
  ],
  [
    'Invoices are numbered',
    'a number given twice',
    [
      'alter table invoices drop constraint invoices_company_id_company_invoice_id_key',
      'update invoices set company_invoice_id = 1 where company_invoice_id = 2 and company_id = $1',
    ],
  ],
  [
    'Invoices are numbered',
    'a counter that is ahead',
    ["update company_counters set last_number = 14 where kind = 'invoice' and company_id = $1"],
  ],
  [
    'Packages are numbered',
    'a missing number',
    [
      'update packages set company_package_id = 99 where company_package_id = 1 and company_id = $1',
      'update package_search_texts set company_package_id = 99 where company_package_id = 1 and company_id = $1',
    ],
  ],
  [
    'Casilleros are numbered',
    'a missing number',
    [`update clients set casillero = 'AAA0007' where casillero like '%0001' and company_id = $1`],
  ],
  [
    'The counts of living',
    'a wrong count',
    ["update company_counters set live_count = live_count - 1 where kind = 'package' and company_id = $1"],
  ],
  [
    'Every living package is found',
    'the words of another owner',
    ["update package_search_texts set text = text || 'otro|' where company_package_id = 1 and company_id = $1"],
  ],
  [
    'Every living package is found',
    'a package without any',
    ['delete from package_search_texts where company_package_id = 1 and company_id = $1'],
  ],
  [
    'Prices of packages',
    'a cent too much',
    ['update packages set total_price = total_price + 0.01 where company_package_id = 4 and company_id = $1'],
  ],
  [
    'Charged quantities',
    'a pound more than the step asks for',
    [
      `update packages set price_rules = '{"unit": "pound", "roundUpTo": 1, "tiers": []}', charged_quantity = weight + 1,
         charged_price = price_per_pound, total_price = (weight + 1) * price_per_pound
       where company_package_id = 4 and company_id = $1`,
    ],
  ],
  [
    'Lines of live invoices',
    'a rate that was not that of the invoice',
    ['update invoices set rate_compra = rate_compra + 0.5 where company_invoice_id = 3 and company_id = $1'],
  ],
  [
    'Shipping is converted',
    'a rate that changed afterwards',
    ['update invoice_shipments set shipping_price = shipping_price + 1 where company_id = $1'],
  ],
  [
    'Charges of invoices',
    'a price that changed afterwards',
    ['update invoice_charges set unit_price = unit_price + 1 where company_id = $1'],
  ],
  [
    'Payments are converted',
    'an amount that changed afterwards',
    [
      "update invoice_payments set total = total + 1 where currency_code = 'NIO' and cash_session_id is null and collection_payment_id is null and company_id = $1",
    ],
  ],
  [
    'Totals of invoices',
    'a payment that is lost',
    ['delete from invoice_payments where total = 33.33 and company_id = $1'],
  ],
  [
    'Totals of invoices',
    'a discount without a cause',
    [
      'update invoices set discount_total = discount_total + 0.01, total_amount = total_amount - 0.01, pending_total = pending_total - 0.01 where company_invoice_id = 1 and company_id = $1',
    ],
  ],
  [
    'An invoice is paid',
    'a pending one called paid',
    [
      'alter table invoices drop constraint invoices_paid_check',
      "update invoices set status = 'paid' where company_invoice_id = 1 and company_id = $1",
      "update invoice_shipments set status = 'paid' where status <> 'shipped' and company_id = $1",
    ],
  ],
  [
    'An invoice is paid',
    'a shipment that is paid before its invoice',
    ["update invoice_shipments set status = 'paid' where status <> 'shipped' and company_id = $1"],
  ],
  [
    'The lines of a voided',
    'a live line on a voided invoice',
    [
      'drop index invoice_items_company_id_package_id_key',
      // The line gets a package that is on no invoice, because its own is on another live invoice by now.
      `update invoice_items set voided_at = null, package_id = (select id from packages where company_package_id = 4 and company_id = $1)
       where voided_at is not null and company_id = $1
         and invoice_id = (select id from invoices where company_invoice_id = 2 and company_id = $1)`,
    ],
  ],
  [
    'Every invoice has a line',
    'an invoice without lines',
    [
      `delete from invoice_items where voided_at is not null and company_id = $1`,
      'update invoices set subtotal = 0, total_amount = 0, pending_total = 0 where voided_at is not null and company_id = $1',
    ],
  ],
  [
    'No package is on two',
    'a package invoiced twice',
    [
      'drop index invoice_items_company_id_package_id_key',
      `update invoice_items i set package_id = (select id from packages where company_package_id = 1 and company_id = $1)
       from invoices v where v.id = i.invoice_id and v.company_invoice_id = 3 and i.position = 2 and i.company_id = $1`,
    ],
  ],
  ['The tables of a company say', 'a table without its comment', ['comment on table packages is null']],
  [
    'Every company has exactly one default',
    'no default currency',
    ['update currencies set is_default = false where company_id = $1'],
  ],
  [
    'Every company has exactly one default',
    'two default currencies',
    [
      'drop index currencies_company_id_is_default_key',
      'update currencies set is_default = true where company_id = $1',
    ],
  ],
  [
    'Where there are active shipping methods',
    'no default',
    ['update shipping_methods set is_default = false where company_id = $1'],
  ],
  [
    'Where there are active shipping methods',
    'two default tariffs',
    [
      'drop index tariffs_company_id_type_is_default_key',
      `insert into tariffs (company_id, name, type, price_per_pound, is_default) values ($1, 'Otra', 'aereo', 1, true)`,
    ],
  ],
  [
    'Every company that ever had an admin has an active one',
    'no active admin left',
    ["update users set status = 'inactive' where type = 'admin' and company_id = $1"],
  ],
  [
    'A client that was merged',
    'a package that was left with it',
    [
      `update packages set client_id = (select id from clients where merged_into_id is not null and company_id = $1)
       where company_package_id = 4 and company_id = $1`,
    ],
  ],
  [
    'A client that was merged',
    'a mailbox number that leads nowhere',
    ["update clients set former_casilleros = '{}' where company_id = $1"],
  ],
  ...consignmentDamages,
  ...moneyDamages,
  ...dispatchDamages,
  [
    'Idempotency keys lead',
    'an answer that names no row',
    [
      `update idempotency_keys set response = jsonb_set(response, '{data,id}', to_jsonb(gen_random_uuid())) where company_id = $1`,
    ],
  ],
  [
    'Every event has one message',
    'an event with two messages',
    [
      'alter table messages drop constraint messages_company_id_event_key_key',
      `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, expires_at)
       select company_id, 'once', client_id, template_id, phone, body, 'id ' || n, expires_at
       from (select * from messages where company_id = $1 and event_key like 'shipping:%' limit 1) m, generate_series(1, 2) n`,
    ],
  ],
  [
    'Messages are in a state',
    'one that was sent at no time',
    ["update messages set state = 'sent' where company_id = $1"],
  ],
  [
    'Every reference leads',
    'a deleted status',
    ['update packages set status_id = gen_random_uuid() where company_package_id = 1 and company_id = $1'],
  ],
  [
    'Every reference leads',
    'a missing foreign key',
    ['alter table packages drop constraint packages_company_id_status_id_fkey'],
  ],
  [
    'No reference leads into another company',
    'the status of another company',
    [
      `update packages set status_id = (select id from statuses where company_id <> $1 and order_position = 1 limit 1)
       where company_package_id = 1 and company_id = $1`,
    ],
  ],
]
