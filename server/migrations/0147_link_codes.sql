-- The code beside a link, which lets in a page that the link cannot open, such as one on the home screen of a phone.
alter table client_links
  add column code_hash bytea,
  add constraint client_links_code_hash_check check (length(code_hash) = 32);
