import { numberPages, page, writeHeading, writeParties, writeVoid } from './draw-letter.ts'
import type { HandoverFacts } from './handover-facts.ts'
import { lineHeight, type Paper, type Style } from './paper.ts'

const left = 40
const width = page.width - 2 * left

const small: Style = { size: 9, grey: true }
const body: Style = { size: 10 }
const strong: Style = { size: 10, bold: true }

type Line = HandoverFacts['lines'][number]
type Column = { head: string; x: number; width: number; isNumber?: boolean; text: (line: Line) => string }

const columns: Column[] = [
  { head: 'Paquete', x: left, width: 60, text: ({ number }) => number },
  { head: 'Descripción', x: left + 64, width: 320, text: ({ description }) => description },
  { head: 'lbs', x: left + 388, width: 60, isNumber: true, text: ({ pounds }) => pounds || '—' },
  { head: 'Factura', x: left + 452, width: 80, isNumber: true, text: ({ invoice }) => invoice || '—' },
]
const description = { x: left + 64, width: 320 }

const chooseStyle = ({ isNumber, head }: Column): Style => {
  const style = head === 'Descripción' ? strong : body
  return isNumber ? { ...style, align: 'right' } : style
}

function writeHeads(paper: Paper, y: number): number {
  const head: Style = { size: 9, bold: true }
  paper.rule({ x: left, width, y })
  for (const column of columns) {
    paper.write(column.head, { ...column, y: y + 6 }, column.isNumber ? { ...head, align: 'right' } : head)
  }
  paper.rule({ x: left, width, y: y + 24 })
  return y + 24
}

/** Heads repeat on each page; the signature stands below the last package. */
export function drawHandoverLetter(
  paper: Paper,
  facts: HandoverFacts,
  logo: Buffer | null,
  signature: Buffer | null,
): void {
  const footer = paper.wrap(facts.footer, width - 80, small)
  const bottom = page.height - 40 - Math.max(footer.length, 1) * lineHeight(small) - 10
  const flow = { y: 0 }
  const turnPage = () => {
    paper.addPage(page.width, page.height)
    flow.y = left
    if (facts.isUndone) writeVoid(paper, 'DESHECHA')
  }
  const reserve = (height: number): boolean => {
    if (flow.y + height <= bottom) return false
    turnPage()
    return true
  }
  const put = (text: string, style: Style, place = { x: left, width }) => {
    const lines = text === '' ? [] : paper.wrap(text, place.width, style)
    reserve(lines.length * lineHeight(style))
    flow.y += paper.write(lines, { ...place, y: flow.y }, style)
  }

  turnPage()
  flow.y = writeHeading(paper, { ...facts, kind: 'Entrega' }, logo, flow.y)
  flow.y = writeParties(paper, { ...facts, clerkLabel: 'Entregó', rate: '' }, flow.y)
  flow.y = writeHeads(paper, flow.y)
  for (const line of facts.lines) {
    const cells = columns.map((column) => paper.wrap(column.text(line), column.width, chooseStyle(column)))
    const tracking = line.tracking === '' ? [] : paper.wrap(line.tracking, description.width, small)
    const height = (cells[1]?.length ?? 1) * lineHeight(body) + tracking.length * lineHeight(small) + 9
    if (reserve(height)) flow.y = writeHeads(paper, flow.y)
    for (const [index, column] of columns.entries())
      paper.write(cells[index] ?? [], { ...column, y: flow.y + 4 }, chooseStyle(column))
    const below = flow.y + 4 + (cells[1]?.length ?? 0) * lineHeight(body)
    paper.write(tracking, { ...description, y: below }, small)
    flow.y += height
    paper.rule({ x: left, width, y: flow.y }, { grey: true })
  }
  flow.y += 8
  put(`${facts.count} · ${facts.pounds}`, { size: 11, bold: true })
  put(facts.note, body)

  const box = { x: left, width: 240 }
  reserve(150)
  flow.y += 14
  put('Recibí conforme', small)
  if (signature) {
    paper.pdf.image(signature, box.x, flow.y + 4, { fit: [box.width, 72], align: 'center', valign: 'bottom' })
  }
  flow.y += 80
  paper.rule({ ...box, y: flow.y })
  flow.y += 4
  put(facts.receiver, strong, box)
  put(facts.cedula, body, box)
  numberPages(paper, footer)
}
