import { strToU8, zipSync } from 'fflate'
import { expect, test } from 'vitest'
import { inline, main, sheetOf, workbookOf } from '../../../../tests/support/workbook-of.ts'
import { readFile } from './read-file.ts'
import { FileRefusal } from './table.ts'

const read = (content: Buffer) => readFile(content, 'packages')

const refusalOf = async (content: Buffer): Promise<string> => {
  const error: unknown = await read(content).catch((thrown: unknown) => thrown)
  return error instanceof FileRefusal ? error.code : String(error)
}

const entities = `<!DOCTYPE x [<!ENTITY a "aaaaaaaaaa">${'bcdefghij'.replace(/./g, (name, at) => `<!ENTITY ${name} "${`&${'abcdefghi'[Number(at)]};`.repeat(10)}">`)}]><worksheet ${main}><sheetData><row><c t="inlineStr"><is><t>&j;</t></is></c></row></sheetData></worksheet>`
const external = `<!DOCTYPE x SYSTEM "file:///etc/passwd"><worksheet ${main}/>`
const good = workbookOf({ sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`) })
// The limits of a whole sheet are tried on a running server, beside the memory that it takes.
const bomb = () => workbookOf({ sheet: sheetOf(''), styles: ' '.repeat(9_000_000) })

const nested = () => workbookOf({ sheet: `<worksheet ${main}>${'<a>'.repeat(100_000)}` })
const brackets = workbookOf({
  sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`),
  styles: `<numFmts><numFmt numFmtId="164" formatCode="${'['.repeat(5_000_000)}"/></numFmts><cellXfs><xf numFmtId="164"/></cellXfs>`,
})

test('a number format of millions of letters is no day, and takes no time', async () => {
  expect((await read(brackets)).lines).toHaveLength(1)
})

test.each<[string, () => Buffer, string]>([
  ['a hundred thousand elements inside each other', nested, 'import_file_hostile'],
  [
    'a hundred thousand sheets',
    () =>
      workbookOf({ sheet: sheetOf(''), sheets: `<sheets>${'<sheet name="a" r:id="rId1"/>'.repeat(100_000)}</sheets>` }),
    'import_too_many_sheets',
  ],
  [
    'a row twice',
    () =>
      workbookOf({
        sheet: sheetOf(
          `<row r="1">${inline('A1', 'Tracking')}</row><row r="2">${inline('A2', 'a')}</row><row r="2">${inline('A2', 'b')}</row>`,
        ),
      }),
    'import_file_broken',
  ],
  [
    'cells that are merged over each other',
    () =>
      workbookOf({
        sheet: `<worksheet ${main}><sheetData>${Array.from({ length: 3_000 }, (_, at) => `<row r="${at + 1}">${inline(`A${at + 1}`, 'Tracking')}</row>`).join('')}</sheetData><mergeCells>${'<mergeCell ref="A2:A1048576"/>'.repeat(100_000)}</mergeCells></worksheet>`,
      }),
    'import_file_broken',
  ],
  [
    'a page of the web',
    () => Buffer.from('\n<html xmlns:x="urn:x"><body><table><tr><td>1Z1;A</td></tr></table></body></html>'),
    'import_file_web',
  ],
  ['a page with a document type', () => Buffer.from('\ufeff<!DOCTYPE html><table></table>'), 'import_file_web'],
  [
    'a table alone, in UTF-16',
    () => Buffer.from('\ufeff<table><tr><td>1</td></tr></table>', 'utf16le'),
    'import_file_web',
  ],
  [
    'XML of Excel 2003',
    () => Buffer.from('<?xml version="1.0"?><?mso-application progid="Excel.Sheet"?><Workbook/>'),
    'import_file_web',
  ],
  ['a web archive', () => Buffer.from('MIME-Version: 1.0\r\nContent-Type: multipart/related'), 'import_file_web'],
  ['cells in a binary form', () => Buffer.from(zipSync({ 'xl/workbook.bin': strToU8('x') })), 'import_file_old'],
  ['a sheet of LibreOffice', () => Buffer.from(zipSync({ 'content.xml': strToU8('<x/>') })), 'import_file_old'],
  ['entities that grow', () => workbookOf({ sheet: entities }), 'import_file_hostile'],
  ['an entity outside', () => workbookOf({ sheet: external }), 'import_file_hostile'],
  ['a part that unpacks to more than any has', bomb, 'import_file_unpacks'],
  ['an archive that ends early', () => good.subarray(0, good.length - 30), 'import_file_broken'],
  ['an archive with a broken middle', () => Buffer.from(good).fill(0xff, 40, 400), 'import_file_broken'],
  ['a workbook with a password, or of 1997', () => Buffer.from('d0cf11e0a1b11ae1', 'hex'), 'import_file_old'],
  ['another archive', () => Buffer.from(zipSync({ 'a.txt': strToU8('a') })), 'import_file_unknown'],
  ['a picture', () => Buffer.from('89504e470d0a1a0a0000000d', 'hex'), 'import_file_unknown'],
  ['no bytes', () => Buffer.alloc(0), 'import_file_empty'],
  ['headings alone', () => Buffer.from('Tracking;Peso\n'), 'import_file_empty'],
  ['more rows than may be', () => Buffer.from(`Tracking\n${'1Z1\n'.repeat(20_001)}`), 'import_too_many_rows'],
  ['a line of ten million cells', () => Buffer.from(';'.repeat(10_000_000)), 'import_file_broken'],
  ['more columns than may be', () => Buffer.from(`${'a;'.repeat(101)}\n`), 'import_too_many_columns'],
  [
    'a column far to the right',
    () => workbookOf({ sheet: sheetOf(`<row>${inline('XFD1', 'x')}</row>`) }),
    'import_too_many_columns',
  ],
])('a file with %s is refused as what it is', async (_, content, code) => {
  expect(await refusalOf(content())).toBe(code)
})

test('macros, links and pictures beside the sheet are not opened', async () => {
  const more = { 'xl/vbaProject.bin': strToU8('no macro'), 'xl/externalLinks/externalLink1.xml': strToU8(external) }
  const { lines } = await read(
    workbookOf({ sheet: sheetOf(`<row>${inline('A1', 'Tracking')}</row><row>${inline('A2', '1Z1')}</row>`), more }),
  )
  expect(lines).toHaveLength(1)
})
