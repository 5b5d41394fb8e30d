-- The texts that a company starts with, which status tells which, and those for quick replies.

set local role casillero_definer;

create or replace function add_default_templates(for_company uuid) returns void
language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into templates (company_id, position, key, title, expires_after, default_content) values
    (for_company, 1, 'received', 'Paquete recibido en bodega', '48 hours',
     E'Hola {{nombre_corto}}, recibimos su paquete en la bodega de Miami.\n\nTracking: {{tracking}}\nContenido: {{contenido}}\nCasillero: *{{casillero_cliente}}*\nLlega {{fecha_estimada}}\nVéalo en Mi casillero: {{enlace_casillero}}\n\nLe avisaremos cuando salga hacia Nicaragua. Si no desea recibir avisos, responda BAJA.'),
    (for_company, 2, 'in_transit', 'Paquete en tránsito', '48 hours',
     E'Hola {{nombre_corto}}, su paquete va en camino a Nicaragua ({{metodo_envio}}).\n\nTracking: {{tracking}}\nLlega {{fecha_estimada}}'),
    (for_company, 3, 'customs', 'Paquete en aduana', '48 hours',
     E'Hola {{nombre_corto}}, su paquete está en aduana. Le avisaremos en cuanto pueda retirarlo.\n\nTracking: {{tracking}}\nLlega {{fecha_estimada}}'),
    (for_company, 4, 'ready', 'Paquete listo para retirar', '72 hours',
     E'Hola {{nombre_corto}}, su paquete está *listo para retirar*.\n\nTracking: {{tracking}}\nPeso: {{peso}}\nTotal: *{{precio_total}}*\nVéalo en Mi casillero: {{enlace_casillero}}\n\nLe esperamos.'),
    (for_company, 5, 'delivered', 'Paquete entregado', '24 hours',
     E'Hola {{nombre_corto}}, entregamos su paquete. ¡Gracias por su confianza!\n\nTracking: {{tracking}}'),
    (for_company, 6, 'shipping', 'Envío a domicilio', '48 hours',
     E'Hola {{nombre_corto}}, enviaremos su paquete a domicilio ({{tipo_envio_cliente}}).\n\nDirección: {{direccion_completa}}\nCosto del envío: {{precio_envio}}\nTracking: {{tracking}}'),
    (for_company, 7, 'correction', 'Corrección', '48 hours',
     E'Hola {{nombre_corto}}, le enviamos una *corrección* de los datos de su paquete.\n\nTracking: {{tracking}}\nPeso: {{peso}}\nTotal: *{{precio_total}}*\n\nDisculpe la molestia.'),
    (for_company, 8, 'invoice', 'Factura', '48 hours',
     E'Hola {{nombre_corto}}, esta es su *factura #{{numero_factura}}* por {{total}}.\n\nSaldo pendiente: *{{pendiente}}*\nPuede verla y descargarla aquí: {{enlace}}\nSu casillero: {{enlace_casillero}}\n\nGracias por su confianza.'),
    (for_company, 9, 'statement', 'Estado de cuenta', '48 hours',
     E'Hola {{nombre_corto}}, este es su *estado de cuenta* de hoy.\n\nDebe: *{{debe}}*\nSaldo a favor: {{a_favor}}\nFacturas por pagar: {{facturas_pendientes}}\n\nSi tiene alguna duda, con gusto le atendemos.'),
    (for_company, 10, 'reminder', 'Cobro', '48 hours',
     E'Hola {{nombre_corto}}, le saludamos de *{{nombre_empresa}}*.\n\nLe recordamos que tiene {{cantidad_facturas}} por pagar.\nSaldo pendiente: *{{debe}}*\n\nSi ya realizó su pago, por favor no tome en cuenta este mensaje. Gracias por su confianza.'),
    (for_company, 11, 'waiting', 'Recordatorio', '48 hours',
     E'Hola {{nombre_corto}}, le recordamos que tiene {{cantidad_paquetes}} *por retirar*.\n\nTracking: {{tracking}}\nPeso: {{peso}}\nTotal: *{{precio_total}}*\nDías de espera: {{dias_espera}}\n\nLe esperamos.'),
    (for_company, 12, 'dispatched', 'Encomienda enviada', '48 hours',
     E'Hola {{nombre_corto}}, enviamos su encomienda ({{cantidad_paquetes}}) con *{{transportista}}*.\n\nGuía: {{guia}}\nDirección: {{direccion_completa}}\nTracking: {{tracking}}\nRecibo: {{enlace_recibo}}'),
    (for_company, 13, 'access', 'Acceso', '30 minutes',
     E'Hola {{nombre_corto}}, este es el enlace para entrar a *su casillero {{casillero_cliente}}*:\n\n{{enlace}}\n\nSi lo tiene en la pantalla de inicio de su teléfono, escriba ahí este código: *{{codigo}}*\n\nSirve uno de los dos, una sola vez, por 30 minutos. Si no los pidió, no los use ni los comparta.'),
    (for_company, 14, 'prealert', 'Prealerta sin llegar', '48 hours',
     E'Hola {{nombre_corto}}, usted nos avisó de una compra que *todavía no ha llegado* a Miami.\n\nTracking: {{tracking}}\nTienda: {{tienda}}\nCompra: {{descripcion}}\nSe esperaba: {{fecha_esperada}}\n\n¿Nos confirma el número o nos cuenta qué le dice la tienda?'),
    (for_company, 15, 'voucher_accepted', 'Comprobante verificado', '48 hours',
     E'Hola {{nombre_corto}}, verificamos su comprobante y registramos su pago de *{{monto}}*. ¡Gracias!'),
    (for_company, 16, 'voucher_rejected', 'Comprobante rechazado', '48 hours',
     E'Hola {{nombre_corto}}, no pudimos registrar el comprobante que nos envió.\n\nMotivo: {{motivo}}\n\nEscríbanos y lo revisamos.'),
    (for_company, 17, 'prealert_received', 'Prealerta recibida', '48 hours',
     E'Hola {{nombre_corto}}, llegó a Miami la *compra que nos avisó*.\n\nTracking: {{tracking}}\nCompra: {{descripcion}}\nPeso: {{peso}}\nCasillero: *{{casillero_cliente}}*\nLlega {{fecha_estimada}}\n\nLe avisaremos cuando salga hacia Nicaragua. Si no desea recibir avisos, responda BAJA.'),
    (for_company, 18, 'voucher_received', 'Comprobante recibido', '48 hours',
     E'Hola {{nombre_corto}}, recibimos su *comprobante*.\nMonto: {{monto}}\n\nLo verificamos y le avisamos.'),
    (for_company, 19, 'welcome', 'Bienvenida', '48 hours',
     E'Hola {{nombre_corto}}, ya es cliente de *{{nombre_empresa}}*.\n\nPidió el alta: {{nombre_cliente}}\nSu casillero: *{{casillero_cliente}}*\nSu dirección en Miami, escríbala así al comprar:{{direccion}}\n\nEntre a Mi casillero: {{enlace}}\n\n¿No fue usted? Responda NO.'),
    (for_company, 20, 'phone_added', 'Teléfono agregado', '48 hours',
     E'Hola {{nombre_corto}}, agregamos el teléfono {{telefono_agregado}} a su casillero *{{casillero_cliente}}*. Quien lo tiene puede ver sus paquetes y lo que debe.\n\nSi usted no lo pidió, respóndanos por aquí.'),
    (for_company, 21, 'late', 'Atraso', '48 hours',
     E'Hola {{nombre_corto}}, su paquete viene *más tarde de lo que le dijimos*.\n\nTracking: {{tracking}}\nContenido: {{contenido}}\n\nLe damos seguimiento y le avisamos en cuanto esté listo. Disculpe la espera.');
  update statuses s set template_id = t.id
  from templates t
  where s.company_id = for_company and t.company_id = for_company and s.template_id is null
    and t.key = case s.order_position
      when 1 then 'received' when 2 then 'in_transit' when 3 then 'customs' when 4 then 'ready' when 5 then 'delivered' end;
  insert into quick_replies (company_id, order_position, name, short_word, content) values
    (for_company, 1, 'Saludo', 'saludo',
     E'¡Hola! Le saluda {{nombre_empresa}}. ¿En qué le podemos ayudar?'),
    (for_company, 2, 'Horario', 'horario',
     E'Nuestro horario de atención es:\n{{horario}}\n\nLe esperamos.'),
    (for_company, 3, 'Dirección en Miami', 'direccion',
     E'Esta es la dirección de su casillero en Miami:\n\n{{direccion}}\n\nPóngala igualita en la tienda, con su número de casillero, para que su paquete nos llegue a su nombre.'),
    (for_company, 4, 'Cuentas para pagar', 'cuentas',
     E'Puede hacer su transferencia a cualquiera de estas cuentas:\n{{cuentas}}\n\nCuando la haga, mándenos por aquí la foto del comprobante.'),
    (for_company, 5, 'Ya salió', 'ya-salio',
     E'Hola {{nombre_corto}}, su paquete ya salió de Miami y viene en camino a Nicaragua. Le avisamos en cuanto esté listo para retirar.'),
    (for_company, 6, 'Falta la factura', 'falta-factura',
     E'Hola {{nombre_corto}}, nos hace falta la factura de su compra para pasarla por aduana. ¿Nos la manda por aquí, en foto o PDF? Tiene que verse qué compró y cuánto le costó.'),
    (for_company, 7, 'Gracias', 'gracias',
     E'¡Con mucho gusto! Gracias por preferir {{nombre_empresa}}. Cualquier cosa, por aquí estamos a la orden.'),
    (for_company, 8, 'Un momento', 'un-momento',
     E'Deme un momento, por favor: lo reviso y ya le confirmo.');
end $$;
