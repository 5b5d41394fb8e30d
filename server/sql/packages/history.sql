-- One change of status as the answer's `statusHistory` has it. The pattern holds nothing that a locale could change.
create or replace function status_history_entry(from_name text, to_name text, user_name text, at timestamptz, comment text) returns text
language sql immutable parallel safe as $$
  select json_build_object('from', from_name, 'to', to_name, 'userName', user_name,
    'date', to_char(at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'), 'comment', comment)::text
$$;

-- A package that comes to another status is in it from then on, unless the statement says since when: not before it exists. What it
-- leaves is kept for an undo.
create or replace function keep_status_since() returns trigger language plpgsql as $$
begin
  new.former_status_since := old.status_since;
  new.status_since := greatest(new.created_at, case new.status_since when old.status_since then app_now() when '-infinity' then old.status_since
                                                 else new.status_since end);
  return new;
end $$;

-- Marks an instant that a statement names and that is the one of before, which `keep_status_since` could not tell from none.
create or replace function mark_same_status_since() returns trigger language plpgsql as $$
begin
  new.status_since := '-infinity';
  return new;
end $$;
