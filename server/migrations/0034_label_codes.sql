-- The code on a package's label (docs/product/packages.md, "Codes"): seven characters of Crockford's base 32 and one of check.
-- The packages that exist get theirs from their number, multiplied within 35 bits by an odd number: no two of a company
-- come out the same. As a generated column, which becomes an ordinary one at once, all of them are written in one pass over the
-- table, by no trigger and with no version of a row left behind. The expression is built here, because a column can name no
-- function that a migration may not make: the characters are five bits each, and the check is the rest of their polynomial,
-- the high bits of which are looked up in a table.
do $$
declare
  alphabet constant text := '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
  bits constant text := '(company_package_id * 25214903917 & 34359738367)';
  characters text;
  total text;
  rests text := '';
  rest int;
begin
  for high in 0..127 loop
    rest := high << 5;
    for bit in reverse 11..5 loop
      rest := case when rest & (1 << bit) = 0 then rest else rest # (37 << (bit - 5)) end;
    end loop;
    rests := rests || lpad(to_hex(rest), 2, '0');
  end loop;
  select string_agg(format('substr(%L, 1 + (%s >> %s & 31)::int, 1)', alphabet, bits, 30 - 5 * place), ' || ' order by place),
    string_agg(format('((%s >> %s & 31)::int << %s)', bits, 30 - 5 * place, 7 - place), ' # ' order by place)
    into characters, total from generate_series(0, 6) place;
  execute format(
    'alter table packages add column label_code text not null
       constraint packages_label_code_check check (label_code ~ ''^[0-9A-HJKMNP-TV-Z]{8}$'')
       generated always as (%1$s || substr(%2$L, 1 + (((%3$s) & 31) # get_byte(''\x%4$s''::bytea, (%3$s) >> 5)), 1)) stored',
    characters, alphabet, total, rests);
end $$;

-- An empty code is none: the trigger `make_label_code` makes one, also for a server of the version before, which sends none.
alter table packages alter column label_code drop expression, alter column label_code set default '';
-- Deleted packages too: their labels are still on something.
create unique index packages_company_id_label_code_key on packages (company_id, label_code);
