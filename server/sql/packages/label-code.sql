-- The code of a label from a number of 35 bits: seven characters and one of check, as shared/src/domain/label-code.ts makes it.
create or replace function label_code_of(bits bigint) returns text language plpgsql immutable parallel safe as $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  code text := '';
  value int;
  total int := 0;
begin
  for place in 0..7 loop
    total := (total << 1 & 31) # case when total & 16 = 0 then 0 else 5 end;
    -- After seven characters the total is what the eighth has to be.
    value := case when place = 7 then total else (bits >> (30 - 5 * place) & 31)::int end;
    total := total # value;
    code := code || substr(alphabet, value + 1, 1);
  end loop;
  return code;
end $$;

-- A package without a code, or with one that another has, gets a new one. Of two that come at once with one code, which a load that is
-- written as a whole makes possible, the index refuses the second.
create or replace function make_label_code() returns trigger language plpgsql as $$
begin
  while new.label_code = ''
    or exists (select from packages p where p.company_id = new.company_id and p.label_code = new.label_code)
  loop
    new.label_code := label_code_of(floor(random() * 34359738368)::bigint);
  end loop;
  return new;
end $$;
