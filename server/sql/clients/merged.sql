-- Clients that turned out to be one: what belonged to the one that is gone belongs to the other, and nothing comes to it any more.

-- Whether a change of owner is that of a merger; the walls around invoiced and handed-over packages let it through.
create or replace function is_merged_into(of_company uuid, gone uuid, kept uuid) returns boolean language sql stable as $$
  select exists (select from clients c where c.company_id = of_company and c.id = gone and c.merged_into_id = kept)
$$;

-- The wall behind the rules: nothing is written for a client that was merged into another one. The key share lock, which the foreign
-- key takes too, waits for a merger that is under way. The constraint's name is the code of the refusal that callers get.
create or replace function refuse_merged_client() returns trigger language plpgsql as $$
declare
  target uuid;
begin
  select c.merged_into_id into target from clients c
  where c.company_id = new.company_id and c.id = new.client_id for key share;
  if target is not null then
    raise exception 'client % is merged', new.client_id using errcode = 'CS409', constraint = 'client_merged';
  end if;
  return new;
end $$;

set local role casillero_definer;

-- Moves all that belongs to a merged client to the one that it was merged into, and counts it. Amounts and what is printed stay as
-- they are: rows change their owner alone, and the balances of the credit are added up by currency. The log gets one entry for each
-- of the two in place of one for every row. Without a merger it finds nothing to do.
create or replace function move_to_merged_client(gone uuid, kept_search_text text)
returns table (packages int, invoices int, handovers int, messages int)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
declare
  company uuid := current_company();
  old_client clients;
  new_client clients;
begin
  select c.* into old_client from clients c where c.company_id = company and c.id = gone and c.merged_into_id is not null;
  if not found then
    return;
  end if;
  select c.* into new_client from clients c where c.company_id = company and c.id = old_client.merged_into_id;
  perform set_config('app.audit', 'off', true);

  -- Before the packages, so that what waits to be told still has the owner that it is told to.
  update messages m
  set client_id = new_client.id,
      to_stranger = case when m.state = 'queued' then new_client.chat_known_at is null else m.to_stranger end
  where m.company_id = company and m.client_id = gone;
  get diagnostics messages = row_count;
  -- With a new version: a form that is open over the package must not bring the old owner back.
  update packages p set client_id = new_client.id, updated_at = app_now()
  where p.company_id = company and p.client_id = gone;
  get diagnostics packages = row_count;
  -- Found by the mailbox number that it was printed with, and by the one that it counts to now.
  update invoices v set client_id = new_client.id, search_text = v.search_text || kept_search_text
  where v.company_id = company and v.client_id = gone;
  get diagnostics invoices = row_count;
  update handovers h set client_id = new_client.id where h.company_id = company and h.client_id = gone;
  get diagnostics handovers = row_count;
  update collections k set client_id = new_client.id where k.company_id = company and k.client_id = gone;
  update client_debts d set client_id = new_client.id where d.company_id = company and d.client_id = gone;
  update client_credits k set client_id = new_client.id where k.company_id = company and k.client_id = gone;
  insert into client_credit_balances as b (company_id, client_id, currency_id, balance)
  select o.company_id, new_client.id, o.currency_id, o.balance from client_credit_balances o
  where o.company_id = company and o.client_id = gone
  on conflict (company_id, client_id, currency_id) do update set balance = b.balance + excluded.balance;
  delete from client_credit_balances b where b.company_id = company and b.client_id = gone;
  -- A person whom both have as a picker is one.
  update client_pickers o set deleted_at = app_now()
  where o.company_id = company and o.client_id = gone and o.deleted_at is null
    and exists (
      select from client_pickers k
      where k.company_id = company and k.client_id = new_client.id and k.deleted_at is null
        and lower(k.name) = lower(o.name) and coalesce(k.cedula, '') = coalesce(o.cedula, '')
    );
  update prealerts a set client_id = new_client.id, rival_id = nullif(a.rival_id, new_client.id)
  where a.company_id = company and a.client_id = gone;
  update prealerts a set rival_id = nullif(new_client.id, a.client_id) where a.company_id = company and a.rival_id = gone;
  update vouchers v set client_id = new_client.id where v.company_id = company and v.client_id = gone;
  update signups s set client_id = new_client.id where s.company_id = company and s.client_id = gone;
  update received_files f set client_id = new_client.id where f.company_id = company and f.client_id = gone;
  update client_pickers o set client_id = new_client.id where o.company_id = company and o.client_id = gone;

  perform set_config('app.audit', '', true);
  perform write_audit('clients', 'update', company, gone, audit_label('clients', to_jsonb(old_client)),
                      '{"merged_into": null}', jsonb_build_object('merged_into', audit_label('clients', to_jsonb(new_client))));
  perform write_audit('clients', 'update', company, new_client.id, audit_label('clients', to_jsonb(new_client)),
                      '{"merged_from": null, "moved_packages": null, "moved_invoices": null}',
                      jsonb_build_object('merged_from', audit_label('clients', to_jsonb(old_client)), 'moved_packages', packages,
                                         'moved_invoices', invoices));
  return next;
end $$;

grant execute on function move_to_merged_client to casillero_app;
