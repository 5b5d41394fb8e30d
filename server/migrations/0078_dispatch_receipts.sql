-- The photo of a carrier's receipt, and the address under which its clients see it. A company without any is as before.
create table dispatch_receipts (
  company_id uuid default current_company() not null,
  dispatch_id uuid not null,
  link text not null,
  content bytea not null,
  set_by uuid default current_user_id() not null,
  set_at timestamptz default app_now() not null,
  constraint dispatch_receipts_pkey primary key (company_id, dispatch_id),
  constraint dispatch_receipts_content_check check (length(content) between 1 and 204800),
  constraint dispatch_receipts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint dispatch_receipts_company_id_dispatch_id_fkey
    foreign key (company_id, dispatch_id) references dispatches(company_id, id) on delete restrict,
  constraint dispatch_receipts_company_id_set_by_fkey foreign key (company_id, set_by) references users(company_id, id) on delete restrict
);
create index dispatch_receipts_company_id_set_by_idx on dispatch_receipts (company_id, set_by);
create unique index dispatch_receipts_link_key on dispatch_receipts (right(link, 22));

-- The text says where the receipt is seen; of a dispatch without a photo that line is left out. It is no change of a user.
select set_config('app.audit', 'off', true);
update templates set default_content = default_content || E'\nRecibo: {{enlace_recibo}}' where key = 'dispatched';
select set_config('app.audit', '', true);
