import { posix } from 'node:path'
import { visibleText } from '@casillero/shared/domain/visible-text'
import { enough, readXml } from './read-xml.ts'
import type { Archive } from './read-zip.ts'
import { FileRefusal, maxCellLength } from './table.ts'

const maxPartBytes = 8 * 1024 * 1024
const maxTextBytes = 32 * 1024 * 1024
const maxTexts = 2_000_000
const maxSheets = 255
/** Excel lets a format be so long; a longer one is no day, and is not looked through. */
const longestFormat = 255

export type BookSheet = { name: string; part: string; isHidden: boolean }
export type Book = { sheets: BookSheet[]; texts: string[]; isDate: boolean[]; is1904: boolean }

/** `_x000D_`: characters that XML cannot hold. */
export const withoutEscapes = (text: string): string =>
  text.replace(/_x([0-9a-f]{4})_/gi, (_, code: string) => String.fromCharCode(Number.parseInt(code, 16)))

type Relation = { type: string; target: string }

/** By their ids; all writers call a type by the same last word. */
async function readRelations(archive: Archive, part: string): Promise<Map<string, Relation>> {
  const relations = new Map<string, Relation>()
  const { dir, base } = posix.parse(part)
  const name = posix.join(dir, '_rels', `${base}.rels`)
  if (!archive.entries.has(name)) return relations
  await readXml(archive, name, maxPartBytes, {
    open(tag, { Id = '', Type = '', Target = '' }) {
      const target = Target.startsWith('/') ? Target.slice(1) : posix.join(dir, Target)
      if (tag === 'Relationship') relations.set(Id, { type: Type.slice(Type.lastIndexOf('/') + 1), target })
    },
  })
  return relations
}

/** As transitional and strict files call it. */
const isRelationships = (address: string): boolean =>
  /^http:\/\/(?:schemas\.openxmlformats\.org|purl\.oclc\.org\/ooxml)\/officeDocument(?:\/2006)?\/relationships$/.test(
    address,
  )

const isHiddenState = (state: string | undefined): boolean => state !== undefined && state !== 'visible'

async function readSheets(archive: Archive, part: string, relations: Map<string, Relation>) {
  const sheets: BookSheet[] = []
  // A file may give the namespace any prefix, at any element above.
  const prefixes = new Set<string>()
  let is1904 = false
  await readXml(archive, part, maxPartBytes, {
    open(tag, attributes) {
      for (const [name, value] of Object.entries(attributes))
        if (name.startsWith('xmlns:') && isRelationships(value)) prefixes.add(name.slice('xmlns:'.length))
      if (tag === 'workbookPr') is1904 = /^(?:1|true)$/.test(attributes.date1904 ?? '')
      if (tag !== 'sheet') return
      if (sheets.length >= maxSheets) throw new FileRefusal('import_too_many_sheets')
      const id = [...prefixes].map((prefix) => attributes[`${prefix}:id`]).find((found) => found !== undefined)
      const target = relations.get(id ?? attributes['r:id'] ?? '')?.target ?? ''
      const name = visibleText(withoutEscapes((attributes.name ?? '').slice(0, 200)).toWellFormed()).slice(0, 200)
      sheets.push({ name, part: target, isHidden: isHiddenState(attributes.state) })
    },
    close(tag) {
      if (tag === 'sheets') throw enough
    },
  })
  return { sheets: sheets.filter((sheet) => archive.entries.has(sheet.part)), is1904 }
}

/** Cells name them by number. */
async function readTexts(archive: Archive, part: string): Promise<string[]> {
  const texts: string[] = []
  if (!archive.entries.has(part)) return texts
  let text = ''
  let isText = false
  let isPhonetic = false
  await readXml(archive, part, maxTextBytes, {
    open(tag) {
      if (tag === 'si') text = ''
      if (tag === 'rPh') isPhonetic = true
      if (tag === 't') isText = !isPhonetic
    },
    text(piece) {
      if (isText && text.length < maxCellLength) text += piece
    },
    close(tag) {
      if (tag === 't') isText = false
      if (tag === 'rPh') isPhonetic = false
      if (tag !== 'si') return
      if (texts.length >= maxTexts) throw new FileRefusal('import_file_unpacks')
      texts.push(withoutEscapes(text.slice(0, maxCellLength)))
    },
  })
  return texts
}

/** As Excel has them built in. */
const isBuiltInDate = (format: number): boolean =>
  (format >= 14 && format <= 17) || format === 22 || (format >= 27 && format <= 36) || (format >= 50 && format <= 58)

const showsDay = (code: string): boolean =>
  code.length <= longestFormat && /[dy]/i.test(code.replace(/"[^"]*"|\\.|\[[^\]]*\]|_./g, ''))

/** For each look of a cell. */
async function readDateLooks(archive: Archive, part: string): Promise<boolean[]> {
  const looks: boolean[] = []
  if (!archive.entries.has(part)) return looks
  const own = new Map<number, boolean>()
  let isInLooks = false
  await readXml(archive, part, maxPartBytes, {
    open(tag, attributes) {
      if (tag === 'numFmt') own.set(Number(attributes.numFmtId), showsDay(attributes.formatCode ?? ''))
      if (tag === 'cellXfs') isInLooks = true
      const format = Number(attributes.numFmtId ?? 0)
      if (tag === 'xf' && isInLooks) looks.push(own.get(format) ?? isBuiltInDate(format))
    },
    close(tag) {
      if (tag === 'cellXfs') throw enough
    },
  })
  return looks
}

/** Names and parts, texts, and looks. Throws a `FileRefusal`. */
export async function readBook(archive: Archive): Promise<Book> {
  const { entries } = archive
  // Workbooks in which cells are no XML: those of Excel's binary form, and of LibreOffice.
  if (entries.has('xl/workbook.bin') || entries.has('content.xml')) throw new FileRefusal('import_file_old')
  const roots = await readRelations(archive, '')
  const named = [...roots.values()].find(({ type }) => type === 'officeDocument')?.target
  const part = named !== undefined && entries.has(named) ? named : 'xl/workbook.xml'
  if (!entries.has(part)) throw new FileRefusal('import_file_unknown')
  const relations = await readRelations(archive, part)
  const findPart = (type: string, usual: string) =>
    [...relations.values()].find((relation) => relation.type === type)?.target ?? usual
  const { sheets, is1904 } = await readSheets(archive, part, relations)
  return {
    sheets,
    is1904,
    texts: await readTexts(archive, findPart('sharedStrings', 'xl/sharedStrings.xml')),
    isDate: await readDateLooks(archive, findPart('styles', 'xl/styles.xml')),
  }
}
