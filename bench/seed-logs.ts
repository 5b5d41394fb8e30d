/** A user who is in the log of the companies that have one, and no longer among their users. */
export const goneUser = '0198f000-0000-7000-8000-00000000000a'

/** The messages and the log of the companies that have them, after their packages, invoices and clients. */
export const logStatements = {
  // A message for every second package of the companies whose filters are measured; some failed, none waits, because a server would send it.
  messages: `insert into messages (company_id, event_key, client_id, template_id, phone, body, gateway_message_id, state, expires_at, created_at)
    select p.company_id, 'bench ' || p.company_package_id, p.client_id, t.id, '50580000000', 'Su paquete está listo', 'bench ' || p.company_package_id,
      (array['read','read','read','delivered','sent','failed','cancelled','expired'])[1 + case when p.company_package_id % 97 < 90 then p.company_package_id % 5 else p.company_package_id % 8 end],
      p.created_at, p.created_at + interval '8 hours'
    from bench_companies c join packages p on p.company_id = c.id and p.company_package_id % 2 = 0
    join templates t on t.company_id = c.id and t.position = 1
    where c.has_logs
    order by p.company_package_id, c.id`,
  told: `insert into message_packages (company_id, message_id, package_id)
    select m.company_id, m.id, p.id
    from messages m join packages p on p.company_id = m.company_id and p.company_package_id = substr(m.event_key, 7)::bigint
    where m.event_key like 'bench %'
    order by p.company_package_id, p.company_id`,
  // What the log would have of packages and invoices; of clients by another user, who is gone.
  entries: `insert into audit_entries (company_id, at, user_id, user_name, action, entity, entity_id, label, after)
    select e.* from bench_companies c join users u on u.company_id = c.id
    cross join lateral (
      select p.company_id, p.created_at as at, u.id, u.full_name, 'insert', 'packages', p.id, p.tracking, '{"weight": 2}'::jsonb from packages p
      where p.company_id = c.id
      union all
      select v.company_id, v.created_at, u.id, u.full_name, 'insert', 'invoices', v.id, v.company_invoice_id::text, '{"status": "paid"}' from invoices v
      where v.company_id = c.id
      union all
      select k.company_id, now() - c.days * interval '1 day' + row_number() over () * ((c.days - 1) * interval '6 days' / c.packages), $1, 'Luis Medida',
        'insert', 'clients', k.id, k.casillero, '{"city": "Managua"}' from clients k
      where k.company_id = c.id
    ) e
    where c.has_logs
    order by e.at`,
} as const
