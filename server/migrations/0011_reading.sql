-- A read travels with its session in one packet and is a transaction of its own, in which nothing can be written.
create function begin_reading(hash bytea, host_subdomain text)
returns table (session_id uuid, company_id uuid, is_operator boolean, user_id uuid, user_type text, user_name text)
language plpgsql security definer set search_path = pg_catalog, public, pg_temp rows 1 as $$
begin
  return query select * from begin_session(hash, host_subdomain);
  perform set_config('transaction_read_only', 'on', true);
end $$;

grant create on schema public to casillero_definer;
alter function begin_reading owner to casillero_definer;
revoke create on schema public from casillero_definer;
