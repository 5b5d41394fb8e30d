-- When a client was added, changed or deleted: devices that keep a copy ask for what changed since.
create or replace function note_client_change() returns trigger language plpgsql as $$
begin
  new.updated_at := app_now();
  return new;
end $$;
