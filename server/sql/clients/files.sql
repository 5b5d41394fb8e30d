-- Says whether one more file may be kept: of a sender, a client or a chat, and of the company, in a day and in all. What a sender took back
-- counts for the day. docs/product/vouchers.md, "Files".

set local role casillero_definer;

create or replace function has_file_room(own_client uuid, own_chat uuid) returns boolean
language sql stable security definer set search_path = pg_catalog, public, pg_temp as $$
  select coalesce((
    select coalesce(sum(f.bytes) filter (where f.created_at > app_now() - interval '1 day'), 0) < 30 * 1024 * 1024
      and coalesce(sum(f.bytes) filter (where f.content is not null), 0) < 150 * 1024 * 1024
    from received_files f
    where f.company_id = current_company() and (f.client_id = own_client or f.id in (
      select m.file_id from conversation_messages m
      where m.company_id = current_company() and m.conversation_id = own_chat and m.file_id is not null))), true)
    and (
      select coalesce(sum(f.bytes) filter (where f.created_at > app_now() - interval '1 day'), 0) < 1024::bigint ^ 3
        and coalesce(sum(f.bytes), 0) < 20 * 1024::bigint ^ 3
      from received_files f where f.company_id = current_company() and f.content is not null)
$$;

grant execute on function has_file_room to casillero_app, casillero_client;
