/** The damages of consignments, as those of `damages`. */
export const consignmentDamages: [line: string, what: string, statements: string[]][] = [
  [
    'Consignments are numbered',
    'a missing number',
    ['update consignments set company_consignment_id = 9 where company_consignment_id = 1 and company_id = $1'],
  ],
  [
    'No package is in two consignments',
    'a package that was taken along twice',
    [
      'drop index consignment_packages_company_id_package_id_key',
      `insert into consignments (company_id, id, company_consignment_id, shipping_method, created_by)
       select company_id, '01890000-0000-7000-8000-00000000c0de', 2, shipping_method, created_by
       from consignments where company_id = $1`,
      "update company_counters set last_number = 2, live_count = 2 where kind = 'consignment' and company_id = $1",
      `insert into consignment_packages (company_id, consignment_id, package_id, company_package_id, added_by)
       select company_id, '01890000-0000-7000-8000-00000000c0de', package_id, company_package_id, added_by
       from consignment_packages where company_id = $1 limit 1`,
    ],
  ],
  [
    'A package in a consignment',
    'a package whose weight is free although its consignment is closed',
    ['update consignment_packages set is_weighed_for_good = false where company_id = $1'],
  ],
  [
    'A package in a consignment',
    'a consignment that goes by the other way',
    ["update consignments set shipping_method = 'maritimo' where company_id = $1"],
  ],
  [
    'Packages in consignments stand',
    'a package that stands under another number',
    ['update consignment_packages set company_package_id = company_package_id + 1 where company_id = $1'],
  ],
  [
    'Costs of consignments',
    'a cost that is a cent too high in dollars',
    ['update consignment_costs set usd_amount = usd_amount + 0.01 where price_per_pound is null and company_id = $1'],
  ],
  [
    'Costs of consignments',
    'a carrier who is paid for other pounds',
    ['update consignments set billed_weight = billed_weight + 1 where company_id = $1'],
  ],
  [
    'A line of a carrier’s bill',
    'a line for a package that never was in the consignment',
    [
      "update consignments set bill_name = 'factura.xlsx' where company_id = $1",
      `insert into consignment_bill_lines (company_id, consignment_id, position, code, weight, package_id, is_repeated)
       select g.company_id, g.id, 1, 'TBA1', 1, p.id, false from consignments g join packages p on p.company_id = g.company_id
       where g.company_id = $1 and not exists (select from consignment_packages l where l.package_id = p.id) limit 1`,
    ],
  ],
]
