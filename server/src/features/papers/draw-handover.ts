import { drawHandoverLetter } from './draw-handover-letter.ts'
import { type HandoverFacts, type HandoverPaper, handoverFacts } from './handover-facts.ts'
import { readPicture } from './logo-picture.ts'
import { openPaper, type Paper } from './paper.ts'
import { type Block, body, centred, drawColumn, strong, ticketBlocks } from './ticket-column.ts'

/** docs/product/papers.md, "Hand-over". */
export async function drawHandover(content: HandoverPaper): Promise<Buffer> {
  const { format, handover, heading } = content
  const logo = heading.logo && (await readPicture(heading.logo))
  const signature = content.signature && Buffer.from(content.signature)
  const facts = handoverFacts(content)
  const paper = openPaper({ title: facts.title, author: heading.name, createdAt: new Date(handover.createdAt) })
  if (format === 'letter') drawHandoverLetter(paper, facts, logo, signature)
  else drawColumn(paper, buildBlocks(paper, facts, logo, signature))
  return await paper.end()
}

function buildBlocks(paper: Paper, facts: HandoverFacts, logo: Buffer | null, signature: Buffer | null): Block[] {
  const { text, pair, space, rule, picture, logo: logoBlock, width } = ticketBlocks(paper)
  const line: Block = { height: 8, draw: (y) => paper.rule({ x: signatureLeft, width: width - 24, y: y + 3 }) }
  return [
    ...(logo ? [logoBlock(logo), space(6)] : []),
    text(facts.company, centred({ size: 11, bold: true })),
    ...[facts.ruc, facts.address, facts.phone].map((fact) => text(fact, centred(body))),
    rule(true),
    pair(facts.title, facts.status, { size: 12, bold: true }, strong),
    ...(facts.isUndone ? [text('DESHECHA', centred({ size: 30, bold: true }))] : []),
    text(facts.date),
    text(`Entregó: ${facts.clerk}`),
    space(3),
    text(facts.client, { size: 10, bold: true }),
    text(facts.clientFacts),
    rule(true),
    ...facts.lines.flatMap((one) => [
      pair(one.description, one.pounds && `${one.pounds} lbs`, strong),
      text([one.number, one.invoice && `Factura ${one.invoice}`].filter(Boolean).join(' · ')),
      text(one.tracking),
      space(3),
    ]),
    rule(true),
    pair(facts.count, facts.pounds, { size: 11, bold: true }),
    text(facts.note),
    rule(true),
    text('Recibí conforme', centred(body)),
    ...(signature ? [space(4), picture(signature, { width: width - 24, height: 70 })] : [space(56)]),
    line,
    text(facts.receiver, centred(strong)),
    text(facts.cedula, centred(body)),
    ...(facts.footer ? [rule(true), text(facts.footer, centred(body))] : []),
  ]
}

const signatureLeft = (4 * 72) / 25.4 + 12
