-- Since when a package had been in its former status, so that a move that is undone leaves the package waiting for as long as before.
-- Of moves before it is unknown.
alter table packages add column former_status_since timestamptz;
comment on column packages.former_status_since is 'En el estado anterior desde: Cuándo llegó al que tenía antes';
