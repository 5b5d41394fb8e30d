import { expect, test } from 'vitest'
import { fitName, sharesName } from './name-match.ts'

const client = (firstName: string, middleName: string | null, lastNames: string) => ({
  firstName,
  middleName,
  lastNames,
})
const andres = client('ANDRÉS', 'FELIPE', 'MENA ZAPATA')
const teresa = client('Teresa', 'del Carmen', 'Rocha Blanco')
const shop = client('Ferretería', 'El', 'Clavo S.A.')

test.each([
  ['ANDRES FELIPE MENA ZAPATA', andres, 'whole'],
  ['MENA ZAPATA ANDRES FELIPE', andres, 'whole'],
  ['Mena Zapata, Andrés Felipe', andres, 'whole'],
  ['Sr. Andrés  Mena', andres, 'enough'],
  ['ZAPATA ANDRES', andres, 'enough'],
  ['Mena-Zapata Andrés', andres, 'enough'],
  ['A. Felipe Mena Z.', andres, 'enough'],
  ['MENA,ANDRES', andres, 'enough'],
  ['Andrés, Mena', andres, undefined],
  ['ANDRES MENA MENA', andres, undefined],
  ['MENA MENA', andres, undefined],
  ['ANDRES ANDRES', andres, undefined],
  ['ANDRES MENA LOPEZ', andres, undefined],
  ['ANDRES MENA JR', andres, undefined],
  ['A A MENA', andres, undefined],
  ['ANDRES', andres, 'part'],
  ['FELIPE', andres, 'part'],
  ['ANDRES FELIPE', andres, 'part'],
  ['MENA', andres, 'part'],
  ['Mena Zapata', andres, 'part'],
  ['Andrés M.', andres, 'part'],
  ['A. Mena', andres, 'part'],
  ['TERESA ROCHA', teresa, 'enough'],
  ['Teresa Carmen Rocha Blanco', teresa, 'whole'],
  ['DEL CARMEN', teresa, 'part'],
  ['TERESA DE LA', teresa, 'part'],
  ['Juan dela Cruz', client('Juan', null, 'de la Cruz'), 'whole'],
  ['JOSE RAMON DE LA O', client('José', 'Ramón', 'de la O'), 'whole'],
  ['Ma.Elena Ruiz', client('María', 'Elena', 'Vda. de Ruiz'), 'whole'],
  ['ANA MENA MENA', client('Ana', null, 'Mena Mena'), 'whole'],
  ['CARLOS JUAN', client('Juan', null, 'Carlos'), 'whole'],
  ['CRUZ', client('Cruz', null, 'Cruz'), 'part'],
  ['CRUZ CRUZ', client('Cruz', null, 'Cruz'), 'whole'],
  ['Ferreteria el Clavo, S.A.', shop, 'whole'],
  ['EL CLAVO', shop, 'part'],
  ['FERRETERIA SA', shop, 'part'],
  ['MADONNA', client('Madonna', null, '.'), 'whole'],
  ['MADONNA RUIZ', client('Madonna', null, '.'), undefined],
  [', .', andres, undefined],
  ['', andres, undefined],
])('the text %j names the client %j by: %s', (text, named, fit) => {
  expect(fitName(text, named)).toBe(fit)
})

test('a text of thousands of letters is compared with as many without waiting for all orders', () => {
  expect(fitName('A '.repeat(200), client('A '.repeat(90), null, 'B '.repeat(90)))).toBeUndefined()
})

test('a name of another family shares no word with a client, and that of a relative does', () => {
  expect(sharesName('LUIS PAZ', andres)).toBe(false)
  expect(sharesName('Luis Mena', andres)).toBe(true)
  expect(sharesName('A. de la M.', andres)).toBe(false)
})
