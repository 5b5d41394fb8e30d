import fc from 'fast-check'
import { expect, test } from 'vitest'
import { isShortened } from './number-marks.ts'
import { findNumbers } from './numbers-in-text.ts'

const list = (text: string): string[] => findNumbers(text).map(({ tracking }) => tracking)

const [usps, ups, fedEx, amazon, dhl] = [
  '9400111899560055501016',
  '1Z999AA10123456784',
  '779017972697',
  'TBA502887274000',
  '3318810025',
]

test.each([
  [`="${usps}"`, usps],
  [`=${usps}`, usps],
  [`'9101026837331000039521`, '9101026837331000039521'],
  [`"${ups}"`, ups],
  [`“${ups}”`, ups],
  [`'"${amazon}"'`, amazon],
  ['="00408017007469"', '00408017007469'],
  [`${fedEx}.0`, fedEx],
  [`${fedEx},00`, fedEx],
  ['779,017,972,697', fedEx],
  ['779.017.972.697', fedEx],
  ["779'017'972'697.00", fedEx],
  ['7.79017972697E+11', fedEx],
  ['7,79017972697e+11', fedEx],
  [`UPS ${ups}`, ups],
  [`UPS:${ups}`, ups],
  [`UPS-${ups}`, ups],
  [`UPS${ups}`, ups],
  [`USPS: ${usps}`, usps],
  [`${usps} (USPS)`, usps],
  [`FedEx ${fedEx}`, fedEx],
  [`DHL ${dhl}`, dhl],
  [`Amazon ${amazon}`, amazon],
  ['Amazon TBA 502887274000', amazon],
  [`Tracking: ${amazon}`, amazon],
  [`Mi tracking: ${amazon}.`, amazon],
  [`mi paquete es el TBA 502887274000 gracias`, amazon],
  [`Guía #${ups}`, ups],
  [`Guía No. ${fedEx}`, fedEx],
  [`Nº ${usps}`, usps],
  [`#${amazon}`, amazon],
  [`${amazon}.`, amazon],
  [`${ups},`, ups],
  [`*${ups}*`, ups],
  [`<${ups}>`, ups],
  ['(420)33178(92)001901326076008334 57', '9200190132607600833457'],
  ['(420) 22153 (91)01026837331000039521', '9101026837331000039521'],
  ['420 22153 9101 0268 3733 1000 0395 21 2.5 lb', '9101026837331000039521'],
  ['42022153 9101026837331000039521', '9101026837331000039521'],
  ['9400 1118 9956\n0055 5010 16', usps],
  [`Juan Pérez ${ups} 2.5 lb US$30.00`, ups],
  [`${amazon} orden 112-1234567-1234567`, amazon],
  [`Pedido 986578788855 tracking ${amazon}`, amazon],
  [`${ups} tel 3318810025`, ups],
  [`${ups} 3055550123 llamar`, ups],
  [`${usps} 28/11/2026`, usps],
  [`${usps} 2026-11-28`, usps],
  [`Factura 986578788855, ${usps}`, usps],
  ['Guía #WR12345', 'WR12345'],
  ['tracking: YT2312345678901234.', 'YT2312345678901234'],
  ['caja azul YT2312345678901234', 'YT2312345678901234'],
  ['UPS 12345678', '12345678'],
  [`https://www.ups.com/track?tracknum=${ups} gracias`, ups],
])('the one number of %j is %s', (text, number) => {
  expect(list(text)).toEqual([number])
  expect(list(number)).toEqual([number])
})

test.each(['C1', 'C0', 'A0', 'Q3'])(
  'an identifier %s that a keyboard of another language prints is no part of a number',
  (sign) => {
    for (const mark of [']', '+', '¨', '´', '}', ')', '*', '^', '$', '[', '`']) {
      expect(list(`${mark}${sign}${usps}`), mark).toEqual([usps])
      expect(list(`${mark}${sign}420331669400111899526018159083`), mark).toEqual(['9400111899526018159083'])
    }
    expect(list('*C11031500001879*')).toEqual(['C11031500001879'])
  },
)

test.each([
  [`${ups}, 1Z999AA10055501023`, [ups, '1Z999AA10055501023']],
  [`${amazon}\n${fedEx}`, [amazon, fedEx]],
  ['9400 1112 0108 0805 4830 16 9400 1118 9956 0055 5010 16', ['9400111201080805483016', usps]],
  ['YT2312345678901234 LP00123456789012', ['YT2312345678901234', 'LP00123456789012']],
  [`${usps}, YT2312345678901234`, [usps, 'YT2312345678901234']],
  ['1234567890123456 / 1234567890123457', ['1234567890123456', '1234567890123457']],
  ['123456789012 123456789013', ['123456789012', '123456789013']],
  [`USPS ${usps}; UPS ${ups}`, [usps, ups]],
])('the numbers of %j are apart', (text, numbers) => {
  expect(list(text)).toEqual(numbers)
})

test.each([
  'Caja 12345 azul',
  'orden 2026 17',
  'Orden 986578788855',
  'pedido no. 986578788855',
  'S/N 12345',
  '#12345',
  'US$1,234,567,890.00',
  '+505 8690 4417',
  'Juan 50588887777',
  'José Mora 3318810025',
  'llegó el 28/11/2026',
  '9.40011E+21',
  'mi cédula 001-010190-0000A',
])('no number stands in %j', (text) => {
  expect(list(text)).toEqual([])
})

test.each([
  ['9.4E+21', true],
  ['="9,40011E+21"', true],
  ['UPS 9.4e21', true],
  ['7.79017972697E+11', false],
  ['12E5', false],
  [usps, false],
])('%j has lost digits to a spreadsheet: %s', (text, isLost) => {
  expect(isShortened(text)).toBe(isLost)
})

const known = [
  usps,
  ups,
  fedEx,
  amazon,
  dhl,
  ...['92748931507708513018050063', '71123456789123456787', 'LZ537990752US', '041441760228964', '73891051146'],
  ...[
    'JJD0099999999',
    'JD014600006281230701',
    'GM2951173225174494',
    'C11031500001879',
    'LX17635036',
    '1LS7119013618127-1',
  ],
  ...['RB123456785GB'],
]
const anyNumber = fc.constantFrom(...known)
const before = fc.constantFrom(
  '',
  '="',
  "'",
  '"',
  '#',
  'UPS ',
  'Tracking: ',
  'Mi tracking: ',
  'Guía #',
  'No. ',
  '(',
  '*',
  ']C1',
  '+C1',
)
const after = fc.constantFrom('', '"', '.', ',', ' (USPS)', ' .', ')', '*', '\n', '; ')
const separator = fc.constantFrom(
  ' ',
  ', ',
  ',',
  '\n',
  '\r\n',
  '; ',
  ';',
  ' / ',
  '/',
  ' y ',
  ' - ',
  '-',
  '—',
  '\t',
  ' | ',
  ' + ',
  ':',
  '_',
)

test('a number of a carrier reads back out of every decoration', () => {
  fc.assert(
    fc.property(before, anyNumber, after, (head, number, tail) => {
      expect(list(head + number + tail)).toEqual([number])
    }),
    { numRuns: 1000 },
  )
})

test('two numbers that anything parts are two', () => {
  fc.assert(
    fc.property(anyNumber, separator, anyNumber, (one, between, other) => {
      fc.pre(one !== other)
      expect(list(one + between + other).toSorted()).toEqual([one, other].toSorted())
    }),
    { numRuns: 1000 },
  )
  expect(list(`${amazon}${ups}${usps}`)).toEqual([amazon, ups, usps])
})
