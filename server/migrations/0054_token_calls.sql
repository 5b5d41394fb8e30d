-- How many calls each access token has left, for all servers of an installation together. A crash empties it, and every token may
-- then make as many calls at once as after a rest.

create unlogged table token_calls (
  token_hash bytea primary key,
  calls_left real not null,
  counted_at timestamptz not null
);
