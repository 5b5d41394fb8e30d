import bwipjs from 'bwip-js/node'
import type { LabelFacts, LabelPaper } from './label-facts.ts'
import { dotsPerInch, labelSheet, type Part, qrModules, type Sheet } from './label-layout.ts'
import { openPaper, type Paper } from './paper.ts'
import { type ShippingLabelPaper, shippingLabelSheet } from './shipping-label.ts'

const dot = 72 / dotsPerInch

// Lucide's ship and plane (ISC), as strokes of 2 in a square of 24.
const glyphs: Record<LabelFacts['method'], string[]> = {
  maritimo: [
    'M12 2v2M12 9.189V13M19 12V6a2 2 0 00-2-2H7a2 2 0 00-2 2v6',
    'M19.38 19A11.6 11.6 0 0021 13l-8.188-3.639a2 2 0 00-1.624 0L3 13.001a11.6 11.6 0 002.81 7.76',
    'M2 20c.6.5 1.2 1 2.5 1 2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1s1.2 1 2.5 1c2.5 0 2.5-2 5-2 1.3 0 1.9.5 2.5 1',
  ],
  aereo: [
    'M17.8 19.2 16 11l3.5-3.5C21 6 21.5 4 21 3c-1-.5-3 0-4.5 1.5L13 8 4.8 6.2c-.5-.1-.9.1-1.1.5l-.3.5c-.2.5-.1 1 .3 1.3L9 12l-2 3H4l-1 1 3 2 2 3 1-1v-3l3-2 3.5 5.3c.3.4.8.5 1.3.3l.5-.2c.4-.3.6-.7.5-1.2z',
  ],
}

/** docs/product/papers.md, "Labels". */
export async function drawLabels({ labels, format, size, company, createdAt }: LabelPaper): Promise<Buffer> {
  const paper = openPaper({ title: 'Etiquetas', author: company, createdAt: new Date(createdAt) })
  const sheets = labels.map((facts) => labelSheet(paper, facts, company, size))
  if (format === 'zpl') return Buffer.from(sheets.map(writeZpl).join(''))
  for (const sheet of sheets) drawSheet(paper, sheet)
  return await paper.end()
}

/** docs/product/papers.md, "Shipping labels". */
export async function drawShippingLabels(drawing: ShippingLabelPaper): Promise<Buffer> {
  const { shippingLabels, company, phone, createdAt } = drawing
  const paper = openPaper({ title: 'Etiquetas de envío', author: company, createdAt: new Date(createdAt) })
  for (const facts of shippingLabels) drawSheet(paper, shippingLabelSheet(paper, facts, company, phone))
  return await paper.end()
}

function drawSheet(paper: Paper, { width, height, parts }: Sheet): void {
  paper.addPage(width * dot, height * dot)
  for (const part of parts) drawPart(paper, part)
}

function drawPart(paper: Paper, part: Part): void {
  const { pdf } = paper
  const [x, y] = [part.x * dot, part.y * dot]
  if (part.kind === 'text') {
    const style = { size: part.size * dot, bold: part.bold }
    paper.write([part.text], { x, y, width: paper.measureWidth(part.text, style) }, { ...style, white: part.white })
  } else if (part.kind === 'block') {
    pdf.rect(x, y, part.width * dot, part.height * dot).fill('#000')
  } else if (part.kind === 'frame') {
    const edge = part.thickness * dot
    pdf.lineWidth(edge).strokeColor('#000')
    pdf.rect(x + edge / 2, y + edge / 2, part.width * dot - edge, part.height * dot - edge).stroke()
  } else if (part.kind === 'glyph') {
    pdf
      .save()
      .translate(x, y)
      .scale((part.size * dot) / 24)
    pdf.lineWidth(2).lineCap('round').lineJoin('round').strokeColor('#fff')
    for (const path of glyphs[part.method]) pdf.path(path).stroke()
    pdf.restore()
  } else if (part.kind === 'code128') drawBars(pdf, part)
  else drawSquares(pdf, part)
}

type Drawn<Kind extends Part['kind']> = Extract<Part, { kind: Kind }>

type Box = [x: number, y: number, width: number, height: number]

/** Fills one path once for all dots. */
function fillDots(pdf: PDFKit.PDFDocument, boxes: Box[]): void {
  for (const [x, y, width, height] of boxes) pdf.rect(x * dot, y * dot, width * dot, height * dot)
  pdf.fill('#000')
}

function drawBars(pdf: PDFKit.PDFDocument, { x, y, module, height, code }: Drawn<'code128'>): void {
  const boxes: Box[] = []
  let left = x
  for (const [index, modules] of encodeBars(code).entries()) {
    if (index % 2 === 0) boxes.push([left, y, modules * module, height])
    left += modules * module
  }
  fillDots(pdf, boxes)
}

function drawSquares(pdf: PDFKit.PDFDocument, { x, y, module, code }: Drawn<'qr'>): void {
  const boxes = encodeSquares(code).flatMap((isBlack, at): Box[] =>
    isBlack ? [[x + (at % qrModules) * module, y + Math.floor(at / qrModules) * module, module, module]] : [],
  )
  fillDots(pdf, boxes)
}

/** Returns widths of bars and spaces in turns, in modules, a bar first. */
function encodeBars(text: string): number[] {
  const [symbol] = bwipjs.raw('code128', text, '')
  if (!symbol || !('sbs' in symbol)) throw new Error('No Code 128 was made')
  return symbol.sbs
}

/** Returns rows of squares, true for black. */
function encodeSquares(text: string): boolean[] {
  // A fixed version, because finding it takes a seventh of the time.
  const [symbol] = bwipjs.raw('qrcode', text, 'eclevel=H version=1')
  if (!symbol || !('pixs' in symbol) || symbol.pixx !== qrModules) throw new Error('No QR of version 1 was made')
  return symbol.pixs.map((pixel: number) => pixel === 1)
}

/** Escapes what a printer would read as a command or print as another letter. */
function fieldData(text: string): string {
  const isPlain = (byte: number) =>
    byte >= 0x20 && byte < 0x7f && !['^', '~', '_', '\\'].includes(String.fromCharCode(byte))
  return [...Buffer.from(text)]
    .map((byte) => (isPlain(byte) ? String.fromCharCode(byte) : `_${byte.toString(16).toUpperCase().padStart(2, '0')}`))
    .join('')
}

/** The printer has no glyphs, so the method's bar has only its word. */
function writePart(part: Part): string {
  const at = `^FO${part.x},${part.y}`
  switch (part.kind) {
    // The printer places letters at the top of their line, the layout below their accents.
    case 'text':
      return `^FO${part.x},${part.y + Math.round(part.size * 0.18)}${part.white ? '^FR' : ''}^A0N,${part.size},${Math.round(part.size * 0.92)}^FH^FD${fieldData(part.text)}^FS\n`
    case 'block':
      return `${at}^GB${part.width},${part.height},${Math.min(part.width, part.height)}^FS\n`
    case 'frame':
      return `${at}^GB${part.width},${part.height},${part.thickness}^FS\n`
    case 'glyph':
      return ''
    case 'code128':
      return `${at}^BY${part.module}^BCN,${part.height},N,N,N^FD${part.code}^FS\n`
    case 'qr':
      return `${at}^BQN,2,${part.module}^FDHA,${part.code}^FS\n`
  }
}

/** ZPL II in UTF-8. docs/product/papers.md, "Labels". */
function writeZpl({ width, height, parts }: Sheet): string {
  return `^XA\n^CI28\n^PW${width}\n^LL${height}\n^LH0,0\n${parts.map(writePart).join('')}^XZ\n`
}
