import type { Check } from './check.ts'

export const handovers: Check[] = [
  {
    says: 'A package of a live hand-over is in the final status that it came to, with the client who took it',
    sql: `
      select l.company_id, format('package #%s of hand-over #%s has another status or client, or is deleted', p.company_package_id,
                                  h.company_handover_id) as what
      from handover_packages l
      join handovers h on h.company_id = l.company_id and h.id = l.handover_id
      join packages p on p.company_id = l.company_id and p.id = l.package_id
      where l.undone_at is null
        and (p.status_id is distinct from h.status_id or p.client_id is distinct from h.client_id or p.deleted_at is not null)`,
  },
  {
    says: 'No package is on two live hand-overs',
    sql: `
      select l.company_id, format('package %s is on %s', l.package_id, count(*)) as what
      from handover_packages l where l.undone_at is null
      group by l.company_id, l.package_id having count(*) > 1`,
  },
  {
    says: 'Every hand-over has a package, and those of an undone one are free, and no others',
    sql: `
      select h.company_id, format('hand-over #%s', h.company_handover_id) as what from handovers h
      where not exists (select from handover_packages l where l.company_id = h.company_id and l.handover_id = h.id)
         or exists (select from handover_packages l where l.company_id = h.company_id and l.handover_id = h.id
                    and (l.undone_at is null) <> (h.undone_at is null))`,
  },
]
