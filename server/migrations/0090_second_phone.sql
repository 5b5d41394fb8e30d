-- A second phone of a client, by which they are found too. A client without one is as before.
alter table clients
  add column second_phone text,
  add constraint clients_second_phone_check check (second_phone ~ '^[0-9]{7,15}$');
create index clients_company_id_second_phone_idx on clients (company_id, second_phone)
  where deleted_at is null and second_phone is not null;
