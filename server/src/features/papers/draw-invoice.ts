import { drawLetter } from './draw-letter.ts'
import { drawTicket } from './draw-ticket.ts'
import { type InvoicePaper, invoiceFacts } from './invoice-facts.ts'
import { readPicture } from './logo-picture.ts'
import { openPaper } from './paper.ts'

export async function drawInvoice(content: InvoicePaper): Promise<Buffer> {
  const { format, invoice, heading } = content
  const logo = heading.logo && (await readPicture(heading.logo))
  const facts = invoiceFacts(content)
  const paper = openPaper({ title: facts.title, author: heading.name, createdAt: new Date(invoice.createdAt) })
  if (format === 'ticket') drawTicket(paper, facts, logo)
  else drawLetter(paper, facts, logo)
  return await paper.end()
}
