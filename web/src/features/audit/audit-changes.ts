import type { AuditEntry } from '@casillero/shared/contract/audit'
import { chargeKindNames } from '@casillero/shared/domain/charge-text'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { unitNouns } from '@casillero/shared/domain/price-units'
import {
  accounts,
  amount,
  converted,
  criteria,
  date,
  dateTime,
  device,
  dollars,
  events,
  type Fields,
  type Format,
  hours,
  list,
  type Names,
  name,
  percent,
  permissions,
  perPound,
  phone,
  plain,
  query,
  rate,
  type Symbols,
  state,
  text,
  unsaid,
  weight,
  word,
  yesNo,
} from './audit-formats.ts'

const unit: Format = (value) => Object(unitNouns)[String(value)] ?? String(value)
const tiers: Format = (value) =>
  [value]
    .flat()
    .map((tier) => `desde ${Object(tier).from}: ${formatMoney(Number(Object(tier).price))}`)
    .join(', ')
const rules: Format = (value, ...rest) => unit(Object(value).unit, ...rest)

const priceFields: Fields = [
  ['unit', 'Se cobra por', unit],
  ['minimum_pounds', 'Mínimo', weight],
  ['round_up_to', 'Redondeo hacia arriba', plain],
  ['rounding_grace', 'Se perdona hasta', plain],
  ['volumetric_divisor', 'Pulgadas³ por libra', text],
  ['tiers', 'Tramos', tiers],
  ['length', 'Largo en pulgadas', text],
  ['width', 'Ancho en pulgadas', text],
  ['height', 'Alto en pulgadas', text],
  ['declared_value', 'Valor declarado', dollars],
  ['price_rules', 'Reglas de cobro, por', rules],
  ['charged_quantity', 'Cantidad cobrada', plain],
  ['charged_price', 'Precio cobrado', dollars],
]

const charge: Format = (value) => Object(chargeKindNames)[String(value)] ?? String(value)
const names: Format = (value, known) =>
  [value]
    .flat()
    .map((id) => known.get(String(id)) ?? '')
    .filter(Boolean)
    .join(', ')

const chargeFields: Fields = [
  ['charge_id', 'Cargo', names],
  ['charge_kind', 'Se cobra', charge],
  ['price', 'Precio', plain],
  ['minimum', 'Mínimo', dollars],
  ['is_per_hundred', 'Por cada US$100 o fracción', yesNo],
  ['is_automatic', 'Se aplica solo', yesNo],
  ['tariff_ids', 'Tarifas', names],
  ['value_from', 'Valor declarado desde', dollars],
  ['asks_reason', 'Pide motivo al quitarlo', yesNo],
  ['free_days', 'Días gratis', plain],
  ['is_per_pound', 'Por libra', yesNo],
  ['maximum', 'Máximo', dollars],
  ['notice_days', 'Avisa días antes', plain],
  ['charges_total', 'Cargos', amount],
  ['advances_total', 'Adelantos', amount],
]

