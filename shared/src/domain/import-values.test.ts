import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  findNamed,
  hasLostDigits,
  isNoCode,
  isNothing,
  isSheetError,
  readCasillero,
  readMethod,
} from './import-values.ts'
import { shortenName, splitName, splitOwnName } from './spanish-name.ts'

test('a method has a name in Spanish or English, and others are none', () => {
  expect(['AIR', 'Aéreo', 'avión', 'Ocean', 'MARÍTIMO', 'barco', 'tierra', ''].map(readMethod)).toEqual([
    ...['aereo', 'aereo', 'aereo', 'maritimo', 'maritimo', 'maritimo'],
    ...[undefined, undefined],
  ])
})

test('a name is found by its words, else by its beginning where only one has it', () => {
  const all = ['Entregado', 'En tránsito', 'En aduana', 'Listo para retirar'].map((name) => ({ name }))
  const found = (text: string) => findNamed(all, text)?.name
  expect(['ENTREGADO', 'en transito', 'listo', 'en', 'x', ''].map(found)).toEqual([
    ...['Entregado', 'En tránsito', 'Listo para retirar'],
    ...[undefined, undefined, undefined],
  ])
})

test('a mailbox number is read however it is written', () => {
  const read = (text: string) => readCasillero(text, 'TRE')?.casillero
  expect(['TRE 31', 'tre-0031', '31', '0207', 'MGA1045', 'TRE', '0', 'TRE12345678', 'a b 3'].map(read)).toEqual([
    ...['TRE0031', 'TRE0031', 'TRE0031', 'TRE0207', 'MGA1045'],
    ...[undefined, undefined, undefined, undefined],
  ])
})

test('a whole name is split into names and surnames', () => {
  const split = (name: string) => Object.values(splitName(name))
  expect(split('Ana')).toEqual(['Ana', '', ''])
  expect(split('Ana Lara')).toEqual(['Ana', '', 'Lara'])
  expect(split('Ana Lara Ruiz')).toEqual(['Ana', '', 'Lara Ruiz'])
  expect(split('María José Peña Ruiz')).toEqual(['María', 'José', 'Peña Ruiz'])
  expect(split('PÉREZ LÓPEZ, JUAN CARLOS')).toEqual(['JUAN', 'CARLOS', 'PÉREZ LÓPEZ'])
  expect(split('MORA,ANA')).toEqual(['ANA', '', 'MORA'])
  expect(split(' De la Cruz ,  María  del Carmen')).toEqual(['María', 'del Carmen', 'De la Cruz'])
  expect(split('Mora,')).toEqual(['Mora,', '', ''])
  expect(split('Comercial Sur, S.A.')).toEqual(['Comercial', '', 'Sur, S.A.'])
  expect(split('Juan Mora, Jr.')).toEqual(['Juan', '', 'Mora, Jr.'])
  expect(split('María de la Cruz')).toEqual(['María', '', 'de la Cruz'])
  expect(split('Ana Lucía Montealegre de Castro')).toEqual(['Ana', 'Lucía', 'Montealegre de Castro'])
  expect(split('Juan Pérez y López')).toEqual(['Juan', '', 'Pérez y López'])
  expect(split('Ma. Elena Vda. de Ruiz')).toEqual(['Ma. Elena', '', 'Vda. de Ruiz'])
  expect(split('Luis E. Pérez G.')).toEqual(['Luis', 'E.', 'Pérez G.'])
  expect(split('Sra.')).toEqual(['Sra.', '', ''])
})

test('a name on WhatsApp is proposed without its signs, and a number or a picture is no name', () => {
  const split = (name: string) => Object.values(splitOwnName(name))
  expect(split('🌸 Heydi Palacios 👩‍👧')).toEqual(['Heydi', '', 'Palacios'])
  expect(split("~*María José O'Neill Ruiz*~")).toEqual(['María', 'José', "O'Neill Ruiz"])
  expect(split('505 Cargo')).toEqual(['', '', ''])
  expect(split('+505 8690 4417')).toEqual(['', '', ''])
  expect(split('❤️')).toEqual(['', '', ''])
})

test('a particle goes with the word after it and a title is no name, whatever the name', () => {
  const part = fc
    .tuple(
      fc.constantFrom('', 'de ', 'del ', 'De La ', 'de los ', 'dos ', 'San ', 'y ', 'Vda. de '),
      fc.constantFrom('Ana', 'Cruz', 'Ángeles', 'O', 'López', 'Jesús', 'G.'),
    )
    .map(([before, word]) => before + word)
  const titled = fc.constantFrom('', 'Dr. ', 'Lic. ', 'Doña ', 'Sra. ', 'Ing. Don ')
  fc.assert(
    fc.property(titled, fc.array(part, { minLength: 1, maxLength: 5 }), (title, parts) => {
      const [first, ...rest] = parts
      const last = rest.slice(-2)
      const middle = rest.slice(0, rest.length - last.length)
      const expected = { firstName: first, middleName: middle.join(' '), lastNames: last.join(' ') }
      expect(splitName(title + parts.join(' '))).toEqual(expected)
      expect(splitName(`${title}${parts.join(' ')}, Ana`)).toMatchObject({
        firstName: 'Ana',
        lastNames: parts.join(' '),
      })
    }),
  )
})

