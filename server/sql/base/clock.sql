-- The time of business and who a transaction acts for.

-- Business time: the database's clock, unless a test or the demo seeder set another for its transaction.
-- Without coalesce(), which the planner takes for leaky: row-level security would keep every bound with this out of the indexes.
create or replace function app_now() returns timestamptz language sql stable parallel safe as
$$ select case when nullif(current_setting('app.now', true), '') is null then now()
     else current_setting('app.now', true)::timestamptz end $$;

-- Today's date in Managua.
create or replace function app_today() returns date language sql stable parallel safe as
$$ select (app_now() at time zone 'America/Managua')::date $$;

-- The company this transaction is confined to, or null.
create or replace function current_company() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.company_id', true), '')::uuid $$;

-- The user this transaction acts for, or null.
create or replace function current_user_id() returns uuid language sql stable parallel safe as
$$ select nullif(current_setting('app.user_id', true), '')::uuid $$;
