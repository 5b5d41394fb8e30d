-- Once, as a superuser of PostgreSQL 18: the role and the empty database that DATABASE_URL names.
--   CASILLERO_DB_PASSWORD=… psql -f deploy/create-database.sql postgres
\set ON_ERROR_STOP on
\getenv password CASILLERO_DB_PASSWORD
create role casillero_owner login createrole password :'password';
create database casillero owner casillero_owner encoding 'UTF8' locale_provider icu icu_locale 'es-NI' locale 'C' template template0;
