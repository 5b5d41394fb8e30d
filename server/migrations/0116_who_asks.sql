-- Who asked for a link to the pages of a client, so that an unknown caller spends a share of their own: from which network, and as whom.
-- `copy`: staff had it on their screen, so the log says whose link it was. Links that unknown callers ask for leave at a pace of their own.
alter table client_links
  add column asked_from text,
  add column asked_as text default 'staff' not null,
  add constraint client_links_asked_as_check check (asked_as in ('staff', 'copy', 'device', 'network', 'unknown'));
create index client_links_company_id_asked_from_created_at_idx on client_links (company_id, asked_from, created_at)
  where (asked_from is not null);

alter table client_devices
  add column network text,
  add column link_by text;

alter table whatsapp_sessions
  add column next_link_at timestamptz default '-infinity'::timestamptz not null;
