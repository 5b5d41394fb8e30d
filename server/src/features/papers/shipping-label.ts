import {
  barModules,
  type Fit,
  fitLine,
  line,
  measure,
  type Part,
  qrModules,
  right,
  type Sheet,
  type Spot,
  text,
} from './label-layout.ts'
import { drawableWords, type Paper, type Style } from './paper.ts'

export type ShippingLabelFacts = {
  /** A scan of it finds the package. */
  code: string
  /** Stands for a name that no letter of the font can say. */
  casillero: string
  name: string
  phone: string
  address: string
  place: string
  /** The package's place in the shipment, such as `1/3`. */
  count: string
  weight: string
  /** Printed on the first package of the shipment; empty if nothing is due. */
  toCollect: string
  note: string
}

export type ShippingLabelPaper = {
  shippingLabels: ShippingLabelFacts[]
  company: string
  phone: string
  createdAt: string
}

const [x, width] = [38, 736]

type Room = { size: number; least: number; most: number; bold?: boolean }

/** Shrinks the text; cuts the last line of one that would be too small. */
function paragraph(
  paper: Paper,
  y: number,
  content: string,
  { size, least, most, bold = false }: Room,
): [Part[], number] {
  let style: Style = { size, bold }
  while (style.size > least && paper.wrap(content, width, style).length > most) style = { size: style.size - 2, bold }
  const wrapped = paper.wrap(content, width, style)
  const [last] = fitLine(paper, wrapped.slice(most - 1).join(' '), width, style, { least: style.size })
  const shown = wrapped.length <= most ? wrapped : [...wrapped.slice(0, most - 1), last]
  const height = Math.round(style.size * 1.18)
  return [shown.flatMap((one, index) => text({ x, y: y + index * height }, one, style)), y + shown.length * height]
}

const centre = (
  paper: Paper,
  box: Spot & { width: number },
  content: string,
  style: Style,
  fit?: Fit,
  white = false,
) => {
  const [fitted, fitting] = fitLine(paper, content, box.width - 24, style, fit)
  const left = box.x + Math.round((box.width - measure(paper, fitted, fitting)) / 2)
  return text({ x: left, y: box.y + Math.round((style.size - fitting.size) / 2) }, fitted, fitting, white)
}

/** White on black, followed by `1/3` and pounds. */
function placeBar(paper: Paper, { place, count, weight }: ShippingLabelFacts, y: number): Part[] {
  const height = 112
  const [black, second] = [376, 158]
  const third = width - black - second
  const label: Style = { size: 24 }
  const cell = (left: number, room: number, value: string, unit: string) => [
    ...centre(paper, { x: left, y: y + 16, width: room }, value, { size: 48, bold: true }, { least: 20 }),
    ...centre(paper, { x: left, y: y + 72, width: room }, unit, label),
  ]
  return [
    { kind: 'frame', x, y, width, height, thickness: 4 },
    { kind: 'block', x, y, width: black, height },
    ...centre(
      paper,
      { x, y: y + 28, width: black },
      place.toUpperCase(),
      { size: 48, bold: true },
      { least: 22 },
      true,
    ),
    ...cell(x + black, second, count, 'bulto'),
    { kind: 'block', x: x + black + second, y, width: 4, height },
    ...cell(x + black + second, third, weight, 'libras'),
  ]
}

function cashBox(paper: Paper, toCollect: string, y: number): Part[] {
  if (toCollect === '') return []
  const height = 104
  return [
    { kind: 'frame', x, y, width, height, thickness: 6 },
    ...text({ x: x + 26, y: y + 18 }, 'Paga al', { size: 32, bold: true }),
    ...text({ x: x + 26, y: y + 52 }, 'recibir', { size: 32, bold: true }),
    ...fitRight(paper, x + width - 26, y + 20, toCollect),
  ]
}

function fitRight(paper: Paper, edge: number, y: number, content: string): Part[] {
  const [fitted, style] = fitLine(paper, content, width - 240, { size: 62, bold: true })
  return right(paper, edge, y, fitted, style)
}

/** docs/product/papers.md, "Shipping labels". */
export function shippingLabelSheet(paper: Paper, facts: ShippingLabelFacts, company: string, phone: string): Sheet {
  const heading: Style = { size: 30 }
  const room = width - measure(paper, phone, heading) - 24
  const [name, underName] = paragraph(paper, 142, drawableWords(facts.name) || facts.casillero, {
    size: 54,
    least: 36,
    most: 2,
    bold: true,
  })
  const [address, underAddress] = paragraph(paper, underName + 66, facts.address, { size: 42, least: 28, most: 4 })
  const bar = underAddress + 18
  return {
    width: 812,
    height: 1218,
    parts: [
      ...line(paper, { x, y: 36, width: room }, company, { size: 32, bold: true }),
      ...right(paper, x + width, 38, phone, heading),
      { kind: 'block', x, y: 86, width, height: 4 },
      ...text({ x, y: 108 }, 'Entregar a', { size: 24 }),
      ...name,
      ...line(paper, { x, y: underName + 2, width }, facts.phone, { size: 48, bold: true }),
      ...address,
      ...placeBar(paper, facts, bar),
      ...cashBox(paper, facts.toCollect, bar + 132),
      { kind: 'code128', x, y: 910, module: 4, height: 150, code: facts.code },
      ...text({ x, y: 1070 }, facts.code, { size: 36, bold: true }),
      ...line(paper, { x, y: 1118, width: 4 * barModules }, facts.note, { size: 24 }, { least: 14 }),
      { kind: 'qr', x: x + width - 8 * qrModules, y: 990, module: 8, code: facts.code },
    ],
  }
}
