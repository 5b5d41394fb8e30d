import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readFile } from './table-thread.ts'

const read = (content: Buffer) => readFile(content, 'packages')

const text = 'Tracking;Descripción\n1Z1;Café "Peña"\n\n1Z2;"a;b\nc"\n'
const expected = [
  { row: 2, cells: ['1Z1', 'Café "Peña"'] },
  { row: 4, cells: ['1Z2', 'a;b\nc'] },
]
const utf16be = () => Buffer.from(`\ufeff${text}`, 'utf16le').swap16()
test.each<[string, () => Buffer]>([
  ['UTF-8', () => Buffer.from(text)],
  ['UTF-8 with its mark', () => Buffer.from(`\ufeff${text}`)],
  ['Windows-1252', () => Buffer.from(text, 'latin1')],
  ['UTF-16 with its mark', () => Buffer.from(`\ufeff${text}`, 'utf16le')],
  ['UTF-16 without its mark', () => Buffer.from(text, 'utf16le')],
  ['UTF-16, the large end first', utf16be],
  ['the line ends of Windows', () => Buffer.from(text.replaceAll('\n', '\r\n').replace('b\r\nc', 'b\nc'))],
  ['the line ends of old Macs', () => Buffer.from(text.replaceAll('\n', '\r').replace('b\rc', 'b\nc'))],
  ['a line that names its mark', () => Buffer.from(`sep=;\n${text}`)],
])('a text file in %s is read', async (_, content) => {
  const { headings, lines } = await read(content())
  expect(headings).toEqual(['Tracking', 'Descripción'])
  expect(lines).toEqual(expected)
})

test.each([',', '\t', '|', ';'])(
  'a text file with %j between its cells is read, whatever stands in quotes',
  async (mark) => {
    const line = (...cells: string[]) => cells.join(mark)
    const content = Buffer.from([line('Tracking', 'Peso'), line('"1;Z,1|"', '2')].join('\n'))
    expect((await read(content)).lines).toEqual([{ row: 2, cells: ['1;Z,1|', '2'] }])
  },
)

test.each([
  [
    'semicolons, commas in heads and texts',
    'Tracking;Peso, en lb;Descripción\n1Z1;1,5;Ropa, zapatos, gorra\n1Z2;2,5;Cable, hub, mouse',
    3,
  ],
  ['semicolons, a comma in each line', 'Apellido, Nombre;Tel\nPaz, Ana;88\nMora, Eva;89', 2],
  ['semicolons, lines that end early', 'Tracking;Casillero;Método;Peso\n1Z1;31\n1Z2;32;A\n1Z3;33;A;2,5', 4],
  ['commas, a semicolon in texts', 'Tracking,Peso,Notas\n1Z1,2,a;b;c;d\n1Z2,3,e', 3],
  ['tabs, commas and semicolons in texts', 'Tracking\tNotas\n1Z1\ta, b; c\n1Z2\td, e; f', 2],
  ['commas, quoted line breaks', 'Tracking,Notas,Peso\n1Z1,"a;b\nc;d",2\n1Z2,"x",3', 3],
  ['commas, a title above', 'Bodega; Miami; octubre\nTracking,Peso,Notas\n1Z1,2,a\n1Z2,3,b', 3],
])('a text file of %s is parted by its own mark', async (_, text, columns) => {
  expect((await read(Buffer.from(text))).headings).toHaveLength(columns)
})

test('a record is one row, whatever breaks stand in its quotes, and a line that names the mark is none', async () => {
  const text = 'sep=;\r\nTracking;Notas;Peso\r\n1Z1;"a\r\nb\r\nc";1\r\n\r\n1Z2;"x\ny";2\r\n1Z3;z;3\r\n'
  expect((await read(Buffer.from(text))).lines.map(({ row, cells }) => [row, cells[0]])).toEqual([
    [2, '1Z1'],
    [4, '1Z2'],
    [5, '1Z3'],
  ])
})

const line = (tracking: string, text: string) => `${tracking};DEM0023;aereo;2;${text}`
test.each([
  [
    'at the end of a line',
    [
      'Tracking;Casillero;Método;Peso;Notas',
      line('1Z1', 'x'),
      line('1Z2', '"Monitor'),
      line('1Z3', 'y'),
      line('1Z4', 'TV 43"'),
    ].join('\n'),
    3,
  ],
  [
    'with the line ends of Windows',
    ['Tracking;Casillero;Método;Peso;Notas', line('1Z1', '"TV'), line('1Z2', 'TV 43"'), ''].join('\r\n'),
    2,
  ],
  ['in the middle of a line', 'Tracking;Notas;Peso\n1Z1;"Monitor 27;2\n1Z2;TV 43";3', 2],
  ['of two columns', 'Tracking;Notas\n1Z1;a\n1Z2;"Monitor\n1Z3;TV 43"\n1Z4;b', 3],
  ['never closed', 'Tracking,Notas,Peso\n1Z1,a,1\n1Z2,"Monitor,2\n1Z3,b,3', 3],
  ['behind quoted breaks', 'Tracking,Notas,Peso\n1Z1,"a\nb",1\n1Z2,"TV,2\n1Z3,43"",3\n1Z4,x"\n', 3],
])('a quote that is not closed, %s, is refused with its row', async (_, text, row) => {
  const error: unknown = await read(Buffer.from(text)).catch((thrown: unknown) => thrown)
  expect(error).toMatchObject({ code: 'import_quote_open', values: { row } })
})

