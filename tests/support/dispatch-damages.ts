/** The damages of dispatches, as those of `damages`. */
export const dispatchDamages: [line: string, what: string, statements: string[]][] = [
  [
    'Dispatches are numbered',
    'a missing number',
    ['update dispatches set company_dispatch_id = 9 where company_dispatch_id = 1 and company_id = $1'],
  ],
  [
    'A shipment is sent exactly',
    'a sent shipment that is to be sent again',
    ["update invoice_shipments set status = 'paid' where status = 'shipped' and company_id = $1"],
  ],
  [
    'Every dispatch has a shipment',
    'an empty one',
    [
      'delete from dispatch_shipments where company_id = $1',
      "update invoice_shipments set status = 'paid', date_shipped = null where status = 'shipped' and company_id = $1",
    ],
  ],
]
