-- A client's pages read as casillero_client, which sees the rows of one client of one company, and of the company what all of its
-- clients may know. A table that is not named here is not seen at all. A policy is made anew only where its rule changed, because that
-- locks its table.

do $$
declare
  t record;
  company constant text := '(select nullif(current_setting(''app.company_id'', true), '''')::uuid)';
  client constant text := '(select nullif(current_setting(''app.client_id'', true), '''')::uuid)';
  rule text;
begin
  for t in
    with sheet (name, own, granted) as (values
      ('companies', 'id = {company}', 'select (id, name, ruc, address, phone, logo_url, status, opening_hours, us_address, payment_accounts, has_public_tariffs)'),
      ('statuses', 'company_id = {company}', 'select'),
      ('currencies', 'company_id = {company}', 'select'),
      ('charges', 'company_id = {company}', 'select'),
      ('clients', 'company_id = {company} and id = {client}',
       'select, update (second_phone, email, address, city, department, search_text, messages_allowed, opt_out_text)'),
      ('tariffs', 'company_id = {company} and (is_public or exists (select from clients c where c.company_id = tariffs.company_id and tariffs.id in (c.default_tariff_maritimo_id, c.default_tariff_aereo_id)))', 'select'),
      ('client_pickers', 'company_id = {company} and client_id = {client}', 'select, insert (client_id, name, cedula), update (deleted_at)'),
      ('prealerts', 'company_id = {company} and client_id = {client}',
       'select, insert (client_id, tracking, store, description, declared_value, expected_on, is_own, search_text), update (cancelled_at, updated_at, file_id)'),
      ('received_files', 'company_id = {company} and client_id = {client}',
       'select, insert (client_id, kind, name, digest, content, bytes)'),
      ('vouchers', 'company_id = {company} and client_id = {client}',
       'select (company_id, id, client_id, file_id, amount, currency_id, reference, state, reject_reason, created_at), insert (client_id, casillero, file_id, source, amount, currency_id, reference)'),
      ('packages', 'company_id = {company} and client_id = {client} and deleted_at is null', 'select'),
      ('package_status_changes', 'company_id = {company} and exists (select from packages p where p.company_id = package_status_changes.company_id and p.id = package_status_changes.package_id)', 'select'),
      ('package_promises', 'company_id = {company} and exists (select from packages p where p.company_id = package_promises.company_id and p.id = package_promises.package_id)', 'select'),
      ('package_charges', 'company_id = {company} and exists (select from packages p where p.company_id = package_charges.company_id and p.id = package_charges.package_id)', 'select'),
      ('package_photos', 'company_id = {company} and deleted_at is null and exists (select from packages p where p.company_id = package_photos.company_id and p.id = package_photos.package_id)', 'select'),
      ('package_photo_contents', 'company_id = {company} and exists (select from package_photos f where f.company_id = package_photo_contents.company_id and f.id = package_photo_contents.photo_id)', 'select'),
      ('invoices', 'company_id = {company} and client_id = {client}', 'select'),
      ('invoice_items', 'company_id = {company} and exists (select from invoices i where i.company_id = invoice_items.company_id and i.id = invoice_items.invoice_id)', 'select'),
      ('invoice_charges', 'company_id = {company} and exists (select from invoices i where i.company_id = invoice_charges.company_id and i.id = invoice_charges.invoice_id)', 'select'),
      ('client_credit_balances', 'company_id = {company} and client_id = {client}', 'select'),
      ('client_debts', 'company_id = {company} and client_id = {client}', 'select'),
      ('client_devices', 'company_id = {company} and client_id = {client}',
       'select (company_id, id, client_id, name, created_at, last_used_at, ended_at), update (ended_at)'),
      ('announced_pickups', 'company_id = {company} and client_id = {client}',
       'select, insert (client_id, casillero, counts_from, expires_at), update (finished_at)')
    )
    select s.name::regclass as name, s.granted,
      replace(replace(s.own, '{company}', company), '{client}', client) as rule from sheet s
  loop
    rule := md5(t.rule);
    if not exists (
      select from pg_policy p where p.polrelid = t.name and p.polname = 'own_client' and obj_description(p.oid, 'pg_policy') = rule
    ) then
      execute format('drop policy if exists own_client on %s', t.name);
      execute format('create policy own_client on %1$s to casillero_client using (%2$s) with check (%2$s)', t.name, t.rule);
      execute format('comment on policy own_client on %s is %L', t.name, rule);
    end if;
    execute format('revoke all on %s from casillero_client', t.name);
    execute format('grant %s on %s to casillero_client', t.granted, t.name);
  end loop;
end $$;

grant usage on schema public to casillero_client;
grant execute on function app_now, app_today, current_company, announced_package to casillero_client;
