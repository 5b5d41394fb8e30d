-- A copy knows nothing of what ended after it was made: a sign-out, a revocation, the one use of a link or a code. So every secret that
-- lets someone in ends with a restore. docs/operations.md, "Restore drill".

set local role casillero_definer;

-- The 22 characters of a link, 128 bits, as `newLinkToken` makes them.
create or replace function new_link_token() returns text language sql volatile set search_path = pg_catalog, public, pg_temp as $$
  select left(translate(encode(sha256(uuid_send(gen_random_uuid()) || uuid_send(gen_random_uuid())), 'base64'), '+/0OIl=', ''), 22)
$$;

-- Called once by the owner, at the first start of a restored database. Photos that staff see get an address that is new.
create or replace function end_restored_secrets() returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  delete from sessions;
  delete from trusted_devices;
  delete from sign_in_tickets;
  delete from recovery_codes;
  update second_steps set challenge = null, challenge_at = null where challenge is not null;
  update access_tokens set ended_at = clock_timestamp() where ended_at is null;
  update client_links set ended_at = clock_timestamp() where ended_at is null;
  update client_devices set ended_at = clock_timestamp() where ended_at is null;
  delete from invoice_links where revoked_at is null;
  perform set_config('app.audit', 'off', true);
  update package_photos f set photo_link = fresh.link
  from (
    select l.company_id, l.package_id, left(max(l.photo_link), -22) || new_link_token() as link
    from package_photos l where l.photo_link is not null group by l.company_id, l.package_id
  ) fresh
  where f.company_id = fresh.company_id and f.package_id = fresh.package_id and f.photo_link is not null;
  update dispatches set receipt_link = left(receipt_link, -22) || new_link_token() where receipt_link is not null;
  perform set_config('app.audit', '', true);
end $$;

grant execute on function end_restored_secrets to session_user;
