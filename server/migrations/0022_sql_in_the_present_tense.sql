-- From here on a migration holds tables and data only. What these two made of a table stands in server/sql.
drop procedure tenant_table (regclass, text, name);
drop procedure audit_table (regclass);

-- A function that casillero_definer makes is for no other role, unless its file says so.
set local role casillero_definer;
alter default privileges revoke execute on functions from public;
reset role;
