import { drawLetter } from './draw-letter.ts'
import { type InvoiceFacts, type InvoicePaper, invoiceFacts } from './invoice-facts.ts'
import { readPicture } from './logo-picture.ts'
import { openPaper, type Paper, type Style } from './paper.ts'
import { type Block, body, centred, drawColumn, strong, ticketBlocks } from './ticket-column.ts'

export async function drawInvoice(content: InvoicePaper): Promise<Buffer> {
  const { format, invoice, heading } = content
  const logo = heading.logo && (await readPicture(heading.logo))
  const facts = invoiceFacts(content)
  const paper = openPaper({ title: facts.title, author: heading.name, createdAt: new Date(invoice.createdAt) })
  if (format === 'ticket') drawTicket(paper, facts, logo)
  else drawLetter(paper, facts, logo)
  return await paper.end()
}

function drawTicket(paper: Paper, facts: InvoiceFacts, logo: Buffer | null): void {
  drawColumn(paper, buildBlocks(paper, facts, logo))
}

function buildBlocks(paper: Paper, facts: InvoiceFacts, logo: Buffer | null): Block[] {
  const { text, pair, space, rule, logo: picture } = ticketBlocks(paper)
  const given = (label: string, value: string, style?: Style) => (value === '' ? [] : [pair(label, value, style)])

  const writeCharge = ({ name, basis, total }: InvoiceFacts['charges'][number]): Block[] => [
    pair([name, basis].filter(Boolean).join(' · '), total),
  ]

  return [
    ...(logo ? [picture(logo), space(6)] : []),
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
      text(`${line.number} · ${line.charged} × US$${line.price}${line.discount && ` − ${line.discount}`}`),
      text(line.basis),
      text(line.tracking),
      ...line.charges.flatMap(writeCharge),
      space(3),
    ]),
    ...facts.charges.flatMap(writeCharge),
    rule(true),
    ...given('Flete', facts.freight),
    ...given('Cargos', facts.chargesTotal),
    ...given('Impuestos por su cuenta', facts.advancesTotal),
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
