/** The parts of the product's package that lie in rows of other tables: its history, its invoice, its shipment and its twin. */
export const packageParts = `
  coalesce((select '[' || string_agg(h.entry, ',' order by h.created_at, h.id) || ']'
    from package_status_changes h where h.company_id = p.company_id and h.package_id = p.id), '[]') as history,
  coalesce((select json_agg(json_build_object('id', i.id, 'invoice', json_build_object('id', v.id, 'companyInvoiceId', v.company_invoice_id)))
    from invoice_items i join invoices v on v.company_id = i.company_id and v.id = i.invoice_id
    where i.company_id = p.company_id and i.package_id = p.id and i.voided_at is null), '[]'::json) as invoice_items,
  (select json_build_object('id', g.id, 'companyShipmentId', g.company_consignment_id)
    from consignment_packages l join consignments g on g.company_id = l.company_id and g.id = l.consignment_id
    where l.company_id = p.company_id and l.package_id = p.id and l.removed_at is null) as shipment,
  exists (select from packages o where o.company_id = p.company_id and o.tracking = p.tracking and o.id <> p.id
    and o.deleted_at is null offset 0) as shares_tracking`
