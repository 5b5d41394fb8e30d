-- The words become one AND each: `like all (array)` cannot use an index, and a fresh text plans every search for itself.
create or replace function like_clauses(searched text, patterns text[]) returns text language sql immutable as $$
  select coalesce(string_agg(format(' and %s like %L', searched, p), ''), '') from unnest(patterns) p
$$;
