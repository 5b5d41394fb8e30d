-- Counts the version up on every update, so that a stale edit is seen.
create or replace function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;

-- Whether people edit the rows of a table: such a table of a company has a version.
create or replace function is_versioned(in_table oid) returns boolean language sql stable as $$
  select count(*) = 2 from pg_attribute a
  where a.attrelid = in_table and not a.attisdropped
    and (a.attname = 'version' or a.attname = case in_table when 'companies'::regclass then 'id' else 'company_id' end)
$$;
