-- Every table: the column that names its company, what requests may do to it, and what the functions may that look across
-- companies. Row-level security holds for the owner too: one policy for requests, one for trusted code.
-- A table that people edit, and that the sheet does not name, is read, added to and changed by requests alone.

do $$
declare
  t record;
  is_own text;
begin
  for t in
    with sheet (name, key, for_requests, for_definer) as (values
      ('companies', 'id', 'select, update (name, ruc, address, phone, email, logo_url, casillero_prefix, status, requires_cash_session, invoice_footer, requires_paid_handover, allows_cash_on_delivery, waiting_reminder_days, has_public_tracking, opening_hours, us_address, payment_accounts, prints_payment_accounts, has_prealert_notice, has_voucher_notice, photo_days, second_step_of, has_public_tariffs, sign_up, terms)', 'select, insert, update (pages_origin)'),
      ('company_counters', 'company_id', 'select, insert, update', 'select, insert'),
      ('logos', 'company_id', 'select, insert', 'select, delete'),
      -- A share lock on a user takes the right to change one column of it.
      ('users', 'company_id', 'select, insert, update', 'select, update (version)'),
      ('sessions', 'company_id', '', 'select, insert, update, delete'),
      -- Not the hash.
      ('access_tokens', 'company_id',
       'select (company_id, id, user_id, name, is_read_only, expires_at, last_used_at, ended_at, created_at), insert, update (ended_at, token_hash)',
       'select, update (last_used_at, ended_at)'),
      ('sign_in_failures', 'company_id', '', 'select, insert, update, delete'),
      ('sign_in_tries', 'company_id', '', 'select, insert, update, delete'),
      ('known_origins', 'company_id', '', 'select, insert, update, delete'),
      ('second_steps', 'company_id', '', 'select, insert, update'),
      ('recovery_codes', 'company_id', '', 'select, insert, update, delete'),
      ('passkeys', 'company_id', '', 'select, insert, update, delete'),
      ('trusted_devices', 'company_id', '', 'select, insert, update, delete'),
      ('sign_in_tickets', 'company_id', '', 'select, insert, update, delete'),
      -- An address belongs to no company.
      ('address_failures', null, '', 'select, insert, update, delete'),
      -- Neither does the count of a token's calls, which is found by the hash alone.
      ('token_calls', null, '', 'select, insert, update, delete'),
      ('idempotency_keys', 'company_id', 'select, insert, update', 'select, delete'),
      -- Not even requests write here: the triggers do, and nothing changes or deletes an entry.
      ('audit_entries', 'company_id', 'select', 'insert'),
      ('statuses', 'company_id', 'select, insert, update', 'select, insert, update (template_id)'),
      ('currencies', 'company_id', 'select, insert, update', 'insert'),
      ('currency_rate_changes', 'company_id', 'select, insert', ''),
      ('charges', 'company_id', 'select, insert, update', 'select'),
      ('shipping_methods', 'company_id', 'select, insert, update', 'insert'),
      -- As of a user; a second phone that became another client's phone is proven no longer.
      ('clients', 'company_id', 'select, insert, update', 'select, update (version, second_phone_proven_at, chat_known_at)'),
      -- What was not sent or was refused is swept.
      ('signups', 'company_id', 'select, insert, update', 'select, update (client_id), delete'),
      ('client_pickers', 'company_id', 'select, insert, update', 'select, update (client_id, deleted_at)'),
      ('prealerts', 'company_id', 'select, insert, update', 'select, update (client_id, rival_id)'),
      -- The content of a file is given up by the sweep.
      ('received_files', 'company_id', 'select, insert, update (client_id)', 'select, update (client_id, content)'),
      ('message_reactions', 'company_id', 'select, insert, update (body, reacted_at)', ''),
      ('vouchers', 'company_id', 'select, insert, update', 'select, update (client_id)'),
      ('packages', 'company_id', 'select, insert, update', 'select, update (client_id, updated_at)'),
      -- The triggers of the packages write it, and the functions that search read it.
      ('package_search_texts', 'company_id', '', 'select, insert, update, delete'),
      ('package_photos', 'company_id', 'select, insert, update (caption, deleted_at)', 'select, update (photo_link)'),
      -- The whole picture is given up by the sweep.
      ('package_photo_contents', 'company_id', 'select, insert, update (content, small)', 'select, update (content)'),
      ('package_corrections', 'company_id', 'select, insert', ''),
      ('package_status_changes', 'company_id', 'select, insert', 'select'),
      ('package_promises', 'company_id', 'select, insert, update', 'select'),
      ('arrival_measures', 'company_id', 'select, insert, update', 'select'),
      ('bulk_status_changes', 'company_id', 'select, insert, update', ''),
      ('invoices', 'company_id', 'select, insert, update (status, paid_total, given_total, pending_total, voided_by, voided_at)',
       'select, update (client_id, search_text)'),
      ('invoice_items', 'company_id', 'select, insert, update (voided_at)', 'select'),
      ('invoice_charges', 'company_id', 'select, insert', ''),
      ('invoice_shipments', 'company_id', 'select, insert, update (status, date_shipped)', ''),
      ('dispatches', 'company_id',
       'select, insert, update (undone_by, undone_at, receipt_link, receipt_set_by, receipt_set_at)', 'select, update (receipt_link)'),
      ('dispatch_receipts', 'company_id', 'select, insert, update (content)', 'select'),
      ('dispatch_shipments', 'company_id', 'select, insert, update (undone_at)', ''),
      ('invoice_payments', 'company_id',
       'select, insert, update (returned, reversed_at, reversed_by, reversal_reason, reversal_reference, is_counted, reversal_movement_id)', 'select'),
      ('invoice_changes', 'company_id',
       'select, insert, update (reversed_at, reversed_by, reversal_reason, is_counted, reversal_movement_id)', ''),
      ('handovers', 'company_id', 'select, insert, update (undone_by, undone_at, undo_reason)', 'select, update (client_id)'),
      ('handover_packages', 'company_id', 'select, insert, update (undone_at)', 'select'),
      ('handover_signatures', 'company_id', 'select, insert', ''),
      ('consignment_packages', 'company_id',
       'select, insert, update (added_by, added_at, sent_weight, arrival_weight, is_extra, seen_by, seen_at, lost_by, lost_at, lost_reason, is_weighed_for_good, removed_at)', 'select'),
      ('consignment_bill_lines', 'company_id', 'select, insert, update (removed_at)', ''),
      ('consignment_changes', 'company_id', 'select, insert', ''),
      ('consignment_scans', 'company_id', 'select, insert', ''),
      ('receptions', 'company_id', 'select, insert, update (undone_by, undone_at)', ''),
      ('invoice_links', 'company_id', 'select, insert, update (revoked_by, revoked_at, token_hash)', 'select, delete'),
      ('client_links', 'company_id', 'select, insert, update (token_hash)', 'select, update (ended_at), delete'),
      ('client_devices', 'company_id', 'select, update (ended_at, ended_by)', 'select, insert, update (last_used_at, ended_at), delete'),
      ('announced_pickups', 'company_id', 'select, insert, update (finished_at)', 'select, update (finished_at)'),
      ('collections', 'company_id', 'select, insert, update (reversed_at, reversed_by, reversal_reason)', 'select, update (client_id)'),
      ('collection_payments', 'company_id',
       'select, insert, update (reversed_at, reversed_by, reversal_reason, reversal_reference, is_counted, reversal_movement_id)', 'select'),
      ('collection_changes', 'company_id',
       'select, insert, update (reversed_at, reversed_by, reversal_reason, is_counted, reversal_movement_id)', ''),
      ('cash_drawers', 'company_id', 'select, insert, update (name, is_active)', 'insert'),
      ('cash_sessions', 'company_id', 'select, insert, update (counted_at, closed_by, closed_at, closing_note)', ''),
      ('cash_session_balances', 'company_id',
       'select, insert, update (cash, change, rounding, put_in, taken_out, expected, counted, difference)', ''),
      ('cash_counts', 'company_id', 'select, insert', ''),
      ('cash_movements', 'company_id', 'select, insert', ''),
      ('client_credits', 'company_id', 'select, insert', 'select, update (client_id)'),
      ('client_debts', 'company_id', 'select, insert, update (pending_total)', 'select, update (client_id)'),
      ('debt_payments', 'company_id', 'select, insert', ''),
      -- The trigger of the credit's rows writes it, and the merger of two clients.
      ('client_credit_balances', 'company_id', 'select', 'select, insert, update, delete'),
      -- What was begun and never run, and the rows of old loads, are swept.
      ('imports', 'company_id', 'select, insert, update', 'select, delete'),
      ('import_rows', 'company_id', 'select, insert, update', 'select, delete'),
      ('import_files', 'company_id', 'select, insert, update (content)', 'select, delete'),
      ('import_layouts', 'company_id', 'select, insert, update', ''),
      -- What the end of its server cut is noted by the sweep.
      ('exports', 'company_id', 'select, insert, update (row_count, outcome)', 'select, update (outcome), delete'),
      ('templates', 'company_id', 'select, insert, update', 'select, insert'),
      ('quick_replies', 'company_id', 'select, insert, update', 'insert'),
      ('messages', 'company_id', 'select, insert, update', 'select, update'),
      ('message_packages', 'company_id', 'select, insert, update (is_told, told_weight, told_price)', 'select, update (is_told)'),
      ('whatsapp_sessions', 'company_id', 'select, insert, update', 'select, update'),
      ('webhook_events', 'company_id', 'select, insert', 'select, delete'),
      -- Not the secret, which the claim alone reads.
      ('webhooks', 'company_id',
       'select (company_id, id, address, events, is_paused, created_at, deleted_at, version), insert, update (address, events, is_paused, deleted_at, secret)',
       'select'),
      ('webhook_turns', 'company_id', 'select, insert, update (next_at, failures, failing_since, last_error)', 'select, update'),
      ('webhook_deliveries', 'company_id',
       'select, insert, update (state, attempts, next_at, queued_at, answer_status, error, ended_at)', 'select, update, delete'),
      -- A chat under an alias becomes part of that of its number.
      ('conversations', 'company_id', 'select, insert, update', 'select, update, delete'),
      ('conversation_messages', 'company_id', 'select, insert, update', 'select, update'),
      -- Nothing changes a note but the chat that it is part of.
      ('conversation_notes', 'company_id', 'select, insert', 'select, update (conversation_id)'),
      -- The sweep deletes what ended.
      ('conversation_repliers', 'company_id', 'select, insert, update (until)', 'select, delete'),
      ('chat_aliases', 'company_id', 'select, insert, update', 'select, update'),
      -- One turn, and one pace, for the whole installation.
      ('gateway_turns', null, '', 'select, insert, update, delete'),
      ('installation_pace', null, '', 'select, update')
    )
    select s.name::regclass as name, s.key::name as key, s.for_requests, s.for_definer from sheet s
    union all
    select c.oid::regclass, 'company_id', 'select, insert, update', '' from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and is_versioned(c.oid)
      and not exists (select from sheet s where s.name = c.relname)
  loop
    -- What stands already is left alone: to write it again would lock the table against everything that runs.
    if not (select c.relrowsecurity and c.relforcerowsecurity from pg_class c where c.oid = t.name) then
      execute format('alter table %s enable row level security, force row level security', t.name);
    end if;
    -- As a sub-select the company is looked up once a statement; bare it would be for every row.
    is_own := format('(%I = ( SELECT (NULLIF(current_setting(''app.company_id''::text, true), ''''::text))::uuid AS "nullif"))',
                     coalesce(t.key, 'none'));
    if t.key is not null and not exists (
      select from pg_policy p
      where p.polrelid = t.name and p.polname = 'tenant' and p.polcmd = '*' and p.polpermissive
        and p.polroles = array['casillero_app'::regrole::oid]
        and pg_get_expr(p.polqual, p.polrelid) = is_own and pg_get_expr(p.polwithcheck, p.polrelid) = is_own
    ) then
      execute format('drop policy if exists tenant on %s', t.name);
      execute format('create policy tenant on %1$s to casillero_app using %2$s with check %2$s', t.name, is_own);
    end if;
    if not exists (
      select from pg_policy p
      where p.polrelid = t.name and p.polname = 'trusted' and p.polcmd = '*' and p.polpermissive
        and p.polroles = array['casillero_definer'::regrole::oid, (select oid from pg_roles where rolname = current_user)]
        and pg_get_expr(p.polqual, p.polrelid) = 'true' and pg_get_expr(p.polwithcheck, p.polrelid) = 'true'
    ) then
      execute format('drop policy if exists trusted on %s', t.name);
      execute format('create policy trusted on %s to casillero_definer, current_user using (true) with check (true)', t.name);
    end if;
    execute format('revoke all on %s from casillero_app, casillero_definer', t.name);
    if t.for_requests <> '' then
      execute format('grant %s on %s to casillero_app', t.for_requests, t.name);
    end if;
    execute format('grant maintain on %s to casillero_definer', t.name);
    if t.for_definer <> '' then
      execute format('grant %s on %s to casillero_definer', t.for_definer, t.name);
    end if;
  end loop;
end $$;
