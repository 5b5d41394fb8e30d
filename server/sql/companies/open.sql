-- A company with all that it starts with, in one step.

set local role casillero_definer;

create or replace function open_company(new_name text, new_subdomain text, as_operator boolean)
returns uuid
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  opened uuid;
begin
  insert into companies as c (name, subdomain, is_operator) values (new_name, new_subdomain, as_operator)
  returning c.id into opened;
  -- One entry in the log says it all; what a company starts with needs none.
  perform set_config('app.audit', 'off', true);
  insert into company_counters (company_id, kind)
  values (opened, 'client'), (opened, 'package'), (opened, 'invoice'), (opened, 'cash_session'), (opened, 'handover'),
    (opened, 'collection'), (opened, 'consignment'), (opened, 'dispatch');
  insert into statuses (company_id, order_position, name, is_final_status, role) values
    (opened, 1, 'Recibido en bodega US', false, 'warehouse_us'),
    (opened, 2, 'En tránsito', false, null),
    (opened, 3, 'En aduana', false, null),
    (opened, 4, 'Listo para retirar', false, 'ready'),
    (opened, 5, 'Entregado', true, null);
  insert into currencies (company_id, code, name, symbol, rate_compra, rate_venta, is_default, cash_step, search_text) values
    (opened, 'USD', 'Dólar estadounidense', 'US$', 1, 1, true, 1, '|usd|dolar estadounidense|us$|'),
    (opened, 'NIO', 'Córdoba', 'C$', 36.80, 36.40, false, 1, '|nio|cordoba|c$|');
  insert into shipping_methods (company_id, name, is_default) values (opened, 'Entrega a domicilio', true);
  insert into cash_drawers (company_id, name) values (opened, 'Caja principal');
  perform add_default_templates(opened);
  perform set_config('app.audit', '', true);
  return opened;
end $$;

grant execute on function open_company to session_user;
