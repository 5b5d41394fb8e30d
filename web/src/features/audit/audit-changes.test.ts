import { expect, test } from 'vitest'
import { listChanges, splitChanges } from './audit-changes.ts'
import { describeEvent } from './audit-deed.ts'

const none = new Map<string, string>()
const status = '0198a000-0000-7000-8000-000000000001'

test('a change says what it was and what it became, in Spanish', () => {
  const before = {
    type: 'user',
    phone: null,
    is_active: true,
    rate_compra: 36.8,
    start_date: '2026-01-31',
    weight: 1.5,
  }
  const after = { type: 'admin', phone: '50586904417', is_active: false, rate_compra: 37, start_date: null, weight: 2 }
  expect(listChanges({ before, after }, none)).toEqual([
    { label: 'Tipo', before: 'Usuario', after: 'Administrador' },
    { label: 'Activo', before: 'Sí', after: 'No' },
    { label: 'Teléfono', before: '—', after: '+505 8690 4417' },
    { label: 'Peso', before: '1.50 lbs', after: '2.00 lbs' },
    { label: 'Desde', before: '31 ene 2026', after: '—' },
    { label: 'Tasa de compra', before: '36.8000', after: '37.0000' },
  ])
})

test('a created record has no values before', () => {
  expect(listChanges({ before: null, after: { name: 'Express', price_per_pound: 5.5 } }, none)).toEqual([
    { label: 'Nombre', before: undefined, after: 'Express' },
    { label: 'Precio por libra', before: undefined, after: 'US$5.50' },
  ])
})

test('the rates of a payment are never what is shown first, and those of a currency are', () => {
  const after = { currency_code: 'NIO', rate_compra: 36.8, rate_venta: 36.4, reference: 'R-1' }
  const changes = listChanges({ before: null, after }, none)
  const of = (entity: 'invoice_payments' | 'currencies', most: number) =>
    splitChanges({ entity }, changes, most).first.map(({ label }) => label)
  expect(of('invoice_payments', 2)).toEqual(['Referencia'])
  expect(splitChanges({ entity: 'invoice_payments' }, changes, 2).rest).toHaveLength(3)
  expect(of('currencies', 2)).toEqual(['Referencia', 'Moneda'])
})

test('a payment says how much, how and for which invoice, its amounts carry their symbols, and its rate comes last', () => {
  const entry = {
    action: 'insert' as const,
    entity: 'invoice_payments' as const,
    label: '5000.00 NIO',
    invoice: { number: 82, client: 'Ana Lucía Núñez', currencySymbol: 'US$' },
    before: null,
    after: {
      total: 5000,
      method: 'cash',
      reference: 'R-1',
      currency_symbol: 'C$',
      rate_compra: 36.8,
      converted_total: 135.87,
    },
  }
  expect(describeEvent(entry)).toEqual({
    deed: 'Registró un pago de',
    what: 'C$5,000.00',
    rest: ' en efectivo',
    about: 'Factura #82 · Ana Lucía Núñez',
  })
  expect(listChanges(entry, none)).toEqual([
    { label: 'Referencia', before: undefined, after: 'R-1' },
    { label: 'Monto en la moneda de la factura', before: undefined, after: 'US$135.87' },
    { label: 'Tasa de compra', before: undefined, after: '36.8000' },
  ])
  const same = { ...entry, after: { currency_symbol: 'US$', total: 7.1, converted_total: 7.1, rate_compra: 1 } }
  expect(listChanges(same, none).map(({ label }) => label)).toEqual(['Tasa de compra'])
})

test('an invoice says whose it is, its amounts carry their symbol, and to void it is called so', () => {
  const invoice = { number: 82, client: 'Ana Lucía Núñez', currencySymbol: 'C$' }
  const entry = { action: 'update' as const, entity: 'invoices' as const, label: '#82', invoice }
  const voided = { before: { status: 'paid', paid_total: 1200 }, after: { status: 'cancelled', paid_total: 0 } }
  expect(describeEvent({ ...entry, ...voided })).toEqual({
    deed: 'Anuló la factura',
    what: '#82',
    about: 'Ana Lucía Núñez',
  })
  expect(listChanges({ ...entry, ...voided }, none)).toContainEqual({
    label: 'Pagado',
    before: 'C$1,200.00',
    after: 'C$0.00',
  })
})

test('a changed password is listed without its value', () => {
  const hidden = { password: '••••••' }
  expect(listChanges({ before: hidden, after: hidden }, none)).toEqual([
    { label: 'Contraseña', before: '••••••', after: '••••••' },
  ])
})

