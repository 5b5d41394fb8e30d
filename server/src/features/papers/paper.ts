import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { create, type Font } from 'fontkit'
import PDFDocument from 'pdfkit'

/**
 * Opens a font once for all papers of the thread: reading its tables takes most of the time of a short paper. Looks up each letter, because
 * the font remembers which letters first needed a glyph, and the same content must give the same bytes.
 */
function openFont(weight: string): Font {
  const font = create(readFileSync(join(import.meta.dirname, `fonts/inter-${weight}.ttf`)))
  if (!('characterSet' in font)) throw new Error(`The file of the font ${weight} holds several fonts`)
  for (const letter of font.characterSet) font.glyphForCodePoint(letter)
  return font
}

const fonts = { regular: openFont('regular'), bold: openFont('semibold') }

export type Style = {
  size: number
  bold?: boolean
  align?: 'left' | 'right' | 'center'
  grey?: boolean
  white?: boolean
}
export type Place = { x: number; width: number; y: number }

export type PaperInfo = { title: string; author: string; createdAt: Date }

/** Wraps and places text line by line. */
export type Paper = {
  /** The document, for what only one paper draws. */
  pdf: PDFKit.PDFDocument
  addPage(width: number, height: number): void
  measureWidth(text: string, style: Style): number
  /** Breaks a word that is wider. */
  wrap(text: string, width: number, style: Style): string[]
  write(text: string | readonly string[], place: Place, style: Style): number
  rule(place: Place, look?: { grey?: boolean; dashed?: boolean }): void
  end(): Promise<Buffer>
}

export const lineHeight = ({ size }: Style): number => size * 1.4

// Latin with its extensions, Vietnamese, punctuation and signs of money.
const drawable = /^[\u0020-\u007e\u00a0-\u024f\u1e00-\u1eff\u2010-\u2027\u2030-\u203a₡€™−×≈→№□✓]*$/
const graphemes = new Intl.Segmenter('es', { granularity: 'grapheme' })

export function drawableText(text: string): string {
  if (drawable.test(text)) return text
  const parts = [...graphemes.segment(text.normalize('NFC').replace(/[\t\r]/g, ' '))]
  return parts.map(({ segment }) => (segment === '\n' || drawable.test(segment) ? segment : '□')).join('')
}

/** Keeps the words that can be drawn whole: on a label a row of boxes names no client. */
export const drawableWords = (text: string): string =>
  text
    .normalize('NFC')
    .split(/\s+/)
    .filter((word) => drawable.test(word))
    .join(' ')

function createDocument(info: PaperInfo): PDFKit.PDFDocument {
  const pdf = new PDFDocument({
    autoFirstPage: false,
    bufferPages: true,
    lang: 'es-NI',
    displayTitle: true,
    margin: 0,
    font: '',
    info: {
      Title: drawableText(info.title),
      Author: drawableText(info.author),
      Creator: 'Casillero',
      Producer: 'Casillero',
      CreationDate: info.createdAt,
      ModDate: info.createdAt,
    },
  })
  // The types of `registerFont` leave out that it takes an opened font.
  for (const named of Object.entries(fonts)) Reflect.apply(pdf.registerFont, pdf, named)
  return pdf
}

/** Takes dates and ids from `info`, so that the same content gives the same bytes. */
export function openPaper(info: PaperInfo): Paper {
  const pdf = createDocument(info)
  const chunks: Buffer[] = []
  const ended = new Promise<Buffer>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk))
    pdf.on('end', () => resolve(Buffer.concat(chunks)))
    pdf.on('error', reject)
  })

  const choose = ({ size, bold }: Style) => pdf.font(bold ? 'bold' : 'regular').fontSize(size)
  const measureWidth = (text: string, style: Style) => choose(style).widthOfString(text)

  const paper: Paper = {
    pdf,
    addPage: (width, height) => void pdf.addPage({ size: [width, height], margin: 0 }),
    measureWidth,
    wrap: (text, width, style) =>
      drawableText(text)
        .split('\n')
        .flatMap((line) => wrapLine(line, (part) => measureWidth(part, style) <= width)),
    write(text, { x, y, width }, style) {
      const lines = typeof text === 'string' ? paper.wrap(text, width, style) : text
      const step = lineHeight(style)
      choose(style).fillColor(style.white ? '#fff' : style.grey ? '#444' : '#000')
      for (const [index, line] of lines.entries()) {
        const left = style.align === undefined || style.align === 'left' ? 0 : width - pdf.widthOfString(line)
        const from = style.align === 'center' ? left / 2 : left
        if (line !== '') pdf.text(line, x + from, y + index * step, { lineBreak: false })
      }
      return lines.length * step
    },
    rule({ x, y, width }, { grey, dashed } = {}) {
      pdf.lineWidth(grey ? 0.5 : 0.75).strokeColor(grey ? '#999' : '#000')
      if (dashed) pdf.dash(2, { space: 2 })
      pdf
        .moveTo(x, y)
        .lineTo(x + width, y)
        .stroke()
      if (dashed) pdf.undash()
    },
    end() {
      pdf.end()
      return ended
    },
  }
  return paper
}

function wrapLine(line: string, fits: (text: string) => boolean): string[] {
  if (fits(line)) return [line]
  const lines: string[] = []
  let open = ''
  for (const word of line.split(' ').flatMap((part) => breakWord(part, fits))) {
    const longer = open === '' ? word : `${open} ${word}`
    if (fits(longer)) open = longer
    else {
      lines.push(open)
      open = word
    }
  }
  return [...lines, open]
}

/** Breaks a word wider than its line, such as a very long tracking. */
function breakWord(word: string, fits: (text: string) => boolean): string[] {
  if (fits(word)) return [word]
  const parts: string[] = []
  let open = ''
  for (const letter of word) {
    if (open !== '' && !fits(open + letter)) {
      parts.push(open)
      open = ''
    }
    open += letter
  }
  return [...parts, open]
}
