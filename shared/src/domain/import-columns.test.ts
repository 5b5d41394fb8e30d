import { describe, expect, test } from 'vitest'
import { countKnown, looksLikeValue, recogniseColumns } from './import-columns.ts'
import { type ImportKind, importFields, importKinds } from './import-fields.ts'

const fieldsOf = (kind: ImportKind, columns: Record<string, string[]>) =>
  recogniseColumns(
    kind,
    Object.entries(columns).map(([name, values]) => ({ name, values })),
  ).map(({ field, state }) => (state === 'known' ? field : state))

describe('columns', () => {
  test('columns are recognised by their headings in Spanish and English; money is left out, the rest is asked about', () => {
    expect(
      fieldsOf('packages', {
        'Tracking #': ['1Z999AA10123400417'],
        Casillero: ['TRE0088'],
        Consignatario: ['JOSE OBREGON'],
        'Weight (kg)': ['2.04'],
        Servicio: ['AIR'],
        Fecha: ['02/10/2026'],
        Estatus: ['Entregado'],
        'Valor US$': ['38.00'],
        'Obs.': ['caja golpeada'],
      }),
    ).toEqual([
      ...['tracking', 'casillero', 'clientPackageName', 'weightKg', 'shippingMethod', 'receivedAt', 'status'],
      ...['ignored', 'unclear'],
    ])
  })

  test('a column is recognised whatever unit its heading says, and one of units where units stand in it', () => {
    const measured = { 'Peso (oz)': ['16'], 'Medidas cm': ['30x20x10'], 'Largo (mm)': ['300'], 'Peso lb/kg': ['2'] }
    expect(fieldsOf('packages', { ...measured, Unidad: ['KG', 'lbs'] })).toEqual([
      ...['weight', 'measures', 'length', 'unclear', 'unit'],
    ])
    expect(fieldsOf('packages', { Unidad: ['PZA', 'CAJA'] })).toEqual(['unclear'])
  })

  test('columns without a known heading are recognised by what stands under them', () => {
    expect(
      fieldsOf('clients', {
        A: ['TRE0031', 'TRE0032'],
        B: ['ana@correo.test'],
        C: ['8690 4417', '+505 8690 4418'],
        D: [''],
      }),
    ).toEqual(['casillero', 'email', 'phone', 'ignored'])
  })

  test('the number of a warehouse receipt is the tracking of the warehouse', () => {
    for (const heading of ['WR', 'WR #', 'W/R', 'WR No.', 'Warehouse Receipt', 'No. WR'])
      expect(fieldsOf('packages', { [heading]: ['100231'], Tracking: ['1Z'] }), heading).toEqual([
        'warehouseTracking',
        'tracking',
      ])
  })

  test('a lone name holds the whole name, and one beside surnames the first', () => {
    expect(fieldsOf('clients', { Nombre: ['Ana Lara'], Tel: ['86904417'] })).toEqual(['fullName', 'phone'])
    expect(fieldsOf('clients', { Nombre: ['Ana'], Apellidos: ['Lara'] })).toEqual(['firstName', 'lastNames'])
  })

  test('a field is one column’s, the first that says so', () => {
    expect(fieldsOf('packages', { Tracking: ['1'], 'Tracking number': ['2'] })).toEqual(['tracking', 'unclear'])
  })

  test.each(importKinds)('each field of %s is recognised by its own name, and no two share a heading', (kind) => {
    for (const { id, label } of importFields[kind]) {
      // A lone first name would be the whole name.
      const beside: Record<string, string[]> = id === 'firstName' ? { Apellidos: ['y'] } : {}
      const [found] = fieldsOf(kind, { [label]: ['x'], ...beside })
      expect(found, label).toEqual(id)
    }
    const names = importFields[kind].flatMap((field) => field.names)
    expect(names.filter((name, at) => names.indexOf(name) !== at)).toEqual([])
  })

  test('the line of the headings is the one with the most known names, and values are told from headings', () => {
    expect(countKnown('packages', ['BODEGA', ''])).toBe(0)
    expect(countKnown('packages', ['Tracking', 'Peso', 'X'])).toBe(2)
    expect(['Tracking', '1Z999AA10123400417', '02/10/2026', 'a@b.test'].map(looksLikeValue)).toEqual([
      ...[false, true, true, true],
    ])
  })
})