const fields: Fields = [
  ['name', 'Nombre', text],
  ['title', 'Título', text],
  ['file_name', 'Archivo', text],
  ['kind', 'Importa', word],
  ['criteria', 'Filtros', criteria],
  ['format', 'Formato', word],
  ['outcome', 'Terminó', word],
  ['row_count', 'Filas', text],
  ['all_or_nothing', 'Todo o nada', yesNo],
  ['notify', 'Avisa a los clientes', yesNo],
  ['new_rows', 'Nuevos', text],
  ['updated_rows', 'Actualizados', text],
  ['refused_rows', 'Rechazados', text],
  ['failure', 'Por qué', text],
  ['is_undo', 'Se deshace', yesNo],
  ['undone_rows', 'Vuelven atrás', text],
  ['kept_rows', 'Se quedan', text],
  ['is_on', 'Encendida', yesNo],
  ['words', 'Palabras', list],
  ['short_word', 'Palabra corta', text],
  ['content', 'Texto', text],
  ['custom_content', 'Texto propio', text],
  ['credit_limit', 'Crédito', dollars],
  ['messages_allowed', 'Acepta mensajes', yesNo],
  ['state', 'Estado', state],
  ['wanted', 'Pedido', word],
  ['held_at', 'Retenido desde', dateTime],
  ['first_name', 'Nombre', text],
  ['middle_name', 'Segundo nombre', text],
  ['last_name', 'Apellido', text],
  ['last_names', 'Apellidos', text],
  ['code', 'Código', text],
  ['symbol', 'Símbolo', text],
  ['subdomain', 'Subdominio', text],
  ['casillero', 'Casillero', text],
  ['merged_into', 'Se unió a', text],
  ['merged_from', 'Se le unió', text],
  ['moved_packages', 'Paquetes que pasaron', text],
  ['moved_invoices', 'Facturas que pasaron', text],
  ['client_casillero', 'Casillero', text],
  ['client_first_name', 'Nombre del cliente', text],
  ['client_middle_name', 'Segundo nombre del cliente', text],
  ['client_last_names', 'Apellidos del cliente', text],
  ['client_id', 'Cliente', unsaid],
  ['rival_id', 'Otro cliente que lo avisó', unsaid],
  ['type', 'Tipo', word],
  ['status', 'Estado', word],
  ['status_id', 'Estado', name],
  ['role', 'Función', word],
  ['order_position', 'Orden', text],
  ['is_final_status', 'Estado final', yesNo],
  ['is_default', 'Por defecto', yesNo],
  ['list', 'Lista', list],
  ['query', 'Filtros', query],
  ['is_shared', 'Para todos', yesNo],
  ['is_active', 'Activo', yesNo],
  ['ruc', 'RUC', text],
  ['cedula', 'Cédula', text],
  ['sees_money_reports', 'Ver reportes de dinero', yesNo],
  ['denials', 'Permisos quitados', permissions],
  ['discount_limit', 'Descuento más alto', percent],
  ['received_by_name', 'Quien retira', text],
  ['received_by_cedula', 'Cédula de quien retira', text],
  ['note', 'Nota', text],
  ['guide', 'Guía', text],
  ['carrier', 'Agente o transportista', text],
  ['sent_on', 'Fecha de envío', date],
  ['receipt_set_at', 'Foto del recibo', dateTime],
  ['cost', 'Costo', plain],
  ['departs_on', 'Sale', date],
  ['expected_on', 'Se espera', date],
  ['arrived_on', 'Llegó', date],
  ['planned_status_id', 'Estado elegido para enviar', name],
  ['sent_status_id', 'Al enviar pasan a', name],
  ['sent_at', 'Enviado', dateTime],
  ['received_status_id', 'Al llegar pasan a', name],
  ['received_at', 'Recibido', dateTime],
  ['bill_name', 'Archivo de la factura del agente', text],
  ['billed_weight', 'Libras que cobra el agente', weight],
  ['deed', 'Cambio', word],
  ['packages', 'Paquetes', text],
  ['result', 'Resultado', word],
  ['concept', 'Concepto', text],
  ['usd_amount', 'Monto en US$', dollars],
  ['reopened_at', 'Reabierto', dateTime],
  ['reopen_reason', 'Motivo por el que se reabrió', text],
  ['undo_reason', 'Motivo por el que se deshizo', text],
  ['undone_at', 'Deshecha el', dateTime],
  ['email', 'Correo electrónico', text],
  ['phone', 'Teléfono', phone],
  ['second_phone', 'Segundo teléfono', phone],
  ['second_phone_proven_at', 'Segundo teléfono confirmado', dateTime],
  ['is_client_chosen', 'Cliente elegido', yesNo],
  ['password', 'Contraseña', text],
  ['client_phone', 'Teléfono del cliente', phone],
  ['address', 'Dirección', text],
  ['ip_address', 'Dirección IP', text],
  ['user_agent', 'Dispositivo', device],
  ['city', 'Ciudad', text],
  ['department', 'Departamento', text],
  ['logo_url', 'Logo', unsaid],
  ['casillero_prefix', 'Prefijo del casillero', text],
  ['default_tariff_maritimo_id', 'Tarifa marítima', name],
  ['default_tariff_aereo_id', 'Tarifa aérea', name],
  ['shipping_method', 'Método de envío', word],
  ['tariff_id', 'Tarifa', name],
  ['label_code', 'Código de la etiqueta', text],
  ['tracking', 'Tracking de envío', text],
  ['warehouse_tracking', 'Tracking de bodega', text],
  ['typed_tracking', 'Tracking escrito', text],
  ['typed_warehouse_tracking', 'Tracking de bodega escrito', text],
  ['weight', 'Peso', weight],
  ['weight_source', 'Peso tomado', word],
  ['caption', 'Nota de la foto', text],
  ['description', 'Descripción', text],
  ['contents', 'Contenido', text],
  ['provider', 'Tienda', text],
  ['store', 'Tienda', text],
  ['claim_note', 'Reclamo', text],
  ['source', 'Llegó por', word],
  ['repeat_reason', 'Motivo para registrarlo repetido', text],
  ['reject_reason', 'Motivo de rechazo', text],
  ['counted_at', 'Contado', dateTime],
  ['decided_at', 'Verificado', dateTime],
  ['asked_at', 'Preguntado', dateTime],
  ['attended_at', 'Atendida', dateTime],
  ['assigned_to', 'Para', name],
  ['missed_at', 'No era eso', dateTime],
  ['body', 'Texto', text],
  ['cancelled_at', 'Anulada', dateTime],
  ['is_own', 'La avisó el cliente', yesNo],
  ['client_package_name', 'Nombre en el paquete', text],
  ...priceFields,
  ...chargeFields,
  ['price_per_pound', 'Precio por libra', perPound],
  ['final_price_per_pound', 'Precio por libra con descuento', perPound],
  ['total_price', 'Total del paquete', dollars],
  ['discount_type', 'Tipo de descuento', word],
  ['discount_value', 'Descuento', plain],
  ['should_notify_storage', 'Avisar al cliente', yesNo],
  ['comments', 'Comentarios', text],
  ['notes', 'Notas', text],
  ['start_date', 'Desde', date],
  ['end_date', 'Hasta', date],
  ['method', 'Método de pago', word],
  ['reference', 'Referencia', text],
  ['total', 'Monto', amount],
  ['direction', 'Movimiento', word],
  ['kind', 'Motivo', word],
  ['amount', 'Monto', amount],
  ['reason', 'Motivo', text],
  ['invoice_footer', 'Texto al pie', text],
  ['requires_cash_session', 'Exigir caja abierta para cobrar en efectivo', yesNo],
  ['photo_days', 'Días que se guardan las fotos', text],
  ['second_step', 'Segundo paso', word],
  ['recovery_codes', 'Códigos de recuperación', text],
  ['wrong_codes', 'Códigos equivocados', text],
  ['second_step_since', 'Segundo paso desde', dateTime],
  ['waiting_reminder_days', 'Recordar al cliente después de … días', text],
  ['second_step_of', 'Exigir segundo paso', word],
  ['has_public_tracking', 'Rastreo público', yesNo],
  ['has_public_tariffs', 'Publicar tarifas', yesNo],
  ['sign_up', 'Alta de clientes', word],
  ['terms', 'Términos del servicio', text],
  ['phone_proven_at', 'Teléfono probado', dateTime],
  ['accepted_at', 'Términos aceptados', dateTime],
  ['is_public', 'Pública', yesNo],
  ['opening_hours', 'Horario', hours],
  ['us_address', 'Dirección en EE. UU.', text],
  ['payment_accounts', 'Cuentas para pagar', accounts],
  ['prints_payment_accounts', 'Cuentas en la hoja carta', yesNo],
  ['has_prealert_notice', 'Aviso propio de lo prealertado', yesNo],
  ['has_voucher_notice', 'Avisar que llegó el comprobante', yesNo],
  ['requires_paid_handover', 'Exigir pago antes de entregar', yesNo],
  ['allows_cash_on_delivery', 'Permitir pago contra entrega', yesNo],
  ['cash_step', 'Moneda más pequeña que se entrega', plain],
  ['reversed_at', 'Revertido', dateTime],
  ['reversal_reason', 'Motivo de la reversión', text],
  ['reversal_reference', 'Referencia de la devolución', text],
  ['returned', 'Devuelto', amount],
  ['is_read_only', 'Solo lectura', yesNo],
  ['expires_at', 'Vence', dateTime],
  ['ended_at', 'Revocado', dateTime],
  ['link_by', 'Entró con el enlace de', text],
  ['counts_from', 'Cuenta desde', dateTime],
  ['finished_at', 'Terminó', dateTime],
  ['events', 'Eventos', events],
  ['is_paused', 'En pausa', yesNo],
  ['revoked_at', 'Se dejó de compartir', dateTime],
  ['closed_at', 'Cerrado', dateTime],
  ['closing_note', 'Explicación de la diferencia', text],
  ['converted_total', 'Monto en la moneda de la factura', converted],
  ['subtotal', 'Subtotal', amount],
  ['shipping_total', 'Envío', amount],
  ['general_discount_type', 'Tipo de descuento general', word],
  ['general_discount_value', 'Descuento general', plain],
  ['discount_total', 'Total del descuento', amount],
  ['total_amount', 'Total', amount],
  ['change_total', 'Sobrante', amount],
  ['change_currency_symbol', 'Moneda del sobrante', text],
  ['paid_total', 'Pagado', amount],
  ['given_total', 'Vuelto dado', amount],
  ['pending_total', 'Saldo pendiente', amount],
  ['voided_at', 'Anulada', dateTime],
  ['currency_code', 'Moneda', text],
  ['rate_compra', 'Tasa de compra', rate],
  ['rate_venta', 'Tasa de venta', rate],
]

