import fc from 'fast-check'
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

  const synonyms: Record<string, string[]> = {
    tracking: [
      'No. de Guía',
      'Guía No.',
      'Tracking #',
      'Carrier Tracking',
      'TRACKING NUMBERS',
      'Nro. de Rastreo',
      'Waybill Number',
      'N° Guía',
    ],
    clientPackageName: [
      'Consignee Name',
      'Nombre del Consignatario',
      'Recipient Full Name',
      "Consignee's Name",
      'Nombre Destinatario',
    ],
    weight: ['Gross Weight', 'WT (LBS)', 'Peso Bruto (Lbs)', 'Peso total', 'Weight (oz)', 'Wgt', 'Actual Weight'],
    weightKg: ['Gross Weight KG', 'WT (KGS)', 'Kilos brutos'],
    casillero: ['Customer ID', 'Casillero No.', 'No. Suite', 'Código del cliente', 'Customer #', 'Acct. No.'],
    warehouseTracking: ['Warehouse Receipt #', 'No. de Recibo', 'Recibo de Bodega No.'],
    receivedAt: ['Date of Receipt', 'Fecha de Ingreso', 'Received on (date)', 'Fecha recepción', 'Arrival Date'],
    provider: ['Shipper Name', 'Nombre de la tienda', 'Sender'],
    description: ['Item Description', 'Descripción del producto', 'Desc.', 'Description of Goods'],
    status: ['Package Status', 'Estado final', 'Current Status'],
    unclear: [
      'Peso volumétrico',
      'Chargeable Weight',
      'Dim Weight',
      'MAWB',
      'Carrier',
      'Vuelo',
      'Invoice Date',
      'Ship Date',
      'Fecha de envío',
      'Payment Status',
      'Nombre del perro',
    ],
  }
  test('a heading is known by its words, whatever their order, language and number', () => {
    const all = Object.entries(synonyms).flatMap(([field, headings]) =>
      headings.map((heading) => [heading, field] as const),
    )
    expect(all.map(([heading]) => [heading, ...fieldsOf('packages', { [heading]: ['x'] })])).toEqual(all)
    const named = importFields.packages.flatMap(({ id, names }) =>
      id === 'unit' ? [] : names.map((name) => ({ id, name })),
    )
    const shuffled = fc
      .constantFrom(...named)
      .chain(({ id, name }) =>
        fc
          .shuffledSubarray(name.split(' '), { minLength: name.split(' ').length })
          .map((words) => ({ id, heading: words.join(' de ').toUpperCase() })),
      )
    fc.assert(
      fc.property(shuffled, ({ id, heading }) => {
        expect(fieldsOf('packages', { [heading]: ['x'] })).toEqual([id])
      }),
      { numRuns: 100 },
    )
    expect(fieldsOf('packages', { 'Carrier tracking': ['1'], Tracking: ['2'] })).toEqual(['unclear', 'tracking'])
    expect(
      fieldsOf('clients', { 'Customer Full Name': ['x'], 'Phone Number(s)': ['x'], 'E-mail Address': ['x'] }),
    ).toEqual([...['fullName', 'phone', 'email']])
  })

  test('a column that repeats one number is no tracking where another is, or in three rows', () => {
    const flight = ['202-12345675', '202-12345675', '202-12345675']
    const own = ['1Z999AA10123400417', '1Z999AA10123400426', '1Z999AA10123400435']
    expect(fieldsOf('packages', { AWB: flight, Guía: own })).toEqual(['unclear', 'tracking'])
    expect(fieldsOf('packages', { Tracking: flight, Otro: own })).toEqual(['unclear', 'tracking'])
    expect(fieldsOf('packages', { AWB: flight })).toEqual(['unclear'])
    expect(fieldsOf('packages', { Tracking: ['NULL', ...flight.slice(1)] })).toEqual(['tracking'])
    expect(fieldsOf('charges', { Tracking: flight })).toEqual(['tracking'])
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
