-- Whose a package without a client may be.

set local role casillero_definer;

-- The words of a label as conditions on a client: each begins a word of the names. The longer ones are what the index finds it by;
-- null where there is none.
create or replace function begun_clauses(words text[]) returns text language sql immutable as $$
  select case when bool_or(length(w) > 2) then
    like_clauses('k.search_text', array_agg('%' || w || '%') filter (where length(w) > 2))
    || like_clauses('translate(k.sort_name, ''|'', '' '')', array_agg('% ' || w || '%')) end
  from unnest(words) w
$$;

-- Clients whose names are like the text of a label, the likest first: `labels` are compared in the form of `search_text`, place by
-- place. Those whose names begin as every word of the label does are found at once, whatever the size of the company; the rest is
-- compared by its letters only where they are too few, and by fewer of its letters only where there is none: both take tens of
-- milliseconds a label among tens of thousands of clients. Of a name that is common there, the first 300 found are ordered.
-- A function of a trusted role, as the searches are.
create or replace function find_clients_like(labels text[], most int)
returns table (place int, id uuid)
language plpgsql stable security definer set search_path = pg_catalog, public, pg_temp rows 20 as $$
declare
  words text[];
  threshold text;
begin
  for at in 1 .. cardinality(labels) loop
    continue when length(labels[at]) < 3;
    words := array(select distinct w from regexp_split_to_table(labels[at], '[^[:alnum:]]+') w where w <> '');
    foreach threshold in array array['0.6', '0.45'] loop
      -- Here and not in the head of the function: there only a superuser may name a setting of an extension that is not loaded yet.
      perform set_config('pg_trgm.word_similarity_threshold', threshold, true);
      return query execute format(
        'with begun as materialized (
           select k.id, k.sort_name, k.search_text from clients k where k.company_id = $1 and k.deleted_at is null%s limit 300
         ),
         compared as materialized (
           select k.id, k.sort_name, k.search_text from clients k
           where k.company_id = $1 and k.deleted_at is null and k.search_text %%> $2 and (select count(*) from begun) < $4
         )
         -- Of two who are as like, the one whose names begin as more words of the label do: an initial tells them apart.
         select $5, k.id from (select * from begun union select * from compared) k
         order by word_similarity($2, k.search_text) + (
             select avg((strpos(translate(k.sort_name, ''|'', '' ''), '' '' || w) > 0)::int) from unnest($3) w
           )::real desc, k.sort_name, k.id
         limit $4', coalesce(begun_clauses(words), ' and false'))
        using current_company(), labels[at], words, most, at;
      exit when found;
    end loop;
  end loop;
end $$;

grant execute on function find_clients_like to casillero_app;
