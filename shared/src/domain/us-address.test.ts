import { expect, test } from 'vitest'
import { fillAddress, listUnknownVariables } from './us-address.ts'

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
