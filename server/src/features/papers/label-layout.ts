import type { LabelSize } from '@casillero/shared/contract/labels'
import type { LabelFacts } from './label-facts.ts'
import { drawableWords, type Paper, type Style } from './paper.ts'

/** Each bar is a whole number of dots wide at this resolution. */
export const dotsPerInch = 203

export type Spot = { x: number; y: number }

/** A text's size is the height of its line. */
export type Part =
  | (Spot & { kind: 'text'; text: string; size: number; bold: boolean; white: boolean })
  | (Spot & { kind: 'block'; width: number; height: number })
  | (Spot & { kind: 'frame'; width: number; height: number; thickness: number })
  | (Spot & { kind: 'glyph'; size: number; method: LabelFacts['method'] })
  | (Spot & { kind: 'code128'; module: number; height: number; code: string })
  | (Spot & { kind: 'qr'; module: number; code: string })

export type Sheet = { width: number; height: number; parts: Part[] }

/** A Code 128 of eight characters: start, characters, check and stop. */
export const barModules = 123
/** A QR of version 1 holds eight characters at the highest correction. */
export const qrModules = 21

const words = { aereo: 'AÉREO', maritimo: 'MARÍTIMO' }

/** The ratio of width and size is the same in points and in dots. */
export const measure = (paper: Paper, text: string, style: Style): number => paper.measureWidth(text, style)

/** Draws nothing for an empty text. */
export function text(place: Spot, content: string, { size, bold = false }: Style, white = false): Part[] {
  return content === '' ? [] : [{ kind: 'text', ...place, text: content, size, bold, white }]
}

export type Fit = {
  /** Defaults to half of the wanted size. */
  least?: number
  /** The part of a cut text that remains. */
  keeps?: 'start' | 'end'
}

/** Shrinks the text until it fits; cuts what would be too small. */
export function fitLine(paper: Paper, content: string, width: number, style: Style, fit: Fit = {}): [string, Style] {
  const { least = Math.ceil(style.size / 2), keeps = 'start' } = fit
  const size = Math.min(style.size, Math.floor((style.size * width) / measure(paper, content, style)))
  if (size >= least) return [content, { ...style, size }]
  const smallest = { ...style, size: least }
  const letters = [...content]
  const cut = () => (keeps === 'end' ? `…${letters.join('')}` : `${letters.join('')}…`)
  while (measure(paper, cut(), smallest) > width) keeps === 'end' ? letters.shift() : letters.pop()
  return [cut(), smallest]
}

/** Breaks between words; shrinks longer text to two thirds, then cuts it. */
function fitLines(paper: Paper, content: string, width: number, style: Style): [string[], Style] {
  for (let size = style.size; size >= (style.size * 2) / 3; size -= 2) {
    const lines = paper.wrap(content, width, { ...style, size })
    if (lines.length <= 2) return [lines, { ...style, size }]
  }
  const least = { ...style, size: Math.ceil((style.size * 2) / 3) }
  const [first = '', ...rest] = paper.wrap(content, width, least)
  const letters = [...rest.join(' ')]
  while (measure(paper, `${letters.join('')}…`, least) > width) letters.pop()
  return [[first, `${letters.join('').trimEnd()}…`], least]
}

/** Keeps the foot of the line at the place for the wanted size. */
export function line(paper: Paper, place: Spot & { width: number }, content: string, style: Style, fit?: Fit): Part[] {
  const [fitted, fitting] = fitLine(paper, content, place.width, style, fit)
  // Keeps the foot of the line in place.
  return text({ x: place.x, y: place.y + style.size - fitting.size }, fitted, fitting)
}

/** Shrinks as far as needed, because it is never cut. */
const casilleroLine = (
  paper: Paper,
  place: Spot & { width: number },
  { casillero }: LabelFacts,
  size: number,
): Part[] => line(paper, place, casillero, { size, bold: true }, { least: 1 })

function lines(paper: Paper, place: Spot & { width: number }, content: string, style: Style): Part[] {
  const [fitted, fitting] = fitLines(paper, content, place.width, style)
  return fitted.flatMap((one, index) =>
    text({ x: place.x, y: place.y + Math.round(index * fitting.size * 1.16) }, one, fitting),
  )
}

export const right = (paper: Paper, edge: number, y: number, content: string, style: Style): Part[] =>
  text({ x: edge - Math.ceil(measure(paper, content, style)), y }, content, style)

function methodBar(paper: Paper, { method }: LabelFacts, box: Spot & { width: number; height: number }): Part[] {
  const glyph = Math.round(box.height * 0.56)
  const room = box.width - glyph - Math.round(box.height * 0.6)
  const [word, style] = fitLine(paper, words[method], room, { size: Math.round(box.height * 0.52), bold: true })
  const gap = Math.round(box.height * 0.16)
  const x = box.x + Math.round((box.width - glyph - gap - measure(paper, word, style)) / 2)
  return [
    { kind: 'block', ...box },
    { kind: 'glyph', x, y: box.y + Math.round((box.height - glyph) / 2), size: glyph, method },
    ...text({ x: x + glyph + gap, y: box.y + Math.round((box.height - style.size * 1.21) / 2) }, word, style, true),
  ]
}

