import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { deviceName } from '@casillero/shared/domain/device-name'
import { exportedNames } from '@casillero/shared/domain/exported-list'
import { messageWords } from '@casillero/shared/domain/message-state'
import { formatMoney, formatRate, formatUnitPrice, formatWeight } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { unitNouns } from '@casillero/shared/domain/price-units'
import { nameOfEvent } from '../programs/event-names.ts'
import { words } from './audit-words.ts'
import { filterText } from './filter-text.ts'

/** The names that ids stand for, as far as they are known here. */
export type Names = ReadonlyMap<string, string>

export type Symbols = { own: string; invoice: string }

type Fields = readonly (readonly [column: string, label: string, format: Format])[]
export type Format = (value: unknown, names: Names, symbols: Symbols) => string | undefined

const text: Format = (value) => String(value)
const yesNo: Format = (value) => (value === true ? 'Sí' : 'No')
const number =
  (format: (value: number) => string): Format =>
  (value) =>
    format(Number(value))
const plain = number((value) => formatMoney(value, ''))
const amount: Format = (value, _, { own }) => formatMoney(Number(value), own)
const converted: Format = (value, _, { invoice }) => formatMoney(Number(value), invoice)
const dollars = number((value) => formatMoney(value))
const perPound = number(formatUnitPrice)
const rate = number((value) => formatRate(value, ''))
const weight = number(formatWeight)
const phone: Format = (value) => formatPhone(String(value))
const device: Format = (value) => deviceName(String(value))
const date: Format = (value) => formatDate(String(value))
const dateTime: Format = (value) => formatDateTime(String(value))
const name: Format = (value, names) => names.get(String(value))
const unsaid: Format = () => undefined

const word: Format = (value) => words[String(value)] ?? String(value)
// A shipment has states too, none of which is called as one of a message.
const state: Format = (value, ...rest) => Object(messageWords)[String(value)] ?? word(value, ...rest)
const events: Format = (value) => [value].flat().map(String).map(nameOfEvent).join(', ')
const list: Format = (value) => Object(exportedNames)[String(value)]?.label ?? String(value)
const criteria: Format = (value, names) =>
  filterText(
    Object.entries(Object(value)).flatMap(([key, chosen]) => [chosen].flat().map((one) => [key, String(one)] as const)),
    names,
  )
const query: Format = (value, names) => filterText([...new URLSearchParams(String(value))], names)

const unit: Format = (value) => Object(unitNouns)[String(value)] ?? String(value)
const tiers: Format = (value) =>
  [value]
    .flat()
    .map((tier) => `desde ${Object(tier).from}: ${formatMoney(Number(Object(tier).price))}`)
    .join(', ')
const rules: Format = (value, ...rest) => unit(Object(value).unit, ...rest)

/** The rules by which a price is counted, and what a package is measured at. */
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

/** The words for columns of the database, in the order in which they are shown; columns that say nothing to people are left out. */
export const fields: Fields = [
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
  ['received_by_name', 'Quien retira', text],
  ['received_by_cedula', 'Cédula de quien retira', text],
  ['note', 'Nota', text],
  ['guide', 'Guía', text],
  ['carrier', 'Agente', text],
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
  ['description', 'Descripción', text],
  ['contents', 'Contenido', text],
  ['provider', 'Tienda', text],
  ['client_package_name', 'Nombre en el paquete', text],
  ...priceFields,
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
  ['waiting_reminder_days', 'Recordar al cliente después de … días', text],
  ['requires_paid_handover', 'Exigir pago antes de entregar', yesNo],
  ['cash_step', 'Moneda más pequeña que se entrega', plain],
  ['reversed_at', 'Revertido', dateTime],
  ['reversal_reason', 'Motivo de la reversión', text],
  ['reversal_reference', 'Referencia de la devolución', text],
  ['returned', 'Devuelto', amount],
  ['is_read_only', 'Solo lectura', yesNo],
  ['expires_at', 'Vence', dateTime],
  ['ended_at', 'Revocado', dateTime],
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
