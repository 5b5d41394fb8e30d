import { strToU8, zipSync } from 'fflate'

export const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
export const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

type Parts = {
  sheet: string
  texts?: string
  styles?: string
  book?: string
  sheets?: string
  more?: Record<string, Uint8Array>
}

const twoSheets =
  '<sheets><sheet name="Oculta" sheetId="2" state="hidden" r:id="rId2"/><sheet name="Recibidos" sheetId="1" r:id="rId1"/></sheets>'

/** A workbook as Excel writes it, of these parts. */
export function workbookOf({ sheet, texts, styles, book = '', sheets = twoSheets, more = {} }: Parts): Buffer {
  const part = (text: string) => strToU8(`<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n${text}`)
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': part(`<workbook ${main} xmlns:r="${office}">${book}${sheets}</workbook>`),
      'xl/_rels/workbook.xml.rels': part(
        `<Relationships><Relationship Id="rId1" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Target="worksheets/sheet2.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': part(sheet),
      'xl/worksheets/sheet2.xml': part(sheetOf('<row r="1"><c r="A1"><v>1</v></c></row>')),
      ...(texts === undefined ? {} : { 'xl/sharedStrings.xml': part(`<sst ${main}>${texts}</sst>`) }),
      ...(styles === undefined ? {} : { 'xl/styles.xml': part(`<styleSheet ${main}>${styles}</styleSheet>`) }),
      ...more,
    }),
  )
}

/** A sheet with these rows. */
export const sheetOf = (rows: string) => `<worksheet ${main}><sheetData>${rows}</sheetData></worksheet>`
/** A cell with a text of its own. */
export const inline = (place: string, text: string) => `<c r="${place}" t="inlineStr"><is><t>${text}</t></is></c>`
