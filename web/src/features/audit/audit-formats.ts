import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { deviceName } from '@casillero/shared/domain/device-name'
import { exportedNames } from '@casillero/shared/domain/exported-list'
import { messageWords } from '@casillero/shared/domain/message-state'
import { formatMoney, formatRate, formatUnitPrice, formatWeight } from '@casillero/shared/domain/money-format'
import { describeHours } from '@casillero/shared/domain/opening-hours'
import { permissionLabels } from '@casillero/shared/domain/permissions'
import { formatPhone } from '@casillero/shared/domain/phone'
import { nameOfEvent } from '../programs/event-names.ts'
import { filterText } from './filter-text.ts'

const words: Record<string, string> = {
  active: 'Activo',
  inactive: 'Inactivo',
  suspended: 'Suspendido',
  pending: 'Pendiente',
  paid: 'Pagada',
  cancelled: 'Cancelada',
  admin: 'Administrador',
  user: 'Usuario',
  viewer: 'Visualizador',
  maritimo: 'Marítimo',
  aereo: 'Aéreo',
  none: 'Ninguno',
  admins: 'Administradores',
  all: 'Todos',
  app: 'Aplicación',
  recovery: 'Código de recuperación',
  passkey: 'Llave de acceso',
  trusted: 'Equipo de confianza',
  percentage: 'Porcentaje',
  fixed_amount: 'Monto fijo',
  warehouse_us: 'Recibido en la bodega de Estados Unidos',
  ready: 'Listo para retirar',
  cash: 'Efectivo',
  card: 'Tarjeta',
  transfer: 'Transferencia',
  check: 'Cheque',
  credit: 'Saldo a favor',
  in: 'Entrada',
  out: 'Salida',
  overpayment: 'Vuelto que queda a favor',
  use: 'Pago con saldo a favor',
  void: 'Factura anulada',
  reversal: 'Pago revertido',
  adjustment: 'Ajuste',
  open: 'Abierto',
  in_transit: 'En tránsito',
  received: 'Recibido',
  closed: 'Cerrado',
  added: 'Agregado',
  taken_out: 'Sacado',
  lost: 'Declarado perdido',
  clients: 'Clientes',
  packages: 'Paquetes',
  statuses: 'Estados',
  tariffs: 'Tarifas',
  charges: 'Cargos',
  accepted: 'Registrado',
  rejected: 'Rechazado',
  page: 'Mi casillero',
  conversation: 'WhatsApp',
  scale: 'De la balanza',
  typed: 'A mano',
  expected: 'En la lista',
  repeated: 'Repetido',
  other_shipment: 'En otro embarque',
  extra: 'Sobrante',
  xlsx: 'Excel',
  csv: 'CSV',
  zip: 'ZIP',
  done: 'Completa',
  failed: 'Fallida',
  interrupted: 'Se interrumpió',
  start: 'Vincular un teléfono',
  restart: 'Generar otro QR',
  logout: 'Desvincular el teléfono',
}

/** Names by id, as far as they are known here. */
export type Names = ReadonlyMap<string, string>

export type Symbols = { own: string; invoice: string }

export type Fields = readonly (readonly [column: string, label: string, format: Format])[]
export type Format = (value: unknown, names: Names, symbols: Symbols) => string | undefined

export const text: Format = (value) => String(value)
export const yesNo: Format = (value) => (value === true ? 'Sí' : 'No')
export const number =
  (format: (value: number) => string): Format =>
  (value) =>
    format(Number(value))
export const plain = number((value) => formatMoney(value, ''))
export const amount: Format = (value, _, { own }) => formatMoney(Number(value), own)
export const converted: Format = (value, _, { invoice }) => formatMoney(Number(value), invoice)
export const dollars = number((value) => formatMoney(value))
export const perPound = number(formatUnitPrice)
export const rate = number((value) => formatRate(value, ''))
export const weight = number(formatWeight)
export const phone: Format = (value) => formatPhone(String(value))
export const device: Format = (value) => deviceName(String(value))
export const date: Format = (value) => formatDate(String(value))
export const dateTime: Format = (value) => formatDateTime(String(value))
/** Formats weekly hours, and all closed dates. */
export const hours: Format = (value) => {
  const { days, closedDates } = Object(value)
  const closed = [closedDates ?? []].flat().map((day) => `cerrado el ${formatDate(String(day))}`)
  return [...describeHours({ days: days ?? [], closedDates: [] }, '2026-01-01'), ...closed].join(', ')
}
/** Formats a list of bank accounts. */
export const accounts: Format = (value) =>
  [value ?? []]
    .flat()
    .map((account) => Object.values(Object(account)).join(' · '))
    .join('; ')
export const name: Format = (value, names) => names.get(String(value))
export const unsaid: Format = () => undefined

export const word: Format = (value) => words[String(value)] ?? String(value)
export const state: Format = (value, ...rest) => Object(messageWords)[String(value)] ?? word(value, ...rest)
export const events: Format = (value) => [value].flat().map(String).map(nameOfEvent).join(', ')
export const permissions: Format = (value) =>
  [value ?? []]
    .flat()
    .map((one) => Object(permissionLabels)[String(one)] ?? String(one))
    .join(', ') || 'Ninguno'
export const percent = number((value) => `${value} %`)
export const list: Format = (value) => Object(exportedNames)[String(value)]?.label ?? String(value)
export const criteria: Format = (value, names) =>
  filterText(
    Object.entries(Object(value)).flatMap(([key, chosen]) => [chosen].flat().map((one) => [key, String(one)] as const)),
    names,
  )
export const query: Format = (value, names) => filterText([...new URLSearchParams(String(value))], names)
