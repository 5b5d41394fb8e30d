import { strFromU8, unzipSync } from 'fflate'
import { expect } from 'vitest'

/** The cells of a file's first sheet by their place: texts as they are, numbers as numbers. */
export function cellsOf(content: Uint8Array): Map<string, string | number> {
  const xml = strFromU8(unzipSync(content)['xl/worksheets/sheet1.xml'] ?? new Uint8Array())
  expect(xml).not.toMatch(/<f[ >]/)
  const texts = [
    ...xml.matchAll(/<c r="(\w+)" s="\d" t="inlineStr"><is><t xml:space="preserve">([^<]*)<\/t><\/is><\/c>/g),
  ]
  const numbers = [...xml.matchAll(/<c r="(\w+)" s="\d"><v>([^<]*)<\/v><\/c>/g)]
  expect(texts.length + numbers.length).toBe(xml.match(/<c /g)?.length)
  return new Map<string, string | number>([
    ...texts.map(([, place = '', text = '']) => [place, text] as const),
    ...numbers.map(([, place = '', number = '']) => [place, Number(number)] as const),
  ])
}
