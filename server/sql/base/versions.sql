-- Counts the version up on every update, so that a stale edit is seen.
create or replace function bump_version() returns trigger language plpgsql as $$
begin
  new.version := old.version + 1;
  return new;
end $$;