test('an id is shown by its name or not at all', () => {
  const entry = {
    before: { status_id: null },
    after: { status_id: status, created_by: status, deleted_at: '2026-01-01' },
  }
  expect(listChanges(entry, new Map([[status, 'En aduana']]))).toEqual([
    { label: 'Estado', before: '—', after: 'En aduana' },
  ])
  expect(JSON.stringify(listChanges(entry, none))).not.toContain(status)
})

test('the deed names the thing with its article, and an unknown one by the name of its table', () => {
  const entry = { label: 'Ileana', invoice: null, before: null, after: null }
  const deedFor = (action: 'insert' | 'update' | 'delete', entity: string) =>
    describeEvent({ ...entry, action, entity })
  expect(deedFor('delete', 'tariffs')).toEqual({ deed: 'Eliminó la tarifa', what: 'Ileana' })
  expect(deedFor('update', 'companies')).toEqual({ deed: 'Cambió la empresa', what: 'Ileana' })
  expect(deedFor('insert', 'sessions')).toEqual({ deed: 'Inició la sesión de', what: 'Ileana' })
  for (const unknown of ['bodegas', 'constructor']) {
    expect(deedFor('insert', unknown)).toEqual({ deed: `Creó el registro de ${unknown}`, what: 'Ileana' })
  }
})

test('an export says its format, its filters and how it ended', () => {
  const after = {
    list: 'packages',
    format: 'xlsx',
    criteria: { search: 'zapatos', from: '2026-11-01' },
    outcome: 'done',
  }
  expect(listChanges({ before: null, after: { ...after, row_count: 7 } }, none)).toEqual([
    { label: 'Filtros', before: undefined, after: 'Búsqueda: zapatos, Desde: 1 nov 2026' },
    { label: 'Formato', before: undefined, after: 'Excel' },
    { label: 'Terminó', before: undefined, after: 'Completa' },
    { label: 'Filas', before: undefined, after: '7' },
    { label: 'Lista', before: undefined, after: 'Paquetes' },
  ])
})

test('an export of a report says which one, for which days, and that the end of the server cut it', () => {
  const report = { report: 'sales-by-day', from: '2026-11-01', beforeFrom: '2026-10-01' }
  const after = { list: 'report', format: 'csv', criteria: report, outcome: 'interrupted' }
  expect(listChanges({ before: null, after }, none).map(({ label, after: text }) => [label, text])).toEqual([
    ['Filtros', 'Reporte: Ventas por día, Desde: 1 nov 2026, Comparado desde: 1 oct 2026'],
    ['Formato', 'CSV'],
    ['Terminó', 'Se interrumpió'],
    ['Lista', 'Reporte'],
  ])
})

test('a state is called as on the screens, once, of a message and of a shipment', () => {
  const changes = (before: string, after: string) =>
    listChanges({ before: { state: before }, after: { state: after } }, none)
  expect(changes('queued', 'failed')).toEqual([{ label: 'Estado', before: 'En cola', after: 'Fallido' }])
  expect(changes('in_transit', 'received')).toEqual([{ label: 'Estado', before: 'En tránsito', after: 'Recibido' }])
})

test('the filters of a view and of an export are said as their lists say them, without an id', () => {
  const names = new Map([[status, 'En aduana']])
  const ofView = (query: string) => listChanges({ before: null, after: { query } }, names)[0]?.after
  expect(ofView('ready=true&debt=false&sort=-name')).toBe(
    'Por retirar: Con paquetes listos, Deuda: Sin deuda, Orden: De la Z a la A',
  )
  expect(ofView(`statusId=${status}&statusId=none&clientId=${status.replace('1', '2')}&statusSince=8`)).toBe(
    'Estado: En aduana o Sin estado, Cliente: elegido, Tiempo en el estado: más de 7 días',
  )
  expect(ofView('from=0&to=2026-11-21')).toBe('Desde: hoy, Hasta: 21 nov 2026')
  expect(ofView('')).toBe('—')
  expect(ofView('constructor=1&from=ayer&status=toString')).toBe('constructor: 1, Desde: ayer, Estado: toString')
  const criteria = { state: 'failed', statusId: [status, 'none'] }
  expect(listChanges({ before: null, after: { criteria } }, names)[0]?.after).toBe(
    'Estado: Fallido, Estado: En aduana o Sin estado',
  )
})

test('the events of a webhook are called as in its form', () => {
  const after = { events: ['invoice.paid', 'package.status_changed'] }
  expect(listChanges({ before: null, after }, none)[0]?.after).toBe(
    'Una factura queda pagada, Un paquete cambia de estado',
  )
})
