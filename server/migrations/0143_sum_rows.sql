-- Rows of sums that were left out of a file when it was read. Those of before were read whole.
alter table imports add column sum_rows int not null default 0 check (sum_rows >= 0);
comment on column imports.sum_rows is 'Filas de totales: Cuántas se dejaron fuera';
