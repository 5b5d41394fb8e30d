import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { searchPatterns, searchText } from './search-text.ts'

/** Matches as PostgreSQL's LIKE does with the default escape character. */
function like(text: string, pattern: string): boolean {
  const steps = [...pattern.matchAll(/\\(.)|(%)|(_)|(.)/gsu)].map(([, escaped, any, one, plain]) => {
    if (any) return '[^]*'
    if (one) return '[^]'
    return (escaped ?? plain ?? '').replace(/[.*+?^${}()|[\]\\/-]/g, '\\$&')
  })
  return new RegExp(`^${steps.join('')}$`, 'u').test(text)
}

const finds = (query: string, ...fields: Parameters<typeof searchText>) =>
  searchPatterns(query).every((pattern) => like(searchText(...fields), pattern))

const ana: Parameters<typeof searchText> = [
  'DEM0001',
  'Ana',
  'María',
  'Núñez Peñalba',
  '50586904417',
  'ana.nunez@correo.com',
]

describe('the searched text of a row', () => {
  test('the searched text of a row is its fields in lower case, without accents, between separators', () => {
    expect(searchText(...ana)).toBe('|dem0001|ana|maria|nunez penalba|50586904417|ananunez@correocom|')
  })

  test('the searched text of a row leaves out what is missing', () => {
    expect(searchText('Ana', null, undefined, '', '  ', 0, 12)).toBe('|ana|0|12|')
    expect(searchText(null, '')).toBe('')
    expect(searchText()).toBe('')
  })

  test('the searched text of a row keeps the separator for itself and holds no control characters', () => {
    expect(searchText('a|b', 'c\0d\ne\u200Bf\uD800')).toBe('|a¦b|c d ef|')
  })
})

describe('a search', () => {
  test.each([
    ['nunez'],
    ['NÚÑEZ'],
    ['Nún\u0303ez'],
    ['ana penalba'],
    ['penalba ANA'],
    ['uñe'],
    ['0001'],
    ['dem-0001'],
    ['#DEM0001'],
    ['8690-4417'],
    ['+505 8690 4417'],
    ['(505) 86904417'],
    ['an'],
    ['d'],
    ['50'],
    ['ana.nunez@correo.com'],
    ['correo.com'],
    ['ana - nunez'],
    ['  ana   '],
  ])('a search for %j finds Ana', (query) => {
    expect(finds(query, ...ana)).toBe(true)
  })

  test.each([
    ['ún'],
    ['1'],
    ['pe'],
    ['ana lópez'],
    ['%'],
    ['_'],
    ['a%a'],
    ['a_a'],
    ['\\'],
    ['|'],
    ['|ana|'],
    ['ana|maria'],
    ['86'],
  ])('a search for %j does not find Ana', (query) => {
    expect(finds(query, ...ana)).toBe(false)
  })

  test('a search of one or two letters matches the beginning of a field, one of three a part of it', () => {
    expect(searchPatterns('ma mar')).toEqual(['%|ma%', '%mar%'])
    expect(searchPatterns('ñ')).toEqual(['%|n%'])
  })

  test('a search takes wildcards and the escape character literally', () => {
    expect(searchPatterns('100% a_b c\\d')).toEqual(['%100\\%%', '%a\\_b%', '%c\\\\d%'])
    expect(finds('50%', '50% de descuento')).toBe(true)
    expect(finds('50%', '500 libras')).toBe(false)
    expect(finds('a_b', 'TBA_B1')).toBe(true)
    expect(finds('a_b', 'TBAXB1')).toBe(false)
    expect(finds('c\\d', 'C\\D')).toBe(true)
  })

  test('a search finds trackings with and without their hyphens, and currencies by symbol', () => {
    expect(finds('1z-999', '1Z999AA10123456784')).toBe(true)
    expect(finds('1z999', '1Z-999-AA1')).toBe(true)
    expect(finds('c$', 'NIO', 'Córdoba', 'C$')).toBe(true)
    expect(finds('€', 'EUR', 'Euro', '€')).toBe(true)
  })

  test.each([[''], ['   '], ['\t\n'], ['-'], ['...'], ['\u0301'], ['\u200B']])(
    'a search for %j has no words',
    (query) => {
      expect(searchPatterns(query)).toEqual([])
    },
  )

  test('a search names a repeated word once and reads 100 characters', () => {
    expect(searchPatterns('ana Ana ANÁ')).toEqual(['%ana%'])
    expect(searchPatterns('x'.repeat(500))).toEqual([`%${'x'.repeat(100)}%`])
  })
})

describe('the laws of searching', () => {
  const letter = fc.constantFrom(...'aBñÑÁéüZ09-. %_\\|#@/', 'n\u0303', 'e\u0301')
  const field = fc.string({ unit: letter, maxLength: 20 })
  const binary = fc.string({ unit: 'binary', maxLength: 120 })

  test('every part of a field of three letters or more finds its row, in any case and in both Unicode forms', () => {
    fc.assert(
      fc.property(fc.array(field, { maxLength: 4 }), field, fc.nat(20), fc.nat(20), (others, text, from, length) => {
        const part = text.slice(from, from + length)
        const patterns = searchPatterns(part).filter((pattern) => !pattern.startsWith('%|'))
        for (const variant of [text, text.toUpperCase(), text.normalize('NFC'), text.normalize('NFD')]) {
          const row = searchText(...others, variant)
          for (const pattern of patterns) expect(like(row, pattern)).toBe(true)
        }
      }),
    )
  })

  test('the beginning of a field finds its row, however short', () => {
    fc.assert(
      fc.property(field, field, fc.nat(20), (other, text, length) => {
        const [first = ''] = text.trimStart().slice(0, length).split(' ')
        expect(finds(first, other, text)).toBe(true)
      }),
    )
  })

  test('a row has one separator more than fields, and a pattern no wildcard inside', () => {
    fc.assert(
      fc.property(fc.array(binary, { maxLength: 8 }), binary, (fields, query) => {
        const row = searchText(...fields)
        const filled = fields.filter((text) => searchText(text) !== '').length
        expect(row.split('|').length).toBe(filled === 0 ? 1 : filled + 2)
        for (const pattern of searchPatterns(query)) {
          expect(pattern).toMatch(/^%\|?(?:[^%_\\|]|\\[%_\\])+%$/u)
        }
      }),
    )
  })
})
