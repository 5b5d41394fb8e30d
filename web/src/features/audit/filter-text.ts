import { auditedNames } from '@casillero/shared/domain/audited-entity'
import { formatDate } from '@casillero/shared/domain/business-date'
import { messageWords } from '@casillero/shared/domain/message-state'
import { reportWords } from '@casillero/shared/domain/report-words'
import { ageText, isAge, untilText } from '../../crud/age-text.ts'
import { isDay } from '../../ui/forms/day.ts'
import type { Names } from './audit-formats.ts'

type Say = (value: string, names: Names) => string

const text: Say = (value) => value
const choice = (labels: Record<string, string>): Say => {
  const known = new Map(Object.entries(labels))
  return (value) => known.get(value) ?? value
}
const flag = (yes: string, no: string): Say => choice({ true: yes, false: no })
const named =
  (unnamed: string): Say =>
  (value, names) =>
    names.get(value) ?? unnamed

const date = (value: string): string => (isDay(value) ? formatDate(value) : value)
const day: Say = (value) => {
  if (!isAge(value)) return date(value)
  const days = Number(value)
  return days === 0 ? 'hoy' : days === 1 ? 'ayer' : `hace ${days} días`
}
const since: Say = (value) => (isAge(value) || isDay(value) ? ageText(value) : value)

const until: Say = (value) => (isAge(value) || isDay(value) ? untilText(value) : value)

const kinds = choice({ maritimo: 'Marítimo', aereo: 'Aéreo' })
const states = {
  ...{ pending: 'Pendiente', paid: 'Pagada', cancelled: 'Cancelada' },
  ...{ open: 'Abierto', in_transit: 'En tránsito', received: 'Recibido', closed: 'Cerrado' },
}
const orders = {
  ...{ name: 'De la A a la Z', '-name': 'De la Z a la A' },
  ...{ number: 'Lo viejo primero', '-number': 'Lo nuevo primero' },
  ...{ createdAt: 'Lo viejo primero', '-createdAt': 'Lo nuevo primero' },
  ...{ at: 'Lo viejo primero', '-at': 'Lo nuevo primero' },
  ...{ statusSince: 'Más tiempo en el estado', '-statusSince': 'Menos tiempo en el estado' },
}

/** A map, because an address may contain any key. */
const filters = new Map<string, readonly [label: string, say: Say]>([
  ['search', ['Búsqueda', text]],
  [
    'report',
    ['Reporte', choice(Object.fromEntries(Object.entries(reportWords).map(([key, { title }]) => [key, title])))],
  ],
  ['status', ['Estado', choice(states)]],
  ['state', ['Estado', choice(messageWords)]],
  ['statusId', ['Estado', (value, names) => (value === 'none' ? 'Sin estado' : (names.get(value) ?? 'elegido'))]],
  ['statusSince', ['Tiempo en el estado', since]],
  ['statusFrom', ['Tiempo en el estado', until]],
  ['shippingMethod', ['Método', kinds]],
  ['type', ['Tipo', kinds]],
  ['isActive', ['Estado', flag('Vigentes hoy', 'Inactivas')]],
  ['invoiced', ['Factura', flag('Facturado', 'Sin Facturar')]],
  ['missing', ['Falta', choice({ client: 'Cliente', weight: 'Peso', tariff: 'Tarifa' })]],
  ['debt', ['Deuda', flag('Con deuda', 'Sin deuda')]],
  ['ready', ['Por retirar', flag('Con paquetes listos', 'Sin paquetes listos')]],
  ['recent', ['Paquetes', flag('Con paquetes en 90 días', 'Sin paquetes en 90 días')]],
  ['entity', ['Qué', choice(Object.fromEntries(Object.entries(auditedNames).map(([key, { many }]) => [key, many])))]],
  ['from', ['Desde', day]],
  ['to', ['Hasta', day]],
  ['beforeFrom', ['Comparado desde', day]],
  ['beforeTo', ['Comparado hasta', day]],
  ['clientId', ['Cliente', named('elegido')]],
  ['packageId', ['Paquete', named('elegido')]],
  ['tariffId', ['Tarifa', named('elegida')]],
  ['shipmentId', ['Embarque', named('elegido')]],
  ['currencyId', ['Moneda', named('elegida')]],
  ['createdBy', ['Hecha por', named('una persona')]],
  ['userId', ['Quién', named('una persona')]],
  ['sort', ['Orden', choice(orders)]],
])

/** `Estado: En aduana o Sin estado, Deuda: Con deuda`. */
export function filterText(chosen: readonly (readonly [key: string, value: string])[], names: Names): string {
  const keys = new Set(chosen.map(([key]) => key))
  const texts = [...keys].map((key) => {
    const [label, say] = filters.get(key) ?? [key, text]
    const said = chosen.filter(([one]) => one === key).map(([, value]) => say(value, names))
    return `${label}: ${[...new Set(said)].join(' o ')}`
  })
  return texts.join(', ') || 'Ninguno'
}
