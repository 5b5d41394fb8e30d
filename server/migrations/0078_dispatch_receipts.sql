-- The photo of a carrier's receipt, and the address under which its clients see it. A company without any is as before.
alter table dispatches
  add receipt_link text,
  add receipt_set_by uuid,
  add receipt_set_at timestamptz,
  add constraint dispatches_receipt_check check (num_nulls(receipt_link, receipt_set_by, receipt_set_at) in (0, 3)),
  add constraint dispatches_company_id_receipt_set_by_fkey
    foreign key (company_id, receipt_set_by) references users(company_id, id) on delete restrict;
create index dispatches_company_id_receipt_set_by_idx on dispatches (company_id, receipt_set_by);
create unique index dispatches_receipt_link_key on dispatches (right(receipt_link, 22));

-- Apart from the dispatch, whose changes the log keeps. A photo that was taken off leaves an empty row.
create table dispatch_receipts (
  company_id uuid default current_company() not null,
  dispatch_id uuid not null,
  content bytea,
  constraint dispatch_receipts_pkey primary key (company_id, dispatch_id),
  constraint dispatch_receipts_content_check check (length(content) between 1 and 204800),
  constraint dispatch_receipts_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint dispatch_receipts_company_id_dispatch_id_fkey
    foreign key (company_id, dispatch_id) references dispatches(company_id, id) on delete restrict
);

-- The text says where the receipt is seen; of a dispatch without a photo that line is left out. It is no change of a user.
select set_config('app.audit', 'off', true);
update templates set default_content = default_content || E'\nRecibo: {{enlace_recibo}}' where key = 'dispatched';
select set_config('app.audit', '', true);
