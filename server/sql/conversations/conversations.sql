-- The number behind an alias becomes known: what was written under the alias belongs to the chat of the number.

set local role casillero_definer;

create or replace function join_conversations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  hidden conversations;
  known conversations;
begin
  select v.* into hidden from conversations v
  where v.company_id = new.company_id and v.alias = new.alias and v.phone is null for update;
  if not found then
    return null;
  end if;
  select v.* into known from conversations v where v.company_id = new.company_id and v.phone = new.phone for update;
  perform set_config('app.audit', 'off', true);
  if known.id is null then
    update conversations v set phone = new.phone, search_text = v.search_text || ' ' || new.phone
    where v.company_id = hidden.company_id and v.id = hidden.id;
  else
    update conversation_messages m set conversation_id = known.id
    where m.company_id = hidden.company_id and m.conversation_id = hidden.id;
    update conversation_notes n set conversation_id = known.id
    where n.company_id = hidden.company_id and n.conversation_id = hidden.id;
    update conversations v
    set assigned_to = coalesce(v.assigned_to, hidden.assigned_to),
        waiting_since = case when v.waiting_since is null then hidden.waiting_since
                             else least(v.waiting_since, hidden.waiting_since) end,
        waiting_count = v.waiting_count + hidden.waiting_count,
        last_kind = case when hidden.last_incoming_at > v.last_incoming_at then hidden.last_kind else v.last_kind end,
        last_text = case when hidden.last_incoming_at > v.last_incoming_at then hidden.last_text else v.last_text end,
        last_incoming_at = greatest(v.last_incoming_at, hidden.last_incoming_at)
    where v.company_id = known.company_id and v.id = known.id;
    delete from conversations v where v.company_id = hidden.company_id and v.id = hidden.id;
  end if;
  perform settle_conversations(new.company_id, array[new.phone]);
  perform set_config('app.audit', '', true);
  return null;
end $$;

-- The next file that a client sent: first those that the gateway keeps for three minutes, then those that it has to fetch anew ('#…').
create or replace function claim_incoming_file() returns table (company_id uuid, message_id uuid, path text, is_late boolean)
language sql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
  update conversation_messages m
  set fetch_at = clock_timestamp() + interval '20 seconds'
  where (m.company_id, m.id) = (
    select c.company_id, c.id from conversation_messages c
    join companies owner on owner.id = c.company_id and owner.status = 'active'
    where c.file_state = 'fetching' and c.fetch_at <= clock_timestamp()
    -- One of a company before the second of another: those that are being fetched have their next time ahead.
    order by c.file_path like '#%', (
      select count(*) from conversation_messages busy
      where busy.company_id = c.company_id and busy.file_state = 'fetching' and busy.fetch_at > clock_timestamp()
    ), c.fetch_at limit 1
    for update of c skip locked
  )
  returning m.company_id, m.id, m.file_path, m.created_at < app_now() - interval '1 hour'
$$;

-- Nothing is for a user who cannot answer it any more. The trigger does it, so that no way to change a user forgets it.
create or replace function release_conversations() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  perform set_config('app.audit', 'off', true);
  update conversations v set assigned_to = null where v.company_id = new.company_id and v.assigned_to = new.id;
  perform set_config('app.audit', '', true);
  return null;
end $$;

grant execute on function claim_incoming_file to casillero_app;
grant execute on function join_conversations, release_conversations to session_user;
