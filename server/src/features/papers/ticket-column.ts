import { lineHeight, type Paper, type Style } from './paper.ts'

const millimetre = 72 / 25.4
// The printer's head is 72 mm wide on paper of 80.
const page = { width: 80 * millimetre, margin: 4 * millimetre }
const width = 72 * millimetre
const left = page.margin
const cutMargin = 14
const logoSide = 30 * millimetre
// PDF readers refuse pages beyond 200 inches.
const maxHeight = 14_000

export const body: Style = { size: 9 }
export const strong: Style = { size: 9, bold: true }
export const centred = (style: Style): Style => ({ ...style, align: 'center' })

export type Block = { height: number; draw: (y: number) => void }

/** Draws on a roll of 80 mm, as long as needed. */
export function drawColumn(paper: Paper, blocks: Block[]): void {
  const pages: Block[][] = [[]]
  let filled = 0
  for (const block of blocks) {
    if (filled + block.height > maxHeight) {
      pages.push([])
      filled = 0
    }
    filled += block.height
    pages.at(-1)?.push(block)
  }
  for (const onPage of pages) {
    const height = onPage.reduce((sum, block) => sum + block.height, 2 * cutMargin)
    paper.addPage(page.width, height)
    let y = cutMargin
    for (const block of onPage) {
      block.draw(y)
      y += block.height
    }
  }
}

export function ticketBlocks(paper: Paper) {
  const text = (content: string, style: Style = body): Block => {
    const lines = content === '' ? [] : paper.wrap(content, width, style)
    const draw = (y: number) => void paper.write(lines, { x: left, width, y }, style)
    return { height: lines.length * lineHeight(style), draw }
  }
  /** Wraps the label. */
  const pair = (label: string, value: string, style: Style = body, valueStyle: Style = style): Block => {
    const room = width - paper.measureWidth(value, valueStyle) - 6
    const lines = paper.wrap(label, room, style)
    const height = Math.max(lines.length * lineHeight(style), lineHeight(valueStyle))
    return {
      height,
      draw(y) {
        paper.write(
          lines,
          { x: left, width: room, y: y + (lines.length === 1 ? height - lineHeight(style) : 0) / 2 },
          style,
        )
        paper.write(value, { x: left, width, y }, { ...valueStyle, align: 'right' })
      },
    }
  }
  const space = (height: number): Block => ({ height, draw: () => undefined })
  const rule = (dashed: boolean): Block => ({
    height: 11,
    draw: (y) => paper.rule({ x: left, width, y: y + 5 }, { dashed }),
  })
  const picture = (content: Buffer, size: { width: number; height: number }): Block => ({
    height: size.height,
    draw: (y) =>
      void paper.pdf.image(content, left + (width - size.width) / 2, y, {
        fit: [size.width, size.height],
        align: 'center',
        valign: 'center',
      }),
  })
  const logo = (content: Buffer) => picture(content, { width: logoSide, height: logoSide / 2 })
  return { text, pair, space, rule, picture, logo, width }
}
