-- What leaves before all notices has two kinds more: the welcome of one who wrote, and that a phone was added.
create index messages_company_id_next_at_id_idx4 on messages (company_id, next_at, id)
  where (state = 'queued' and occasion in ('access', 'reply', 'answer', 'welcome', 'phone_added'));
drop index messages_company_id_next_at_id_idx3;
