-- Once, as a superuser of PostgreSQL 18: a role for pg_dump, which reads every company's rows and writes none.
--   CASILLERO_BACKUP_PASSWORD=… psql -f deploy/create-backup-role.sql casillero
\set ON_ERROR_STOP on
\getenv password CASILLERO_BACKUP_PASSWORD
create role casillero_backup login bypassrls password :'password';
grant pg_read_all_data to casillero_backup;
