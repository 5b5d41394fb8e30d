-- Before a dump goes back with pg_restore, as casillero_owner: the roles that it names. In an empty database the server makes them.
\set ON_ERROR_STOP on
create role casillero_app nologin noinherit;
create role casillero_definer nologin noinherit;
create role casillero_client nologin noinherit;
grant casillero_client to casillero_app with set true, inherit false;
grant casillero_app, casillero_definer, casillero_client to casillero_owner with set true, inherit false;
