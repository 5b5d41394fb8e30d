-- Whose a package without a client may be.

set local role casillero_definer;

-- Clients whose names are like the text of a label, the likest first: `labels` are compared in the form of `search_text`, place by
-- place. The operator goes by its threshold, so that the trigram index answers it; a function of a trusted role, as the searches are.
create or replace function find_clients_like(labels text[], most int)
returns table (place int, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
begin
  -- Here and not in the head of the function: there only a superuser may name a setting of an extension that is not loaded yet.
  perform set_config('pg_trgm.word_similarity_threshold', '0.45', true);
  return query
    select l.place::int, alike.id
    from unnest(labels) with ordinality l (label, place)
    cross join lateral (select regexp_split_to_array(l.label, '[^[:alnum:]]+') as words) split
    cross join lateral (
      -- Of two who are as like, the one whose names begin as more words of the label do: an initial tells them apart.
      select k.id, k.sort_name, word_similarity(l.label, k.search_text) + (
        select avg((strpos(translate(k.sort_name, '|', ' '), ' ' || w) > 0)::int) from unnest(split.words) w where w <> '')::real as likeness
      from clients k
      where k.company_id = current_company() and k.deleted_at is null and k.search_text %> l.label
      order by likeness desc, k.sort_name, k.id limit most
    ) alike
    where length(l.label) > 2
    order by l.place, alike.likeness desc, alike.sort_name, alike.id;
end $$;

grant execute on function find_clients_like to casillero_app;
