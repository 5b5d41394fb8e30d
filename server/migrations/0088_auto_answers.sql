-- The rules that answer clients by themselves, as far as a company changed them; one that has no row is off.
create table auto_answers (
  company_id uuid default current_company() not null,
  id uuid default uuidv7() not null,
  key text not null,
  is_on boolean default false not null,
  position integer not null,
  words text[],
  custom_content text,
  pages_origin text not null,
  created_at timestamptz default app_now() not null,
  updated_at timestamptz default app_now() not null,
  version integer default 1 not null,
  constraint auto_answers_pkey primary key (company_id, id),
  constraint auto_answers_company_id_key_key unique (company_id, key),
  constraint auto_answers_key_check check (key in ('packages', 'debts', 'address', 'hours', 'tracking', 'voucher', 'closed')),
  constraint auto_answers_position_check check (position >= 1),
  constraint auto_answers_words_check check (cardinality(words) <= 40),
  constraint auto_answers_custom_content_check check (length(custom_content) between 1 and 4096),
  constraint auto_answers_pages_origin_check check (length(pages_origin) between 1 and 300),
  constraint auto_answers_company_id_fkey foreign key (company_id) references companies(id) on delete restrict
);
