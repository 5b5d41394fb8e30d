set local role casillero_definer;

-- The photos that a link shows on its company's own host, the oldest first, with the picture of the one at `place` alone. Nothing is
-- found for a link that is unknown or another company's, for one of a company that is not open, of a deleted package, and where no
-- whole picture is kept any more.
create or replace function open_photo_link(host_subdomain text, secret text, place int default null)
returns table (company text, number bigint, caption text, content bytea)
language sql stable security definer set search_path = pg_catalog, public, pg_temp rows 4 as $$
  select o.company, o.number, o.caption, case when o.nth = place then o.content end
  from (
    select k.name as company, p.company_package_id as number, f.caption, c.content,
           row_number() over (order by f.created_at, f.id) as nth
    from (select l.company_id, l.package_id from package_photos l where right(l.photo_link, 22) = secret limit 1) named
    join companies k on k.id = named.company_id and k.subdomain = host_subdomain and k.status = 'active'
    join packages p on p.company_id = named.company_id and p.id = named.package_id and p.deleted_at is null
    join package_photos f on f.company_id = p.company_id and f.package_id = p.id and f.deleted_at is null
    join package_photo_contents c on c.company_id = f.company_id and c.photo_id = f.id and c.content is not null) o
  order by o.nth
$$;

grant execute on function open_photo_link to casillero_app;

-- A package that becomes another client's: the address that the former one was sent shows nothing any more.
create or replace function end_photo_link() returns trigger
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  update package_photos f set photo_link = null
  where f.company_id = new.company_id and f.package_id = new.id and f.photo_link is not null;
  return null;
end $$;

grant execute on function end_photo_link to session_user;
