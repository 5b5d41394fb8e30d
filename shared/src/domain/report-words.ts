import { formatDate } from './business-date.ts'
import type { ReportName } from './report-names.ts'

/** `slug` is the part of the address; `none` names a row without a key. */
export type ReportWords = { slug: string; title: string; row: string; count: string; without?: string }

export const reportWords: Record<ReportName, ReportWords> = {
  'sales-by-day': { slug: 'ventas-por-dia', title: 'Ventas por día', row: 'Día', count: 'Facturas' },
  'sales-by-person': { slug: 'ventas-por-persona', title: 'Ventas por persona', row: 'Persona', count: 'Facturas' },
  'sales-by-tariff': {
    slug: 'ventas-por-tarifa',
    title: 'Ventas por tarifa',
    row: 'Tarifa',
    count: 'Paquetes',
    without: 'Sin tarifa',
  },
  'sales-by-method': { slug: 'ventas-por-metodo', title: 'Ventas por método', row: 'Método', count: 'Paquetes' },
  'sales-by-charge': { slug: 'ventas-por-cargo', title: 'Ventas por cargo', row: 'Cargo', count: 'Cargos' },
  'payments-by-method': { slug: 'pagos-por-metodo', title: 'Pagos por método', row: 'Método', count: 'Pagos' },
  'payments-by-currency': { slug: 'pagos-por-moneda', title: 'Pagos por moneda', row: 'Moneda', count: 'Pagos' },
  'payments-by-person': { slug: 'pagos-por-persona', title: 'Pagos por persona', row: 'Persona', count: 'Pagos' },
  'debts-by-age': { slug: 'por-cobrar', title: 'Por cobrar, por antigüedad', row: 'Antigüedad', count: 'Facturas' },
  'pounds-by-client': {
    slug: 'libras-por-cliente',
    title: 'Libras por cliente',
    row: 'Cliente',
    count: 'Paquetes',
    without: 'Sin dueño',
  },
  'new-clients': { slug: 'clientes-nuevos', title: 'Clientes nuevos', row: 'Día', count: 'Clientes' },
  'new-clients-by-week': {
    slug: 'clientes-nuevos-por-semana',
    title: 'Clientes nuevos por semana',
    row: 'Semana y alta',
    count: 'Clientes',
  },
  'shipments-margin': {
    slug: 'margen-por-embarque',
    title: 'Margen por embarque',
    row: 'Embarque',
    count: 'Paquetes facturados',
  },
  promises: { slug: 'promesas', title: 'Promesas', row: 'Mes', count: 'Fechas dichas' },
  'dispatches-by-carrier': {
    slug: 'despachos-por-transportista',
    title: 'Despachos por transportista',
    row: 'Transportista',
    count: 'Envíos',
  },
  'voided-invoices': { slug: 'anuladas', title: 'Facturas anuladas', row: 'Quién anuló', count: 'Facturas' },
  'waived-charges': {
    slug: 'cargos-quitados',
    title: 'Cargos quitados y bajados',
    row: 'Quién facturó',
    count: 'Cargos',
  },
  'waived-storage': {
    slug: 'almacenaje-condonado',
    title: 'Almacenaje condonado',
    row: 'Cliente',
    count: 'Paquetes',
  },
  'advances-by-charge': {
    slug: 'adelantos',
    title: 'Adelantos por clientes',
    row: 'Cargo',
    count: 'Cargos',
  },
  'waiting-now': {
    slug: 'por-atender',
    title: 'Conversaciones por atender',
    row: 'Para quién',
    count: 'Conversaciones',
    without: 'Sin asignar',
  },
  'answers-by-day': {
    slug: 'respuestas-por-dia',
    title: 'Primera respuesta por día',
    row: 'Día',
    count: 'Respuestas',
  },
  'answers-by-person': {
    slug: 'respuestas-por-persona',
    title: 'Primera respuesta por persona',
    row: 'Persona',
    count: 'Respuestas',
  },
  'answers-by-rule': {
    slug: 'respuestas-por-regla',
    title: 'Respuestas automáticas por regla',
    row: 'Regla',
    count: 'Contestadas',
  },
  'discounts-given': {
    slug: 'descuentos',
    title: 'Descuentos dados',
    row: 'Quién facturó',
    count: 'Facturas con descuento',
  },
}

/** `2026-11-23 own` is the week that begins on that Monday, and by whom its clients were made. */
export function nameWeek(key: string): string {
  const [monday = '', origin] = key.split(' ')
  return `Semana del ${formatDate(monday)} · ${origin === 'own' ? 'Alta propia' : 'Personal'}`
}
