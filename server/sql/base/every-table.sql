-- Every update counts the version up, unless triggers.sql says of the table which do.
do $$
declare
  versioned regclass;
begin
  for versioned in
    select c.oid from pg_class c
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and is_versioned(c.oid)
      and not exists (select from pg_trigger g where g.tgrelid = c.oid and g.tgname = 'bump_version')
    order by c.relname
  loop
    execute format('create trigger bump_version before update on %s for each row execute function bump_version()', versioned);
  end loop;
end $$;
