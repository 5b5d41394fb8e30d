-- What the copy of a company says of its tables: the name of the file, then head and meaning of each column.

comment on table client_credits is 'saldos-a-favor';
comment on column client_credits.id is 'Id: Identificador del movimiento';
comment on column client_credits.client_id is 'Id del cliente: En clientes.csv';
comment on column client_credits.kind is 'Tipo: overpayment, use, void, reversal o adjustment';
comment on column client_credits.currency_id is 'Id de la moneda: En monedas.csv';
comment on column client_credits.currency_code is 'Moneda: Código de la moneda';
comment on column client_credits.currency_name is 'Nombre de la moneda: Como era ese día';
comment on column client_credits.currency_symbol is 'Símbolo: Como era ese día';
comment on column client_credits.amount is 'Monto: Negativo si se usó';
comment on column client_credits.invoice_id is 'Id de la factura: En facturas.csv';
comment on column client_credits.collection_id is 'Id del cobro: En cobros.csv';
comment on column client_credits.reason is 'Motivo: Motivo';
comment on column client_credits.created_by is 'Id de quien lo hizo: En usuarios.csv';
comment on column client_credits.created_at is 'Fecha: Cuándo se hizo';

comment on table cash_drawers is 'cajas';
comment on column cash_drawers.id is 'Id: Identificador de la caja';
comment on column cash_drawers.name is 'Nombre: Nombre de la caja';
comment on column cash_drawers.is_active is 'En uso: Si se usa';
comment on column cash_drawers.created_at is 'Creada: Cuándo se creó';

comment on table cash_sessions is 'turnos-de-caja';
comment on column cash_sessions.id is 'Id: Identificador del turno';
comment on column cash_sessions.counted_at is 'Contado: Cuándo se contó por última vez sin cerrar';
comment on column cash_sessions.company_session_id is 'Turno: Número del turno';
comment on column cash_sessions.drawer_id is 'Id de la caja: En cajas.csv';
comment on column cash_sessions.opened_by is 'Id de quien abrió: En usuarios.csv';
comment on column cash_sessions.opened_at is 'Abierto: Cuándo se abrió';
comment on column cash_sessions.closed_by is 'Id de quien cerró: En usuarios.csv';
comment on column cash_sessions.closed_at is 'Cerrado: Vacío si está abierto';
comment on column cash_sessions.closing_note is 'Nota de cierre: Nota';

comment on table cash_session_balances is 'saldos-de-turnos';
comment on column cash_session_balances.session_id is 'Id del turno: En turnos-de-caja.csv';
comment on column cash_session_balances.currency_id is 'Id de la moneda: En monedas.csv';
comment on column cash_session_balances.currency_code is 'Moneda: Código de la moneda';
comment on column cash_session_balances.currency_name is 'Nombre de la moneda: Como era ese día';
comment on column cash_session_balances.currency_symbol is 'Símbolo: Como era ese día';
comment on column cash_session_balances.opening is 'Fondo: Con qué empezó';
comment on column cash_session_balances.cash is 'Efectivo cobrado: Vacío hasta el cierre';
comment on column cash_session_balances.change is 'Vuelto: Vacío hasta el cierre';
comment on column cash_session_balances.rounding is 'Redondeo: Vacío hasta el cierre';
comment on column cash_session_balances.put_in is 'Entradas: Vacío hasta el cierre';
comment on column cash_session_balances.taken_out is 'Salidas: Vacío hasta el cierre';
comment on column cash_session_balances.expected is 'Esperado: Vacío hasta el cierre';
comment on column cash_session_balances.counted is 'Contado: Vacío hasta el cierre';
comment on column cash_session_balances.difference is 'Diferencia: Vacío hasta el cierre';

comment on table cash_counts is 'conteos-de-caja';
comment on column cash_counts.session_id is 'Id del turno: En turnos-de-caja.csv';
comment on column cash_counts.attempt is 'Conteo: Primero, segundo…';
comment on column cash_counts.currency_id is 'Id de la moneda: En monedas.csv';
comment on column cash_counts.amount is 'Contado: En su moneda';
comment on column cash_counts.counted_by is 'Id de quien contó: En usuarios.csv';
comment on column cash_counts.counted_at is 'Fecha: Cuándo se contó';

comment on table cash_movements is 'movimientos-de-caja';
comment on column cash_movements.id is 'Id: Identificador del movimiento';
comment on column cash_movements.session_id is 'Id del turno: En turnos-de-caja.csv';
comment on column cash_movements.direction is 'Sentido: in (entrada) u out (salida)';
comment on column cash_movements.currency_id is 'Id de la moneda: En monedas.csv';
comment on column cash_movements.currency_code is 'Moneda: Código de la moneda';
comment on column cash_movements.currency_name is 'Nombre de la moneda: Como era ese día';
comment on column cash_movements.currency_symbol is 'Símbolo: Como era ese día';
comment on column cash_movements.amount is 'Monto: En su moneda';
comment on column cash_movements.reason is 'Motivo: Motivo';
comment on column cash_movements.counterpart_id is 'Id del otro movimiento: Cuando pasó de una caja a otra';
comment on column cash_movements.created_by is 'Id de quien lo hizo: En usuarios.csv';
comment on column cash_movements.created_at is 'Fecha: Cuándo se hizo';

comment on table handover_packages is 'paquetes-de-entregas';
comment on column handover_packages.handover_id is 'Id de la entrega: En entregas.csv';
comment on column handover_packages.position is 'Lugar: Su lugar en la entrega';
comment on column handover_packages.package_id is 'Id del paquete: En paquetes.csv';
comment on column handover_packages.company_package_id is 'Paquete: Número del paquete';
comment on column handover_packages.tracking is 'Tracking: Como era ese día';
comment on column handover_packages.description is 'Descripción: Como era ese día';
comment on column handover_packages.shipping_method is 'Método: maritimo o aereo';
comment on column handover_packages.weight is 'Peso: En libras';
comment on column handover_packages.invoice_id is 'Id de la factura: En facturas.csv';
comment on column handover_packages.previous_status_id is 'Id del estado anterior: En estados.csv';
comment on column handover_packages.undone_at is 'Deshecha: Vacío si vale';

comment on table handover_signatures is 'firmas-de-entregas';
comment on column handover_signatures.handover_id is 'Id de la entrega: En entregas.csv';
comment on column handover_signatures.content is 'Firma: La imagen PNG, en base64';
