-- The store's invoice of a purchase that was announced, its own text when it arrives, and pre-alerts from files.
alter table prealerts
  add column file_id uuid,
  add constraint prealerts_company_id_file_id_fkey
    foreign key (company_id, file_id) references received_files(company_id, id) on delete restrict;
create index prealerts_company_id_file_id_idx on prealerts (company_id, file_id);

alter table companies
  add column has_prealert_notice boolean not null default false;

alter table imports
  drop constraint imports_kind_check,
  add constraint imports_kind_check check (kind in ('clients', 'packages', 'statuses', 'tariffs', 'charges', 'prealerts'));
alter table import_layouts
  drop constraint import_layouts_kind_check,
  add constraint import_layouts_kind_check check (kind in ('clients', 'packages', 'statuses', 'tariffs', 'charges', 'prealerts'));

-- The text of companies of before; a new company gets it with its others. It is no change of a user, so the log has none.
select set_config('app.audit', 'off', true);
insert into templates (company_id, position, key, title, expires_after, default_content)
select c.id, 17, 'prealert_received', 'Prealerta recibida', '48 hours',
  E'Hola {{nombre_cliente}}, llegó a Miami la *compra que nos avisó*.\n\nTracking: {{tracking}}\nCompra: {{descripcion}}\nPeso: {{peso}}\nCasillero: *{{casillero_cliente}}*\n\nLe avisaremos cuando salga hacia Nicaragua. Si no desea recibir avisos, responda BAJA.'
from companies c
on conflict (company_id, key) do nothing;
select set_config('app.audit', '', true);