test.each([
  'Tracking;Dirección\n1Z1;"a;b\nc"\n1Z2;x',
  'Nombre,Dirección\nAna,"De la rotonda 2c al sur,\n1c abajo, casa 3"\nEva,x',
  'Tracking;Casillero;Método;Peso;Notas\n1Z1;31;A;2;"Ropa; niño\ngorra"',
  'Tracking;Notas;Peso\n1Z1;"Beats" audífonos;1\n1Z2;TV 55";2',
])('a text with line breaks and marks of its own is read: %j', async (text) => {
  expect((await read(Buffer.from(text))).lines.length).toBeGreaterThan(0)
})

test('numbers and days of a column that fit both ways are told from those that its other values decide', async () => {
  const facts = async (...values: string[]) =>
    (await read(Buffer.from(`Tracking\tX\n${values.map((value) => `1Z\t${value}`).join('\n')}`))).facts[1]
  expect(await facts('1,234', '85.25')).toMatchObject({ decimals: '.' })
  expect(await facts('1,234 lb', '2,5 lb')).toMatchObject({ decimals: ',', number: '1,234' })
  expect(await facts('1,234', '12')).toMatchObject({ decimals: 'both', number: '1,234' })
  expect(await facts('1,234', '2,5', '2.5')).toMatchObject({ decimals: 'both' })
  expect(await facts(...Array.from({ length: 300 }, () => '11/01/2026'), '11/23/2026')).toMatchObject({
    dates: 'mdy',
  })
  expect(await facts('11/01/2026', '01/11/2026 9:00')).toMatchObject({ dates: 'both', date: '11/01/2026' })
  expect(await facts('2026-11-01', '46297', '1Z')).toEqual({ decimals: null, number: null, dates: null, date: null })
})

test('a text file without headings has columns by their letters, and keeps its first line', async () => {
  const { headings, lines } = await read(Buffer.from('1Z999AA10123456784;TRE0031\n1Z999AA10123456785;TRE0032'))
  expect([headings, lines.length]).toEqual([['Columna A', 'Columna B'], 2])
})

test('a sign that keeps a cell from being a formula is taken away', async () => {
  expect(
    (await read(Buffer.from('Tracking;Notas\n1;\'=SUM(A1)\n2;\'x\n3;="0001"'))).lines.map(({ cells }) => cells[1]),
  ).toEqual(['=SUM(A1)', "'x", '0001'])
})

/** The bytes of Spanish letters in DOS and on old Macs, in the order of `spanish`. */
const spanish = 'áéíóúñüÁÉÍÓÚÑÜ'
const upperBytes = {
  dos: 'a082a1a2a3a481b590d6e0e9a59a',
  mac: '878e92979c969fe783eaeef28486',
  windows: 'e1e9edf3faf1fcc1c9cdd3dad1dc',
} as const
function writeLetters(text: string, table: keyof typeof upperBytes): Buffer {
  const bytes = Buffer.from(upperBytes[table], 'hex')
  return Buffer.from([...text].map((sign) => bytes[spanish.indexOf(sign)] ?? sign.charCodeAt(0)))
}
/** Reads UTF-8 as Windows does, as often as given. */
const encodeAgain = (text: string, times: number): string =>
  times === 0 ? text : encodeAgain(new TextDecoder('windows-1252').decode(Buffer.from(text)), times - 1)

const names = [
  'José Núñez Peña',
  'MARÍA GÉNESIS ÑURINDA',
  'Ángel Muñóz',
  'Óscar Pérez Agüero',
  'Ramón Úbeda',
  'RAÚL IBÁÑEZ',
]

test('Spanish is read from whichever letters it was written in, twice in UTF-8 or as a page of the web', async () => {
  const entities = (text: string) =>
    text.replace(/[áéíóúñüÁÉÍÓÚÑÜ]/g, (sign) => {
      const [letter = '', accent = ''] = sign.normalize('NFD')
      return `&${letter}${{ '\u0301': 'acute', '\u0303': 'tilde', '\u0308': 'uml' }[accent]};`
    })
  const ways: ((text: string) => Buffer)[] = [
    (text) => writeLetters(text, 'windows'),
    (text) => writeLetters(text, 'dos'),
    (text) => writeLetters(text, 'mac'),
    (text) => Buffer.from(encodeAgain(text, 1)),
    (text) => Buffer.from(encodeAgain(text, 2)),
    (text) => Buffer.from(entities(text)),
    (text) => Buffer.from(text.replace(/[^\n -~]/g, (sign) => `&#${sign.charCodeAt(0)};`)),
  ]
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(names, { minLength: 2 }), fc.constantFrom(...ways), async (some, write) => {
      const { headings, lines, sheets } = await read(
        write(['Tracking;Teléfono', ...some.map((name) => `1Z;${name}`)].join('\n')),
      )
      expect([headings[1], ...lines.map(({ cells }) => cells[1]), sheets]).toEqual(['Teléfono', ...some, []])
    }),
    { numRuns: 30 },
  )
  const { lines } = await read(Buffer.from('Tracking;Notas\n1Z;TV 55&quot; AT&amp;amp;T &#59; «É»\n1Z;JOÃO'))
  expect(lines.map(({ cells }) => cells[1])).toEqual(['TV 55" AT&T ; «É»', 'JOÃO'])
})

