-- How many bytes of files a company keeps is asked before each file.
create index received_files_company_id_created_at_idx on received_files (company_id, created_at) include (bytes) where content is not null;
