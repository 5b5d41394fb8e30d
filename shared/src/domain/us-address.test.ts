import { expect, test } from 'vitest'
import { fillAddress, listFormFields, listUnknownVariables } from './us-address.ts'

const values = { nombre: 'Ana Núñez', casillero: 'DEM0061' }

test('an address has the client’s name and casillero in lines that are named as a shop names its fields', () => {
  const address = '{{nombre}} {{ casillero }}\n8260 NW 70th St\n\nMiami, FL 33166'
  expect(fillAddress(address, values)).toEqual([
    { label: 'Nombre', text: 'Ana Núñez DEM0061' },
    { label: 'Dirección', text: '8260 NW 70th St' },
    { label: 'Ciudad, estado y código', text: 'Miami, FL 33166' },
  ])
})

test('a variable that there is not is named', () => {
  expect(listUnknownVariables('{{nombre}} {{ suite }}')).toEqual(['suite'])
})

test.each([
  ['Miami, FL 33166', 'Ciudad Miami, Estado FL, Código postal 33166'],
  ['Fort Lauderdale fl, 33309-1234', 'Ciudad Fort Lauderdale, Estado FL, Código postal 33309-1234'],
  ['Miami', 'Otra línea Miami'],
  ['+1 (305) 555-0147', 'Teléfono +1 (305) 555-0147'],
])('a line “%s” fills the fields of a form', (text, fields) => {
  const read = listFormFields([{ label: 'Teléfono', text }])
  expect(read.map(({ label, text: value }) => `${label} ${value}`).join(', ')).toBe(fields)
})
