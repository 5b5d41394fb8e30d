-- Photos of packages, with what the package weighed when they were taken.
create table package_photos (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  package_id uuid not null,
  company_package_id bigint not null,
  caption text,
  weight numeric(6,2),
  weight_source text,
  created_by uuid default current_user_id() not null,
  created_at timestamptz default app_now() not null,
  deleted_at timestamptz,
  version integer default 1 not null,
  constraint package_photos_pkey primary key (company_id, id),
  constraint package_photos_caption_check check (length(caption) between 1 and 120),
  constraint package_photos_weight_source_check check (weight_source in ('scale', 'typed')),
  constraint package_photos_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_photos_company_id_package_id_fkey
    foreign key (company_id, package_id) references packages(company_id, id) on delete restrict,
  constraint package_photos_company_id_created_by_fkey
    foreign key (company_id, created_by) references users(company_id, id) on delete restrict
);
create index package_photos_company_id_package_id_idx on package_photos (company_id, package_id);
create index package_photos_company_id_created_by_idx on package_photos (company_id, created_by);

-- Apart from the photo, whose changes the log keeps. The small picture stays when the whole one is given up; of a photo that was taken
-- off neither does.
create table package_photo_contents (
  company_id uuid default current_company() not null,
  photo_id uuid not null,
  content bytea,
  small bytea,
  constraint package_photo_contents_pkey primary key (company_id, photo_id),
  constraint package_photo_contents_check check (small is not null or content is null),
  constraint package_photo_contents_content_check check (length(content) between 1 and 204800),
  constraint package_photo_contents_small_check check (length(small) between 1 and 40960),
  constraint package_photo_contents_company_id_fkey foreign key (company_id) references companies(id) on delete restrict,
  constraint package_photo_contents_company_id_photo_id_fkey
    foreign key (company_id, photo_id) references package_photos(company_id, id) on delete restrict
);
