-- Dispatches: shipments of invoices that leave together with a carrier. A company without any is as before.
alter table company_counters
  drop constraint company_counters_kind_check,
  add constraint company_counters_kind_check
    check (kind in ('client', 'package', 'invoice', 'cash_session', 'collection', 'handover', 'consignment', 'dispatch'));
insert into company_counters (company_id, kind) select id, 'dispatch' from companies;

alter table companies add allows_cash_on_delivery boolean default false not null;

alter table statuses
  drop constraint statuses_role_check,
  add constraint statuses_role_check check (role in ('warehouse_us', 'ready', 'sent'));

create table dispatches (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  company_dispatch_id bigint not null,
  carrier text not null,
  guide text,
  sent_on date not null,
  cost numeric(9,2),
  cost_currency_id uuid,
  note text,
  status_id uuid not null,
  bulk_change_id uuid,
  search_text text not null,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  undone_by uuid,
  undone_at timestamptz,
  version integer default 1 not null,
  constraint dispatches_pkey primary key (company_id, id),
  constraint dispatches_company_id_company_dispatch_id_key unique (company_id, company_dispatch_id),
  constraint dispatches_carrier_check check (length(carrier) between 1 and 80),
  constraint dispatches_guide_check check (length(guide) between 1 and 80),
  constraint dispatches_note_check check (length(note) between 1 and 300),
  constraint dispatches_cost_check check (cost > 0 and (cost is null) = (cost_currency_id is null)),
  constraint dispatches_undone_check check ((undone_at is null) = (undone_by is null)),
  constraint dispatches_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint dispatches_company_id_cost_currency_id_fkey
    foreign key (company_id, cost_currency_id) references currencies(company_id, id) on delete restrict,
  constraint dispatches_company_id_status_id_fkey foreign key (company_id, status_id) references statuses(company_id, id) on delete restrict,
  constraint dispatches_company_id_bulk_change_id_fkey
    foreign key (company_id, bulk_change_id) references bulk_status_changes(company_id, id) on delete restrict,
  constraint dispatches_company_id_created_by_fkey foreign key (company_id, created_by) references users(company_id, id) on delete restrict,
  constraint dispatches_company_id_undone_by_fkey foreign key (company_id, undone_by) references users(company_id, id) on delete restrict
);
create index dispatches_company_id_cost_currency_id_idx on dispatches (company_id, cost_currency_id);
create index dispatches_company_id_status_id_idx on dispatches (company_id, status_id);
create index dispatches_company_id_bulk_change_id_idx on dispatches (company_id, bulk_change_id);
create index dispatches_company_id_created_by_idx on dispatches (company_id, created_by);
create index dispatches_company_id_undone_by_idx on dispatches (company_id, undone_by);

-- A shipment is on one dispatch that is not undone; `to_collect` is what the carrier is to bring, in the invoice's currency.
create table dispatch_shipments (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  dispatch_id uuid not null,
  position integer not null,
  shipment_id uuid not null,
  to_collect numeric(14,2),
  undone_at timestamptz,
  constraint dispatch_shipments_pkey primary key (company_id, id),
  constraint dispatch_shipments_company_id_dispatch_id_position_key unique (company_id, dispatch_id, position),
  constraint dispatch_shipments_to_collect_check check (to_collect > 0),
  constraint dispatch_shipments_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint dispatch_shipments_company_id_dispatch_id_fkey
    foreign key (company_id, dispatch_id) references dispatches(company_id, id) on delete restrict,
  constraint dispatch_shipments_company_id_shipment_id_fkey
    foreign key (company_id, shipment_id) references invoice_shipments(company_id, id) on delete restrict
);
create unique index dispatch_shipments_company_id_shipment_id_key on dispatch_shipments (company_id, shipment_id) where (undone_at is null);
create index dispatch_shipments_company_id_shipment_id_idx on dispatch_shipments (company_id, shipment_id);

-- The text of companies of before; a new company gets it with its others. It is no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 12, 'dispatched', 'Encomienda enviada', '48 hours',
  E'Hola {{nombre_cliente}}, enviamos su encomienda ({{cantidad_paquetes}}) con *{{transportista}}*.\n\nGuía: {{guia}}\nDirección: {{direccion_completa}}\nTracking: {{tracking}}'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
