/** Every refusal the server can give: its status and its sentence for people. `{x}` is filled from the error's values. */
export const errorTable = {
  invalid: { status: 400, message: 'Revise los datos marcados' },
  malformed: { status: 400, message: 'No se pudo leer la solicitud' },
  tariff_type_mismatch: { status: 400, message: 'La tarifa no corresponde al método de envío' },
  tariff_not_available: { status: 400, message: 'La tarifa está inactiva o fuera de su vigencia' },
  reference_not_found: { status: 400, message: 'El registro elegido ya no existe' },
  package_not_priced: { status: 400, message: 'El paquete #{number} no tiene peso o tarifa' },
  package_not_ready: { status: 400, message: 'El paquete #{number} no está en "Listo para retirar"' },
  package_of_other_client: { status: 400, message: 'El paquete #{number} no es de este cliente' },
  package_repeated: { status: 400, message: 'El paquete #{number} está repetido en la factura' },
  shipping_method_inactive: { status: 400, message: 'El método de envío está inactivo' },
  amount_too_large: { status: 400, message: 'El total supera el máximo permitido' },
  logo_not_usable: { status: 400, message: 'El logo debe ser una imagen PNG, JPEG o WebP de hasta 2 MB' },
  subdomain_reserved: { status: 400, message: 'Este subdominio está reservado' },
  wrong_password: { status: 400, message: 'La contraseña actual no es correcta' },
  password_published: { status: 400, message: 'Esta contraseña es la de la demostración y es pública; elija otra' },
  unauthorized: { status: 401, message: 'Su sesión terminó; inicie sesión de nuevo' },
  invalid_credentials: { status: 401, message: 'Credenciales inválidas' },
  forbidden: { status: 403, message: 'No tiene permiso para realizar esta acción' },
  not_found: { status: 404, message: 'No se encontró el registro solicitado' },
  company_not_found: { status: 404, message: 'Company not found' },
  method_not_allowed: { status: 405, message: 'Método no permitido' },
  stale: { status: 409, message: 'Otra persona cambió este registro; vuelva a cargarlo' },
  duplicate: { status: 409, message: 'Ya existe un registro con este valor' },
  in_use: { status: 409, message: 'No se puede eliminar: está en uso' },
  client_in_use: { status: 409, message: 'No se puede eliminar: el cliente tiene paquetes o facturas' },
  tariff_in_use: { status: 409, message: 'No se puede eliminar: la tarifa está en uso' },
  tariff_is_default: { status: 409, message: 'No se puede eliminar: es la tarifa por defecto' },
  tariff_type_in_use: { status: 409, message: 'No se puede cambiar el tipo: la tarifa está en uso' },
  default_tariff_inactive: { status: 409, message: 'La tarifa por defecto debe estar activa' },
  default_tariff_expired: { status: 409, message: 'La tarifa por defecto no puede estar vencida' },
  last_admin: { status: 409, message: 'La empresa debe conservar al menos un administrador activo' },
  own_account: { status: 409, message: 'No puede eliminar, desactivar ni cambiar el tipo de su propio usuario' },
  own_company_status: { status: 409, message: 'No puede cambiar el estado de su propia empresa' },
  currency_in_use: { status: 409, message: 'No se puede eliminar: la moneda está en uso' },
  currency_is_default: { status: 409, message: 'No se puede eliminar la moneda predeterminada' },
  currency_is_base: {
    status: 409,
    message: 'El dólar es la moneda base: no cambian su código ni sus tasas, y no se puede eliminar',
  },
  default_currency_required: { status: 409, message: 'Siempre hay una moneda predeterminada: elija otra en su lugar' },
  shipping_method_in_use: {
    status: 409,
    message: 'No se puede eliminar: el método de envío está en uso; puede desactivarlo',
  },
  shipping_method_is_default: {
    status: 409,
    message: 'El método predeterminado no se puede desactivar ni eliminar; elija otro antes',
  },
  default_shipping_method_inactive: { status: 409, message: 'El método predeterminado debe estar activo' },
  default_shipping_method_required: {
    status: 409,
    message: 'Siempre hay un método predeterminado: elija otro en su lugar',
  },
  status_in_use: { status: 409, message: 'No se puede eliminar: hay paquetes en este estado' },
  status_has_role: { status: 409, message: 'No se puede eliminar: el estado tiene una función; désela antes a otro' },
  final_status_required: { status: 409, message: 'Siempre hay un estado final: elija otro en su lugar' },
  message_not_resendable: { status: 409, message: 'Este mensaje no se puede reenviar en su estado actual' },
  message_not_waiting: { status: 409, message: 'Este mensaje ya no espera: salió o se canceló' },
  message_is_no_news: {
    status: 409,
    message: 'El aviso ya no corresponde: el paquete cambió de estado o de cliente, o se eliminó',
  },
  correction_not_due: {
    status: 409,
    message: 'No hay nada que corregir: el cliente ya lo sabe, o el aviso que espera saldrá con los datos de ahora',
  },
  client_wants_no_messages: { status: 409, message: 'El cliente pidió no recibir mensajes' },
  whatsapp_not_configured: { status: 409, message: 'La mensajería no está configurada en esta instalación' },
  package_changed: { status: 409, message: 'El paquete cambió; vuelva a cargarlo' },
  package_changed_in_invoice: { status: 409, message: 'El paquete #{number} cambió; vuelva a cargar la lista' },
  package_invoiced: { status: 409, message: 'El paquete #{number} ya está facturado en la factura #{invoice}' },
  undo_too_late: { status: 409, message: 'Ya no se puede deshacer: los avisos están saliendo' },
  undo_of_changed: { status: 409, message: 'No se puede deshacer: el paquete #{number} cambió después' },
  amounts_changed: { status: 409, message: 'Los montos cambiaron; revise el total' },
  invoice_not_pending: { status: 409, message: 'La factura #{number} ya no está pendiente' },
  invoice_already_voided: { status: 409, message: 'La factura #{number} ya está anulada' },
  too_large: { status: 413, message: 'La solicitud es demasiado grande' },
  unsupported_type: { status: 415, message: 'Tipo de contenido no admitido' },
  key_reused: { status: 422, message: 'Esta solicitud ya se procesó con otros datos' },
  client_already_created: { status: 422, message: 'Este cliente ya se creó: {number}' },
  package_already_created: { status: 422, message: 'Este paquete ya se creó: #{number}' },
  invoice_already_created: { status: 422, message: 'Esta factura ya se creó: #{number}' },
  payment_already_registered: { status: 422, message: 'Este pago ya se registró en la factura #{number}' },
  too_many_tries: { status: 429, message: 'Demasiados intentos; espere un momento e intente de nuevo' },
  internal: { status: 500, message: 'Ocurrió un error inesperado' },
  unavailable: { status: 503, message: 'El servicio no está disponible; intente de nuevo en un momento' },
} as const

export type ErrorCode = keyof typeof errorTable

export type Failure = {
  success: false
  code: ErrorCode
  message: string
  error: string
  fields?: Record<string, string>
  details?: Record<string, string>
}
