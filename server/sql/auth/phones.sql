-- A phone is one user's, with and without Nicaragua's 505.

create or replace function phone_key(phone text) returns text language sql immutable as
$$ select case when phone ~ '^505[0-9]{8}$' then substr(phone, 4) else phone end $$;

-- The key follows the phone, whatever server writes it; an edit that leaves the phone alone is refused for nothing.
create or replace function keep_phone_key() returns trigger language plpgsql as $$
begin
  if tg_op = 'INSERT' then
    new.phone_key := phone_key(new.phone);
  elsif new.phone is distinct from old.phone then
    new.phone_key := phone_key(new.phone);
  else
    new.phone_key := old.phone_key;
  end if;
  return new;
end $$;
