-- Pictures and documents that clients send, of a client where it is known who sent them. What a file says is given up 180 days later.
create table received_files (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  client_id uuid,
  kind text not null,
  name text,
  digest bytea not null,
  content bytea,
  bytes integer not null,
  created_at timestamptz default app_now() not null,
  constraint received_files_pkey primary key (company_id, id),
  constraint received_files_kind_check check (kind in ('picture', 'pdf')),
  constraint received_files_name_check check (length(name) between 1 and 120),
  constraint received_files_digest_check check (length(digest) = 32),
  constraint received_files_content_check check (length(content) = bytes),
  constraint received_files_bytes_check check (bytes between 1 and 5242880),
  constraint received_files_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint received_files_company_id_client_id_fkey
    foreign key (company_id, client_id) references clients(company_id, id) on delete restrict
);
create index received_files_company_id_client_id_idx on received_files (company_id, client_id);
create index received_files_company_id_digest_idx on received_files (company_id, digest);
create index received_files_created_at_idx on received_files (created_at) where content is not null;