test('letters that are Spanish in no way, or in two, are asked about by their first line', async () => {
  const content = Buffer.from('Tracking;Notas\n1Z;JOSé', 'latin1')
  const { sheetName, sheets, lines } = await read(content)
  expect([sheetName, lines[0]?.cells[1]]).toEqual(['1Z;JOSé', 'JOSé'])
  expect(sheets.map(({ name }) => name)).toEqual(['1Z;JOSé', '1Z;JOSÚ', '1Z;JOSÈ'])
  expect((await readFile(content, 'packages', '1Z;JOSÚ')).lines[0]?.cells[1]).toBe('JOSÚ')
})

test.each([
  ['Tracking;Peso\n1Z1;2.5\n1Z2;3\nTOTAL;5.5', 1],
  ['No;Tracking;Nombre;Peso\n1;1Z1;ANA;2.5\n2;1Z2;LUIS;3\n;TOTAL;;5.5', 1],
  ['Tracking;Peso;Valor\n1Z1;2.5;10\nSub-total;2.5 lb;US$10\n1Z2;3;5\nGran total: 2 paquetes;5.5 lbs;US$ 15.00', 2],
  ['Tracking;Nombre;Peso\n1Z1;ANA;2.5\n1Z2;LUIS;3\n;;5.5', 1],
  ['Tracking;Nombre;Peso\n1Z1;ANA;2.5\n1Z2;LUIS;3\n2;;5.5', 1],
  ['Tracking;Nombre;Peso\n1Z1;ANA;2.5\n1Z2;LUIS;3\n;;6.5', 0],
  ['Tracking;Nombre;Peso\n1Z1;TOTAL QUARTZ;2.5\n1Z2;Total Fitness;3', 0],
  ['Nombre;Método;Precio\nTotal;Aéreo;3.75\nOtra;Aéreo;4', 0],
  ['Tracking;Peso\n12345678;2\n12345678;2', 0],
])('rows of sums are left out and counted: %j', async (text, sums) => {
  const { lines, sumRows } = await read(Buffer.from(text))
  expect([sumRows, lines.length]).toEqual([sums, text.split('\n').length - 1 - sums])
})

test('two rows of headings are one, with the name above several columns for each and its unit', async () => {
  const headsOf = async (...lines: string[]) => (await read(Buffer.from(lines.join('\n')))).headings
  const row = '1;1Z1;TRE0031;ANA;2.5;1.13;AIR'
  expect(await headsOf('No.;GUIA;CLIENTE;;PESO;;SERVICIO', ';;Casillero;Nombre;Lb;Kg;', row)).toEqual([
    ...['No.', 'GUIA', 'CLIENTE Casillero', 'CLIENTE Nombre', 'PESO Lb', 'PESO Kg', 'SERVICIO'],
  ])
  expect(await headsOf('Guía;Medidas (cm);;', ';Largo;Ancho;Alto', '1Z1;30;20;10')).toEqual([
    ...['Guía', 'Largo (cm)', 'Ancho (cm)', 'Alto (cm)'],
  ])
  expect(await headsOf('LISTA DE PAQUETES;;', 'Guía;Peso;Nombre', '1Z1;2;ANA')).toEqual(['Guía', 'Peso', 'Nombre'])
  expect(await headsOf('Nombre;Apellidos;Ciudad', 'Ana;Lara;León')).toEqual(['Nombre', 'Apellidos', 'Ciudad'])
})

test.each([
  ['"Tracking,Casillero,Notas"\n"1Z1,31,""a, b"""\n"1Z2,32,c"', ['a, b', 'c']],
  ['Tracking,Casillero,Notas\n"1Z1,31,""a, b"""\n1Z2,32,c', ['a, b', 'c']],
  ['Tracking,Casillero,Notas\n1Z1,31,"TV 27\\", negro"\n1Z2,32,"c"', ['TV 27", negro', 'c']],
  ['Tracking,Notas,Peso\n1Z1,"C:\\dir\\",2\n1Z2,c,3', ['C:\\dir\\', 'c']],
])('a whole line in quotes, and a quote behind a backslash, are read: %j', async (text, notes) => {
  const { headings, lines } = await read(Buffer.from(text))
  const column = headings.indexOf('Notas')
  expect(lines.map(({ cells }) => cells[column])).toEqual(notes)
})