test('a client is greeted by the first given name alone, without a title and with what belongs to it', () => {
  const names = fc.constantFrom('Ana', 'María', 'Ma. Elena', 'De La O', 'San Juan', 'José', 'O', 'Ñurinda')
  const others = fc.constantFrom('', ' Lucía', ' de los Ángeles', ' del Carmen Isabel', ' E.', ' y Luis')
  const titled = fc.constantFrom('', 'Dr. ', 'LIC. ', 'doña ', 'Sra ', 'Ing. Don ')
  fc.assert(
    fc.property(titled, names, others, (title, name, other) => {
      expect(shortenName(` ${title}${name}${other}`)).toBe(name)
    }),
  )
  expect(['Dra.', '', 'de'].map(shortenName)).toEqual(['Dra.', '', 'de'])
})

test('a tracking that a spreadsheet cut is known by its form', () => {
  expect(['9.40011E+21', '9,4E21', '1Z999', '12E', 'TBA123E45'].map(hasLostDigits)).toEqual([
    ...[true, true],
    ...[false, false, false],
  ])
})

test.each([
  ['9.40011E+21', true],
  ['5,05881E+10', true],
  ['505881E+5', true],
  ['+5.05881e+10', true],
  ['9400110200881230000000', true],
  ['9361289676095400000000', true],
  ['9400 1102 0088 1230 0000 00', true],
  ['1027590111820000000000000000000000', true],
  ['12345678901234500', true],
  // A right check digit, or too short to have lost any.
  ['9400111899223070000000', false],
  ['123450000000000', false],
  ['1234567890123450', false],
  ['94E12', false],
  ['50588110000', false],
  ['1Z999AA10123456784', false],
])('%j has lost digits in a spreadsheet: %s', (text, isLost) => {
  expect(hasLostDigits(text)).toBe(isLost)
})

test.each([
  '#N/A',
  '#N/D',
  '#NV',
  '#¡REF!',
  '#REF!',
  '#NAME?',
  '#¿NOMBRE?',
  '#¡VALOR!',
  '#DIV/0!',
  '#¡NUM!',
  '#NULL!',
  '#BEZUG!',
  '#NÚM!',
  '#¡DESBORDAMIENTO!',
  '#SPILL!',
  '#GETTING_DATA',
  '########',
  'Err:502',
])('%j is an error of a spreadsheet', (text) => {
  expect(isSheetError(text)).toBe(true)
})

test.each(['#1', '# 12', '#A12', 'Caja #2!', '#', 'N/A', '#wow!', 'Error', 'Err: 5'])(
  '%j is no error of a spreadsheet',
  (text) => {
    expect(isSheetError(text)).toBe(false)
  },
)

test('what stands for nothing is nothing, however it is written, and names, numbers and words are not', () => {
  const nothing = `null|NULL|(null)|<null>|nan|NaN|N/A|n/d|NA|N.A.|\\N|-|--|—|...|?|None|undefined|S/N|s/n|S/D|SIN TRACKING|sin guía|Sin número
    |sin número de guía|SIN NOMBRE|Sin dueño|no aplica|No disponible|no tiene|Ninguno|(en blanco)|(blank)|vacío|xxx|TBD|por asignar|Unknown|`
  for (const text of nothing.split(/\s*\|/)) expect(isNothing(text), text).toBe(true)
  const bare = ['null', 'n/a', 's/n', 'sin tracking', 'no number', 'sin número de guía', 'no aplica', 'desconocido']
  const around = fc.constantFrom('%', ' % ', '(%)', '<%>', '[%]', '{%}', '%.')
  const inCase = fc.constantFrom(
    (text: string) => text,
    (text: string) => text.toUpperCase(),
    (text: string) => text.normalize('NFD'),
  )
  fc.assert(
    fc.property(fc.constantFrom(...bare), around, inCase, (text, frame, write) => {
      expect(isNothing(frame.replace('%', write(text)))).toBe(true)
      expect(isNothing(frame.replace('%', `${write(text)} Pérez`))).toBe(false)
    }),
    { numRuns: 40 },
  )
  const something =
    '0|Ana|Nancy|Nulla|NADIA|X|SN1|Sin azúcar|Noé|N|A|S|1|#1|NA1|Ninguna Cosa|Sin tracking ni nombre, caja azul'
  for (const text of something.split('|')) expect(isNothing(text), text).toBe(false)
  expect(['0', '0000', 'pendiente', 'N/A', '', '10', '0001'].map(isNoCode)).toEqual([
    ...[true, true, true, true, true],
    ...[false, false],
  ])
})
