-- What is chosen for a file at its columns: the sheet of a workbook, rows that are hidden in it, values for the whole file; and of each
-- cell without a value why it has none.

alter table imports add column sheets jsonb not null default '[]';
alter table imports add column fixed jsonb not null default '{}';
alter table imports add column hidden_rows int not null default 0 check (hidden_rows >= 0);
alter table imports add column with_hidden boolean not null default false;
alter table import_rows add column is_hidden boolean not null default false;
alter table import_rows add column faults jsonb;
-- Which of day and month comes first in a column, and what stands before its decimals.
alter table import_layouts add column readings jsonb not null default '[]';

-- Workbooks of which another sheet may be chosen, empty once they are run.
create table import_files (
  company_id uuid not null default current_company() references companies (id) on delete restrict,
  import_id uuid not null,
  content bytea check (length(content) <= 10485760),
  primary key (company_id, import_id),
  foreign key (company_id, import_id) references imports (company_id, id) on delete restrict
);
