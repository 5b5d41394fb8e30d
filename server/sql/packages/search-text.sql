set local role casillero_definer;

-- Keeps what a package is found by: its own words and those of its owner, while it is not deleted.
create or replace function keep_package_search_text() returns trigger language plpgsql security definer
set search_path = pg_catalog, public, pg_temp as $$
begin
  if new.deleted_at is null then
    insert into package_search_texts as t (company_id, package_id, company_package_id, text)
    values (new.company_id, new.id, new.company_package_id, new.search_text || new.client_search_text)
    on conflict (company_id, package_id) do update set text = excluded.text;
  else
    delete from package_search_texts t where t.company_id = new.company_id and t.package_id = new.id;
  end if;
  return null;
end $$;

grant execute on function keep_package_search_text to session_user;
