-- Extensions, the rights of the two roles on the schema, and the functions that columns call. Their texts of today stand in server/sql.

create extension if not exists pg_trgm;
create extension if not exists btree_gin;

revoke create on schema public from public;
grant usage on schema public to casillero_app, casillero_definer;

-- A new function is for our two roles, not for everybody who can connect.
alter default privileges revoke execute on functions from public;
alter default privileges in schema public grant execute on functions to casillero_app, casillero_definer;

-- A function that casillero_definer makes is for no other role, unless its file says so.
set local role casillero_definer;
alter default privileges revoke execute on functions from public;
reset role;

-- Business time: the database's clock, unless a test or the demo seeder set another for its transaction.
create function app_now() returns timestamptz language sql stable parallel safe as
$$ select coalesce(nullif(current_setting('app.now', true), '')::timestamptz, now()) $$;

-- The company this transaction is confined to, or null.
create function current_company() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.company_id', true), '')::uuid $$;

-- The user this transaction acts for, or null.
create function current_user_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.user_id', true), '')::uuid $$;

-- One entry of a package's history, as its list shows it.
create function status_history_entry(from_name text, to_name text, user_name text, at timestamptz, comment text) returns text
language sql immutable parallel safe as $$
  select json_build_object('from', from_name, 'to', to_name, 'userName', user_name,
    'date', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'comment', comment)::text
$$;
