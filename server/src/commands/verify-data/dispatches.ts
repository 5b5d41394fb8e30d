import type { Check } from './check.ts'

/** docs/product/dispatches.md, "Dispatching". */
export const dispatches: Check[] = [
  {
    says: 'A shipment is sent exactly while a dispatch has it, and no dispatch that was undone',
    sql: `
      select s.company_id, format('the shipment of invoice #%s is %s', v.company_invoice_id, s.status) as what
      from invoice_shipments s
      join invoices v on v.company_id = s.company_id and v.id = s.invoice_id
      left join dispatch_shipments l on l.company_id = s.company_id and l.shipment_id = s.id and l.undone_at is null
      left join dispatches d on d.company_id = l.company_id and d.id = l.dispatch_id
      where (s.status = 'shipped') <> (l.id is not null) or (s.status = 'shipped') <> (s.date_shipped is not null)
         or d.undone_at is not null or l.id is not null and v.voided_at is not null`,
  },
  {
    says: 'Every dispatch has a shipment, a live one if it is not undone',
    sql: `
      select d.company_id, format('dispatch #%s', d.company_dispatch_id) as what from dispatches d
      where not exists (select from dispatch_shipments l where l.company_id = d.company_id and l.dispatch_id = d.id
                        and (l.undone_at is null) = (d.undone_at is null))`,
  },
]
