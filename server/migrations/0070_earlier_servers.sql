-- Servers of before 1.0.0's first predecessor called these; those that it knows do not. Their tables, and the column `pace` of
-- whatsapp_sessions, go in the version after, because a server of the version before still clears them.
drop function if exists begin_sign_in (text, text, text[], text);
drop function if exists fail_sign_in (text);
drop function if exists complete_sign_in (uuid, uuid, text, text, bytea);
drop function if exists claim_message (jsonb);
drop function if exists settle_messages (jsonb);
drop function if exists known_pace ();
drop function if exists set_earlier_pace (jsonb);
drop function if exists first_contacts_left (uuid, jsonb, timestamptz);
drop function if exists default_pace ();
