import type { Check } from './check.ts'

/** Plain division would round once before this rounds half up. */
const dollars = '(div(2 * 100 * k.amount + k.rate_compra, 2 * k.rate_compra) / 100)::numeric(14, 2)'

export const consignments: Check[] = [
  {
    says: 'No package is in two consignments',
    sql: `
      select l.company_id, format('package %s is in %s', l.package_id, count(*)) as what
      from consignment_packages l where l.removed_at is null
      group by l.company_id, l.package_id having count(*) > 1`,
  },
  {
    says: 'A package in a consignment is not deleted, travels by its method, and was seen only after it was sent',
    sql: `
      select l.company_id, format('package #%s in consignment #%s', p.company_package_id, g.company_consignment_id) as what
      from consignment_packages l
      join consignments g on g.company_id = l.company_id and g.id = l.consignment_id
      join packages p on p.company_id = l.company_id and p.id = l.package_id
      where l.removed_at is null
        and (p.deleted_at is not null or p.shipping_method <> g.shipping_method or g.deleted_at is not null
             or g.state = 'open' and l.seen_at is not null
             or l.is_weighed_for_good is distinct from (g.state = 'closed' and l.seen_at is not null))`,
  },
  {
    says: 'Packages in consignments stand there under their own numbers',
    sql: `
      select l.company_id, format('package #%s is #%s in a consignment', p.company_package_id, l.company_package_id) as what
      from consignment_packages l join packages p on p.company_id = l.company_id and p.id = l.package_id
      where l.company_package_id <> p.company_package_id`,
  },
  {
    says: 'Costs of consignments follow from their pounds and rates',
    sql: `
      select k.company_id, format('consignment #%s, line %s: %s %s at %s is US$ %s', g.company_consignment_id, k.position,
                                  k.currency_code, k.amount, k.rate_compra, k.usd_amount) as what
      from consignment_costs k join consignments g on g.company_id = k.company_id and g.id = k.consignment_id
      where k.removed_at is null
        and (k.usd_amount <> ${dollars}
             or k.price_per_pound is not null and k.amount is distinct from round(g.billed_weight * k.price_per_pound, 2))`,
  },
  {
    says: 'A line of a carrier’s bill names a package of its consignment, or none',
    sql: `
      select b.company_id, format('consignment #%s, line %s: %s', g.company_consignment_id, b.position, b.code) as what
      from consignment_bill_lines b join consignments g on g.company_id = b.company_id and g.id = b.consignment_id
      where b.removed_at is null
        and (g.bill_name is null
             or b.package_id is not null and not exists (
               select from consignment_packages l where l.company_id = b.company_id and l.consignment_id = b.consignment_id
                 and l.package_id = b.package_id))`,
  },
]
