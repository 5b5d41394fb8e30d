import type { InvoiceFacts } from './invoice-facts.ts'
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

const body: Style = { size: 9 }
const strong: Style = { size: 9, bold: true }
const centred = (style: Style): Style => ({ ...style, align: 'center' })

/** A part of the column: its height, and how it is drawn. */
type Block = { height: number; draw: (y: number) => void }

/** Draws an invoice on a roll of 80 mm, in one column as long as it needs. */
export function drawTicket(paper: Paper, facts: InvoiceFacts, logo: Buffer | null): void {
  const blocks = blocksOf(paper, facts, logo)
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

function blocksOf(paper: Paper, facts: InvoiceFacts, logo: Buffer | null): Block[] {
  const text = (content: string, style: Style = body): Block => {
    const lines = content === '' ? [] : paper.wrap(content, width, style)
    const draw = (y: number) => void paper.write(lines, { x: left, width, y }, style)
    return { height: lines.length * lineHeight(style), draw }
  }
  /** A label that wraps beside its amount. */
  const pair = (label: string, value: string, style: Style = body, valueStyle: Style = style): Block => {
    const room = width - paper.widthOf(value, valueStyle) - 6
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
  const given = (label: string, value: string, style?: Style) => (value === '' ? [] : [pair(label, value, style)])

  return [
    ...(logo ? [picture(paper, logo), space(6)] : []),
    text(facts.company, centred({ size: 11, bold: true })),
    ...[facts.ruc, facts.address, facts.phone].map((fact) => text(fact, centred(body))),
    rule(true),
    pair(facts.title, facts.status, { size: 12, bold: true }, strong),
    ...(facts.isVoid ? [text('ANULADA', centred({ size: 30, bold: true }))] : []),
    text(facts.date),
    text(`Atendió: ${facts.clerk}`),
    space(3),
    text(facts.client, { size: 10, bold: true }),
    text(facts.clientFacts),
    rule(true),
    ...facts.lines.flatMap((line) => [
      pair(line.description, line.total, strong),
      text(`${line.number} · ${line.pounds} lb × US$${line.price}${line.discount && ` − ${line.discount}`}`),
      text(line.tracking),
      space(3),
    ]),
    rule(true),
    pair(`Subtotal · ${facts.pounds}`, facts.subtotal),
    ...facts.shipments.flatMap((shipment) => [
      pair(`Envío · ${shipment.method}`, shipment.price),
      text(shipment.address),
    ]),
    ...(facts.discount ? [pair(facts.discount.label, facts.discount.value)] : []),
    rule(false),
    pair(`TOTAL ${facts.code}`, facts.total, { size: 11, bold: true }, { size: 17, bold: true }),
    ...given('Equivale a (referencia)', facts.reference),
    ...(facts.payments.length > 0 ? [rule(true)] : []),
    ...facts.payments.flatMap((payment) => [
      pair(payment.label, payment.own),
      ...(payment.steps ? [pair(payment.steps.trim(), payment.value)] : []),
      text(payment.reference),
    ]),
    ...given('Pagado', facts.paid),
    ...given('Vuelto', facts.change, strong),
    ...facts.changeParts.map(({ label, value }) => pair(label, value)),
    ...given('Saldo Pendiente', facts.pending, { size: 11, bold: true }),
    ...(facts.rate || facts.footer ? [rule(true)] : []),
    ...(facts.rate ? [text(`Tasa: ${facts.rate}`, centred(body))] : []),
    text(facts.footer, centred(body)),
  ]
}

const picture = (paper: Paper, logo: Buffer): Block => ({
  height: logoSide / 2,
  draw: (y) =>
    void paper.pdf.image(logo, left + (width - logoSide) / 2, y, {
      fit: [logoSide, logoSide / 2],
      align: 'center',
      valign: 'center',
    }),
})
