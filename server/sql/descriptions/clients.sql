-- The names in the copy of a company for the tables of its clients: announcements, vouchers and authorised pickers.

comment on table client_pickers is 'autorizados';
comment on column client_pickers.id is 'Id: Identificador del autorizado';
comment on column client_pickers.client_id is 'Id del cliente: En clientes.csv';
comment on column client_pickers.name is 'Nombre: Quién puede retirar';
comment on column client_pickers.cedula is 'Cédula: Número de cédula';
comment on column client_pickers.created_at is 'Creado: Cuándo se creó';
comment on column client_pickers.deleted_at is 'Eliminado: Vacío mientras existe';

comment on table prealerts is 'prealertas';
comment on column prealerts.id is 'Id: Identificador de la prealerta';
comment on column prealerts.client_id is 'Id del cliente: En clientes.csv';
comment on column prealerts.rival_id is 'Id del otro cliente: Que avisó después el mismo número, vacío sin él';
comment on column prealerts.tracking is 'Tracking: Número del transportista';
comment on column prealerts.store is 'Tienda: Dónde se compró';
comment on column prealerts.description is 'Descripción: Qué se compró';
comment on column prealerts.declared_value is 'Valor: En dólares';
comment on column prealerts.expected_on is 'Se espera: Qué día debe llegar a Miami';
comment on column prealerts.claim_note is 'Reclamo: Qué se reclamó, vacío sin reclamo';
comment on column prealerts.asked_at is 'Preguntado: Cuándo se le preguntó al cliente por última vez';
comment on column prealerts.file_id is 'Id de la factura: De la tienda, vacío sin ella';
comment on column prealerts.is_own is 'Del cliente: Si la avisó el cliente mismo';
comment on column prealerts.created_at is 'Creada: Cuándo se creó';
comment on column prealerts.updated_at is 'Cambiada: Cuándo cambió por última vez';
comment on column prealerts.cancelled_at is 'Anulada: Vacío mientras vale';

comment on table announced_pickups is 'avisos-de-visita';
comment on column announced_pickups.id is 'Id: Identificador del aviso';
comment on column announced_pickups.client_id is 'Id del cliente: En clientes.csv';
comment on column announced_pickups.casillero is 'Casillero: El del cliente';
comment on column announced_pickups.created_at is 'Avisó: Cuándo avisó que venía';
comment on column announced_pickups.counts_from is 'Cuenta desde: Cuándo avisó, o cuándo abrió la empresa después';
comment on column announced_pickups.expires_at is 'Vence: Cuatro horas de atención después';
comment on column announced_pickups.finished_at is 'Terminó: Cuándo retiró, o avisó que ya no venía';

comment on table vouchers is 'comprobantes';
comment on column vouchers.id is 'Id: Identificador del comprobante';
comment on column vouchers.client_id is 'Id del cliente: En clientes.csv';
comment on column vouchers.casillero is 'Casillero: El del cliente ese día';
comment on column vouchers.file_id is 'Id del archivo: La foto o el PDF que se recibió';
comment on column vouchers.source is 'Llegó por: page (Mi casillero) o conversation (WhatsApp)';
comment on column vouchers.amount is 'Monto: Lo que escribió el cliente';
comment on column vouchers.currency_id is 'Id de la moneda: En monedas.csv';
comment on column vouchers.reference is 'Referencia: Lo que escribió el cliente';
comment on column vouchers.state is 'Estado: pending (por verificar), accepted (registrado) o rejected (rechazado)';
comment on column vouchers.collection_id is 'Id del cobro: En cobros.csv; vacío sin registrar';
comment on column vouchers.repeat_reason is 'Motivo de registrar: Por qué se registró aunque estaba repetido';
comment on column vouchers.reject_reason is 'Motivo de rechazo: Lo que se le dijo al cliente';
comment on column vouchers.decided_by is 'Id de quien verificó: En usuarios.csv';
comment on column vouchers.decided_at is 'Verificado: Vacío mientras espera';
comment on column vouchers.created_at is 'Recibido: Cuándo llegó';

comment on table signups is 'solicitudes-de-alta';
comment on column signups.id is 'Id: Identificador de la solicitud';
comment on column signups.state is 'Estado: open (falta el mensaje), waiting (por aprobar), approved (aprobada), joined (ya era cliente), rejected (rechazada) o ended (anulada)';
comment on column signups.first_name is 'Nombre: Lo que escribió quien la pidió';
comment on column signups.last_names is 'Apellidos: Lo que escribió quien la pidió';
comment on column signups.email is 'Correo: Lo que escribió quien la pidió';
comment on column signups.city is 'Ciudad: Lo que escribió quien la pidió';
comment on column signups.phone is 'Teléfono: Con el código del país';
comment on column signups.phone_proven_at is 'Teléfono probado: Cuándo llegó el mensaje desde ese número; vacío si no llegó';
comment on column signups.alias is 'Número oculto: El nombre con que WhatsApp oculta el número';
comment on column signups.accepted_at is 'Términos aceptados: Cuándo; vacío si no se pidió';
comment on column signups.client_id is 'Id del cliente: El que resultó, en clientes.csv';
comment on column signups.reject_reason is 'Motivo de rechazo: Lo que se le dijo';
comment on column signups.decided_by is 'Id de quien decidió: En usuarios.csv';
comment on column signups.decided_at is 'Resuelta: Vacío mientras espera';
comment on column signups.created_at is 'Enviada: Cuándo se pidió';
