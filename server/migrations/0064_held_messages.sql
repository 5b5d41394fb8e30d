-- Messages that waited in a copy that was restored: they may have left after the copy was made, so that an admin decides.
alter table messages add column held_at timestamptz;
comment on column messages.held_at is 'Retenido: Cuándo se restauró una copia en la que esperaba';
create index on messages (company_id) where held_at is not null;
