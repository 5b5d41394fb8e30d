-- Charges beside the freight, as the file of a company's data explains them.

comment on table invoice_charges is 'cargos-de-facturas';
comment on column invoice_charges.id is 'Id: Identificador del cargo de la factura';
comment on column invoice_charges.invoice_id is 'Id de la factura: En facturas.csv';
comment on column invoice_charges.position is 'Lugar: Su lugar en la factura';
comment on column invoice_charges.charge_id is 'Id del cargo: En cargos.csv';
comment on column invoice_charges.package_id is 'Id del paquete: En paquetes.csv; vacío si es de la factura';
comment on column invoice_charges.name is 'Cargo: Como se llamaba';
comment on column invoice_charges.kind is 'Se cobra: per_package, per_pound, percent_of_value, per_invoice, free o advance';
comment on column invoice_charges.percentage is 'Por ciento: Del valor declarado';
comment on column invoice_charges.declared_value is 'Valor declarado: En dólares, ese día';
comment on column invoice_charges.quantity is 'Cantidad: Cuántas unidades se cobran';
comment on column invoice_charges.unit_price is 'Precio: De cada una, en su moneda';
comment on column invoice_charges.currency_id is 'Id de la moneda: En monedas.csv; vacío si el precio es del cargo, en dólares';
comment on column invoice_charges.currency_code is 'Moneda: Código de la moneda';
comment on column invoice_charges.currency_symbol is 'Símbolo: Como era ese día';
comment on column invoice_charges.rate_compra is 'Tasa de compra: Por 1 dólar, ese día';
comment on column invoice_charges.rate_venta is 'Tasa de venta: Por 1 dólar, ese día';
comment on column invoice_charges.total is 'Total: En la moneda de la factura';
comment on column invoice_charges.is_waived is 'Quitado: Si no se cobró';
comment on column invoice_charges.waiver_reason is 'Motivo: Por qué se quitó';

comment on table charges is 'cargos';
comment on column charges.id is 'Id: Identificador del cargo';
comment on column charges.name is 'Nombre: Como lo lee el cliente';
comment on column charges.charge_kind is 'Se cobra: per_package, per_pound, percent_of_value, per_invoice, free o advance';
comment on column charges.price is 'Precio: En dólares, o por ciento del valor declarado; vacío si se escribe';
comment on column charges.minimum is 'Mínimo: En dólares';
comment on column charges.is_per_hundred is 'Por cada US$100: Si cuenta cada US$100 o fracción';
comment on column charges.is_automatic is 'Solo: Si se aplica solo';
comment on column charges.shipping_method is 'Método: maritimo o aereo; vacío para los dos';
comment on column charges.tariff_ids is 'Tarifas: Ids en tarifas.csv; vacío para todas';
comment on column charges.value_from is 'Valor desde: Valor declarado en dólares desde el que se aplica';
comment on column charges.asks_reason is 'Pide motivo: Si al quitarlo se escribe por qué';
comment on column charges.is_active is 'Activo: Si se puede elegir';
comment on column charges.deleted_at is 'Eliminado: Vacío mientras existe';

comment on table package_charges is 'cargos-de-paquetes';
comment on column package_charges.id is 'Id: Identificador del cargo del paquete';
comment on column package_charges.package_id is 'Id del paquete: En paquetes.csv';
comment on column package_charges.company_package_id is 'Paquete: Número del paquete';
comment on column package_charges.charge_id is 'Id del cargo: En cargos.csv';
comment on column package_charges.amount is 'Monto: En su moneda; vacío si lo dice el cargo';
comment on column package_charges.currency_id is 'Id de la moneda: En monedas.csv';
comment on column package_charges.created_by is 'Id de quien lo puso: En usuarios.csv';
comment on column package_charges.created_at is 'Puesto: Cuándo se puso';
comment on column package_charges.deleted_at is 'Quitado: Vacío mientras espera';
