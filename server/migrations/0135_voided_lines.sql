-- A line keeps the tariff and the method of its package from its voiding on, when the package may take others: reports of the days before
-- go on naming what was sold. Until then the package holds still.
alter table invoice_items
  add tariff_id uuid,
  add shipping_method text,
  add constraint invoice_items_company_id_tariff_id_fkey
    foreign key (company_id, tariff_id) references tariffs(company_id, id) on delete restrict;
create index invoice_items_company_id_tariff_id_idx on invoice_items (company_id, tariff_id) where tariff_id is not null;

alter table invoice_items disable trigger user;
update invoice_items i set tariff_id = p.tariff_id, shipping_method = p.shipping_method
from packages p where p.company_id = i.company_id and p.id = i.package_id and i.voided_at is not null;
alter table invoice_items enable trigger user;
