-- The words of a search, as conditions on the texts of packages and invoices.

set local role casillero_definer;

-- Whether so many packages have these words that the first of a list are soonest found by reading it in its order; the index of the
-- words would give all of them first. Row-level security keeps the planner from what it knows of the words. A sample over all
-- numbers tells, of a company with so many packages that it matters.
create or replace function are_common_in_packages(patterns text[]) returns boolean language plpgsql stable as $$
declare
  last bigint := (select max(t.company_package_id) from package_search_texts t where t.company_id = current_company());
begin
  return last > 5000 and (
    select count(*) >= 3 from generate_series(0, 63) i
    cross join lateral (
      select t.text from package_search_texts t
      where t.company_id = current_company() and t.company_package_id <= last - i * (last / 64)
      order by t.company_package_id desc limit 1
    ) t
    where t.text like all (patterns));
end $$;

-- The same of invoices.
create or replace function are_common_in_invoices(patterns text[]) returns boolean language plpgsql stable as $$
declare
  last bigint := (select max(v.company_invoice_id) from invoices v where v.company_id = current_company());
begin
  return last > 5000 and (
    select count(*) >= 3 from generate_series(0, 63) i
    cross join lateral (
      select v.search_text as text from invoices v
      where v.company_id = current_company() and v.company_invoice_id <= last - i * (last / 64)
      order by v.company_invoice_id desc limit 1
    ) v
    where v.text like all (patterns));
end $$;

-- Of common words a form that no index answers, and of which the planner expects every second row to have them.
create or replace function common_clauses(searched text, patterns text[]) returns text language sql immutable as $$
  select coalesce(string_agg(format(' and coalesce(%s like %L, false)', searched, p), ''), '') from unnest(patterns) p
$$;

create or replace function package_word_clauses(patterns text[]) returns text language sql stable as $$
  select case when patterns = '{}' then '' when are_common_in_packages(patterns) then common_clauses('t.text', patterns)
           else like_clauses('t.text', patterns) end
$$;

-- What the texts of searched packages are joined by; without words to search nothing is.
create or replace function package_word_join(patterns text[]) returns text language sql immutable as $$
  select case when patterns = '{}' then ''
           else ' join package_search_texts t on t.company_id = p.company_id and t.package_id = p.id and t.company_id = $1' end
$$;

create or replace function invoice_word_clauses(patterns text[]) returns text language sql stable as $$
  select case when patterns = '{}' then '' when are_common_in_invoices(patterns) then common_clauses('v.search_text', patterns)
           else like_clauses('v.search_text', patterns) end
$$;