/** Values are left out where they are only ids. */
export type Change = { label: string; before?: string | undefined; after?: string | undefined }

export const labelledColumns: readonly string[] = fields.map(([column]) => column)

/** Lists fields that the event already tells, and the converted amount if it is the same. */
function saidOfPayment(after: Record<string, unknown>, { own, invoice }: Symbols): string[] {
  const isSame = own === invoice && after.total === after.converted_total
  return isSame ? ['total', 'method', 'converted_total'] : ['total', 'method']
}

type Changed = Pick<AuditEntry, 'before' | 'after'> & Partial<Pick<AuditEntry, 'entity' | 'invoice'>>

/** Leaves out ids and what the event already tells. */
export function listChanges({ before, after, entity, invoice }: Changed, names: Names): Change[] {
  const invoiceSymbol = invoice?.currencySymbol ?? ''
  const symbols = { own: String(after?.currency_symbol ?? invoiceSymbol), invoice: invoiceSymbol }
  const said = entity === 'invoice_payments' && after !== null ? saidOfPayment(after, symbols) : []
  const shown = (value: unknown, format: Format) =>
    value === null || value === '' ? '—' : format(value, names, symbols)
  return fields
    .filter(([column]) => after !== null && column in after && !said.includes(column))
    .map(([column, label, format]) => ({
      label,
      before: before === null ? undefined : shown(before[column] ?? null, format),
      after: shown(after?.[column], format),
    }))
    .filter((change) => before !== null || change.after !== undefined)
}

const rates: readonly string[] = ['Moneda', 'Tasa de compra', 'Tasa de venta']

/** Never puts rates first: they only tell how an amount was converted. */
export function splitChanges(
  { entity }: Pick<AuditEntry, 'entity'>,
  changes: readonly Change[],
  most: number,
): { first: readonly Change[]; rest: readonly Change[] } {
  const first = changes.filter(({ label }) => entity === 'currencies' || !rates.includes(label)).slice(0, most)
  return { first, rest: changes.filter((change) => !first.includes(change)) }
}
