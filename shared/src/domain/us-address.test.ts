import { expect, test } from 'vitest'
import {
  fillAddress,
  listAddressProblems,
  listFormFields,
  listUnknownVariables,
  readAddress,
  writeAddress,
} from './us-address.ts'

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
])('a last line “%s” fills the fields of a form', (text, fields) => {
  const read = listFormFields(`\n\n\n\n${text}`, values)
  expect(read.map(({ label, text: value }) => `${label} ${value}`).join(', ')).toBe(fields)
})

test('a line has the label of what stands in it where the line of the suite was left out', () => {
  const fields = listFormFields('{{nombre}} {{casillero}}\n8260 NW 70th St\nMiami, FL 33166\n+1 305 555 0147', values)
  expect(fields.map(({ label, text }) => `${label} ${text}`)).toEqual([
    ...['Nombre Ana Núñez DEM0061', 'Dirección 8260 NW 70th St', 'Ciudad Miami', 'Estado FL'],
    ...['Código postal 33166', 'Teléfono +1 305 555 0147'],
  ])
})

test.each([
  '{{nombre}}\n8260 NW 70th St\nSuite {{casillero}}\nMiami, FL 33166\n+1 305 555 0147',
  '{{nombre}}\n8260 NW 70th St\n\nWest Palm Beach, FL 33401-1234',
])('an address that is read into fields and written again is as it was: %j', (address) => {
  const fields = readAddress(address)
  expect(fields && writeAddress(fields)).toBe(address)
})

test.each([
  '{{nombre}}\n8260 NW 70th St\nMiami',
  '8260 NW 70th St\nSuite {{casillero}}\nMiami, FL 33166',
  '{{nombre}}\n8260 NW 70th St\n\nMiami, FL 33166\nUSA',
  '{{nombre}}\n8260 NW 70th St\nMiami, FL 33166\n+1 305 555 0147\nLunes a viernes',
])('no fields are read where it is not sure which line is which: %j', (address) => {
  expect(readAddress(address)).toBeUndefined()
})

test('each field that could not be read again from the lines is named', () => {
  const good = {
    name: '{{nombre}}',
    street: '8260 NW 70th St',
    suite: '',
    city: 'Miami',
    state: 'fl',
    code: '33166',
    phone: '',
  }
  expect(listAddressProblems(good)).toEqual([])
  const bad = { name: '', street: '', suite: '{{suite}}', city: 'Miami, FL', state: 'Fla', code: '3316', phone: 'no' }
  expect(listAddressProblems(bad).map(({ name }) => name)).toEqual([
    ...['name', 'street', 'city', 'state', 'code', 'phone', 'suite'],
  ])
})
