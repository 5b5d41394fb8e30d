-- The functions that look across companies belong to a role of their own that can sign in nowhere.

grant create on schema public to casillero_definer;
alter function company_of_host owner to casillero_definer;
alter function begin_session owner to casillero_definer;
alter function begin_sign_in owner to casillero_definer;
alter function fail_sign_in owner to casillero_definer;
alter function complete_sign_in owner to casillero_definer;
alter function end_sessions_of owner to casillero_definer;
alter function end_session owner to casillero_definer;
alter function sweep_expired owner to casillero_definer;
alter function search_clients owner to casillero_definer;
alter function search_packages owner to casillero_definer;
alter function search_invoices owner to casillero_definer;
revoke create on schema public from casillero_definer;
