import { expect, test } from 'vitest'
import { changesOf, deedOf } from './audit-changes.ts'

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
  expect(changesOf({ before, after }, none)).toEqual([
    { label: 'Tipo', before: 'Usuario', after: 'Administrador' },
    { label: 'Activo', before: 'Sí', after: 'No' },
    { label: 'Teléfono', before: '—', after: '+505 8690 4417' },
    { label: 'Peso', before: '1.50 lb', after: '2.00 lb' },
    { label: 'Desde', before: '31 ene 2026', after: '—' },
    { label: 'Tasa de compra', before: '36.8000', after: '37.0000' },
  ])
})

test('what was made has no before', () => {
  expect(changesOf({ before: null, after: { name: 'Express', price_per_pound: 5.5 } }, none)).toEqual([
    { label: 'Nombre', before: undefined, after: 'Express' },
    { label: 'Precio por libra', before: undefined, after: 'US$5.50' },
  ])
})

test('a changed password is told without what it is', () => {
  const hidden = { password: '••••••' }
  expect(changesOf({ before: hidden, after: hidden }, none)).toEqual([
    { label: 'Contraseña', before: '••••••', after: '••••••' },
  ])
})

test('an id is shown by its name or not at all', () => {
  const entry = {
    before: { status_id: null },
    after: { status_id: status, created_by: status, deleted_at: '2026-01-01' },
  }
  expect(changesOf(entry, new Map([[status, 'En aduana']]))).toEqual([
    { label: 'Estado', before: '—', after: 'En aduana' },
  ])
  expect(JSON.stringify(changesOf(entry, none))).not.toContain(status)
})

test('the deed names the thing with its article', () => {
  expect(deedOf({ action: 'delete', entity: 'invoice_payments' })).toBe('Eliminó el pago')
  expect(deedOf({ action: 'update', entity: 'companies' })).toBe('Cambió la empresa')
})
