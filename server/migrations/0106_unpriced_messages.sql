-- Notices whose text says a price that one of their packages does not have yet: they wait for it. Those of before leave as ever.
alter table messages add column unpriced_at timestamptz;
comment on column messages.unpriced_at is 'Sin precio: Desde cuándo espera el precio de su paquete';
create index on messages (company_id) where unpriced_at is not null;
