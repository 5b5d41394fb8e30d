-- The address under which a client sees the photos of a package without coming in; those of before have none. And for how many days a
-- company keeps whole pictures: as long as before where it says nothing.
alter table package_photos add column photo_link text;
create index package_photos_photo_link_idx on package_photos (right(photo_link, 22)) where photo_link is not null;

alter table companies
  add column photo_days integer default 90 not null,
  add constraint companies_photo_days_check check (photo_days between 30 and 365);