function methodAndNumber(paper: Paper, facts: LabelFacts, box: Spot & { width: number; height: number }): Part[] {
  const barWidth = Math.round(box.width * 0.55)
  const cell = { x: box.x + barWidth + 12, width: box.width - barWidth - 24 }
  const [number, style] = fitLine(paper, facts.number, cell.width, { size: Math.round(box.height * 0.42), bold: true })
  const label: Style = { size: Math.round(box.height * 0.2) }
  const middle = (content: string, look: Style) => cell.x + Math.round((cell.width - measure(paper, content, look)) / 2)
  return [
    { kind: 'frame', ...box, thickness: 4 },
    ...methodBar(paper, facts, { ...box, width: barWidth }),
    ...text({ x: middle('Paquete', label), y: box.y + Math.round(box.height * 0.13) }, 'Paquete', label),
    ...text({ x: middle(number, style), y: box.y + Math.round(box.height * 0.38) }, number, style),
  ]
}

function drawLarge(paper: Paper, facts: LabelFacts, company: string): Sheet {
  const [x, width] = [40, 734]
  const dated: Style = { size: 32 }
  const room = width - measure(paper, facts.date, dated) - 24
  return {
    width: 812,
    height: 1218,
    parts: [
      ...line(paper, { x, y: 38, width: room }, company, { size: 34, bold: true }),
      ...right(paper, x + width, 39, facts.date, dated),
      { kind: 'block', x, y: 98, width, height: 4 },
      ...casilleroLine(paper, { x, y: 108, width }, facts, 190),
      ...lines(paper, { x, y: 326, width }, facts.name, { size: 52, bold: true }),
      ...methodAndNumber(paper, facts, { x, y: 472, width, height: 144 }),
      ...(facts.tracking === '' ? [] : text({ x, y: 644 }, 'Tracking', { size: 26 })),
      ...line(paper, { x, y: 674, width }, facts.tracking, { size: 42 }, { keeps: 'end' }),
      { kind: 'code128', x, y: 842, module: 4, height: 270, code: facts.code },
      ...text({ x, y: 1120 }, facts.code, { size: 50, bold: true }),
      { kind: 'qr', x: x + width - 9 * qrModules, y: 984, module: 9, code: facts.code },
    ],
  }
}

function drawSmall(paper: Paper, facts: LabelFacts): Sheet {
  const x = 20
  const bar = { x: 322, y: 22, width: 117, height: 44 }
  return {
    width: 457,
    height: 254,
    parts: [
      ...casilleroLine(paper, { x, y: 2, width: 288 }, facts, 70),
      ...methodBar(paper, facts, bar),
      ...lines(paper, { x, y: 84, width: 420 }, facts.name, { size: 25, bold: true }),
      { kind: 'code128', x, y: 130, module: 2, height: 78, code: facts.code },
      ...text({ x, y: 214 }, facts.code, { size: 23, bold: true }),
      ...right(paper, x + 2 * barModules, 214, formatTail(facts.tracking), { size: 23 }),
      { kind: 'qr', x: 439 - 5 * qrModules, y: 130, module: 5, code: facts.code },
    ],
  }
}

const formatTail = (tracking: string): string => (tracking.length > 6 ? `…${tracking.slice(-6)}` : tracking)

function drawRoll(paper: Paper, facts: LabelFacts, company: string): Sheet {
  const [x, width] = [28, 438]
  const dated: Style = { size: 22 }
  const room = width - measure(paper, facts.date, dated) - 16
  return {
    width: 495,
    height: 560,
    parts: [
      ...line(paper, { x, y: 20, width: room }, company, { size: 23, bold: true }),
      ...right(paper, x + width, 21, facts.date, dated),
      { kind: 'block', x, y: 60, width, height: 3 },
      ...casilleroLine(paper, { x, y: 62, width }, facts, 112),
      ...lines(paper, { x, y: 194, width }, facts.name, { size: 36, bold: true }),
      ...methodAndNumber(paper, facts, { x, y: 290, width, height: 78 }),
      ...line(paper, { x, y: 378, width }, facts.tracking, { size: 26 }, { keeps: 'end' }),
      { kind: 'code128', x, y: 424, module: 2, height: 84, code: facts.code },
      ...text({ x, y: 514 }, facts.code, { size: 30, bold: true }),
      { kind: 'qr', x: x + width - 6 * qrModules, y: 424, module: 6, code: facts.code },
    ],
  }
}

const sheets: Record<LabelSize, typeof drawLarge> = { '4x6': drawLarge, small: drawSmall, 62: drawRoll }

/** docs/product/papers.md, "Labels". */
export const labelSheet = (paper: Paper, facts: LabelFacts, company: string, size: LabelSize): Sheet =>
  sheets[size](paper, { ...facts, name: drawableWords(facts.name) }, company)
