-- The list of what waits is in the order of the list of all: its first page is read off the index, however many wait.
drop index conversations_company_id_waiting_since_idx;
create index conversations_company_id_waiting_idx on conversations (company_id, last_incoming_at, id) where waiting_since is not null;
