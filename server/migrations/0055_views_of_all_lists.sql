-- Every list that has filters has views of them.

alter table list_views drop constraint list_views_list_check;
alter table list_views add constraint list_views_list_check
  check (list in ('packages', 'invoices', 'clients', 'messages', 'audit', 'tariffs'));
