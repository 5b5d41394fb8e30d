import { numberPages, page, writeHeading, writeVoid } from './draw-letter.ts'
import { readPicture } from './logo-picture.ts'
import { lineHeight, openPaper, type Paper, type Style } from './paper.ts'
import type { ReportPaper, ReportRow, ReportSection } from './report-facts.ts'
import {
  type Block,
  centred,
  drawColumn,
  body as slipBody,
  strong as slipStrong,
  ticketBlocks,
} from './ticket-column.ts'

const left = 40
const width = page.width - 2 * left

const small: Style = { size: 9, grey: true }
const body: Style = { size: 9 }
const strong: Style = { size: 9, bold: true }
const gap = 6

export async function drawReport(content: ReportPaper): Promise<Buffer> {
  const logo = content.logo && (await readPicture(content.logo))
  const info = { title: content.report.title, author: content.heading.company, createdAt: new Date(content.createdAt) }
  const paper = openPaper(info)
  if (content.format === 'ticket') drawColumn(paper, buildSlip(paper, content, logo))
  else drawLetterReport(paper, content, logo)
  return await paper.end()
}

type Cell = { x: number; width: number; isNumber: boolean; head: string }

function buildHeadCells({ columns }: ReportSection): Cell[] {
  let x = left
  return columns.map(({ head, width: room, isNumber = false }) => {
    const cell = { x, width: room - gap, isNumber, head }
    x += room
    return cell
  })
}

const aligned = (style: Style, { isNumber }: Cell): Style => (isNumber ? { ...style, align: 'right' } : style)

function drawLetterReport(paper: Paper, { report, heading }: ReportPaper, logo: Buffer | null): void {
  const footer = paper.wrap(heading.footer, width - 80, small)
  const bottom = page.height - 40 - Math.max(footer.length, 1) * lineHeight(small) - 10
  const flow = { y: 0 }
  const turnPage = () => {
    paper.addPage(page.width, page.height)
    flow.y = left
    if (report.mark !== '') writeVoid(paper, report.mark)
  }
  const reserve = (height: number): boolean => {
    if (flow.y + height <= bottom) return false
    turnPage()
    return true
  }
  turnPage()
  flow.y = writeHeading(paper, { ...heading, ...report }, logo, flow.y)
  flow.y = writeAbout(paper, report, flow.y + 9) + 8
  for (const section of report.sections) {
    // The title, the heads and a first row stay together.
    reserve(74)
    flow.y = writeTitle(paper, section, flow.y)
    const cells = buildHeadCells(section)
    flow.y = writeHeads(paper, cells, flow.y)
    for (const row of section.rows) {
      const style = row.isStrong ? strong : body
      const texts = cells.map((cell, index) => paper.wrap(row.cells[index] ?? '', cell.width, style))
      const height = Math.max(...texts.map((lines) => lines.length)) * lineHeight(style) + 7
      if (reserve(height)) flow.y = writeHeads(paper, cells, flow.y)
      for (const [index, cell] of cells.entries()) {
        paper.write(texts[index] ?? [], { ...cell, y: flow.y + 3.5 }, aligned(style, cell))
      }
      flow.y += height
      paper.rule({ x: left, width, y: flow.y }, { grey: true })
    }
    flow.y += 16
  }
  const remark = report.remark === '' ? [] : paper.wrap(report.remark, width, body)
  reserve(remark.length * lineHeight(body))
  paper.write(remark, { x: left, width, y: flow.y }, body)
  numberPages(paper, footer)
}

function writeAbout(paper: Paper, { about, facts }: ReportPaper['report'], y: number): number {
  let below = y
  for (const [index, line] of about.entries()) {
    below += paper.write(line, { x: left, width: 262, y: below }, index === 0 ? { size: 11, bold: true } : { size: 10 })
  }
  let beside = y
  for (const [label, value] of facts.filter(([, text]) => text !== '')) {
    paper.write(label, { x: left + 276, width: 70, y: beside + 1 }, small)
    beside += paper.write(value, { x: left + 350, width: width - 350, y: beside }, { size: 10 }) + 2
  }
  return Math.max(below, beside)
}

function writeTitle(paper: Paper, { title, note = '' }: ReportSection, y: number): number {
  const style: Style = { size: 11, bold: true }
  const room = note === '' ? 0 : paper.measureWidth(note, small) + 12
  const height = paper.write(title, { x: left, width: width - room, y }, style)
  paper.write(note, { x: left, width, y: y + 2 }, { ...small, align: 'right' })
  return y + height + 4
}

function writeHeads(paper: Paper, cells: readonly Cell[], y: number): number {
  paper.rule({ x: left, width, y })
  for (const cell of cells) paper.write(cell.head, { ...cell, y: y + 4 }, aligned(strong, cell))
  paper.rule({ x: left, width, y: y + 20 })
  return y + 20
}

function buildSlip(paper: Paper, { report, heading }: ReportPaper, logo: Buffer | null): Block[] {
  const { text, pair, space, rule, logo: picture } = ticketBlocks(paper)
  const row = ({ slip, isStrong }: ReportRow): Block[] => [
    pair(slip.label, slip.value, isStrong ? slipStrong : slipBody, isStrong ? slipStrong : slipBody),
    ...(slip.note ? [text(slip.note, { ...slipBody, grey: true })] : []),
    space(2),
  ]
  return [
    ...(logo ? [picture(logo), space(6)] : []),
    text(heading.company, centred({ size: 11, bold: true })),
    ...[heading.ruc, heading.address, heading.phone].map((fact) => text(fact, centred(slipBody))),
    rule(true),
    pair(`${report.kind} ${report.number}`, report.status, { size: 11, bold: true }, slipStrong),
    ...(report.mark === '' ? [] : [text(report.mark, centred({ size: 30, bold: true }))]),
    ...report.about.map((line, index) => text(line, index === 0 ? { size: 10, bold: true } : slipBody)),
    ...report.facts.filter(([, value]) => value !== '').map(([label, value]) => text(`${label}: ${value}`)),
    ...report.sections.flatMap((section) => [
      rule(true),
      text(section.title, { size: 10, bold: true }),
      text(section.note ?? ''),
      space(3),
      ...section.rows.flatMap(row),
    ]),
    ...(report.remark === '' ? [] : [rule(true), text(report.remark)]),
    ...(heading.footer === '' ? [] : [rule(true), text(heading.footer, centred(slipBody))]),
  ]
}
