import type { InvoiceFacts, InvoicePaper } from '../papers/invoice-facts.ts'
import { style } from './page-style.ts'

const signs: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;', "'": '&#39;' }

/** A text of people, as it may stand in the page. */
const plain = (text: string): string => text.replace(/[&<>"']/g, (sign) => signs[sign] ?? '')

// A page stays below 30 KB with its style, whatever an invoice holds; the PDF has all of it.
const linesLimit = 14_000
const paymentsLimit = 3_000

function shell(title: string, content: string): string {
  return `<!doctype html>
<html lang="es-NI">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="robots" content="noindex, nofollow">
<meta name="referrer" content="no-referrer">
<meta name="format-detection" content="telephone=no">
<title>${plain(title)}</title>
<style>${style}</style>
</head>
<body>
${content}
</body>
</html>
`
}

type Heading = { name: string; phone: string; address: string; ruc: string; footer: string; logoHash: string | null }

const small = (text: string) => (text === '' ? '' : `<small>${plain(text)}</small>`)

function framed(title: string, heading: Heading, content: string): string {
  const logo = heading.logoHash === null ? '' : `<img src="/logos/${heading.logoHash}.webp" alt="">`
  return shell(
    `${title} · ${heading.name}`,
    `<header>${logo}<div><h1>${plain(heading.name)}</h1>${small(heading.phone)}</div></header>
<main>${content}</main>
<footer>${small(heading.footer)}${small(heading.address)}${small(heading.ruc)}</footer>`,
  )
}

const row = (label: string, value: string, look = 'sum') =>
  `<div class="row ${look}"><span>${label}</span><span>${plain(value)}</span></div>`

/** As many of the parts as the limit allows, and how many are left out. */
function within(limit: number, parts: readonly string[]): { shown: string; left: number } {
  let size = 0
  const shown = parts.filter((part) => {
    size += Buffer.byteLength(part)
    return size <= limit
  })
  return { shown: shown.join(''), left: parts.length - shown.length }
}

const more = (left: number, one: string, many: string) =>
  left === 0 ? '' : small(left === 1 ? `Y ${one} más, en el PDF.` : `Y ${left} ${many} más, en el PDF.`)

function linesPart(facts: InvoiceFacts): string {
  const chargeRow = ({ name, basis, total }: InvoiceFacts['charges'][number]) =>
    row([name, basis].filter(Boolean).map(plain).join(' · '), total)
  const lines = facts.lines.map(({ description, total, charged, basis, price, discount, tracking, charges }) => {
    const product = `${charged} × US$${price}${discount === '' ? '' : ` − ${discount}`}`
    return `<li><div class="row"><span class="name">${plain(description)}</span><b>${plain(total)}</b></div>${small(product)}${small(basis)}${small(tracking)}${charges.map(chargeRow).join('')}</li>`
  })
  const { shown, left } = within(linesLimit, lines)
  const given = (label: string, value: string) => (value === '' ? [] : [row(label, value)])
  const sums = [
    ...facts.charges.map(chargeRow),
    ...given('Flete', facts.freight),
    ...given('Cargos', facts.chargesTotal),
    ...given('Impuestos por su cuenta', facts.advancesTotal),
    row('Subtotal', facts.subtotal),
    ...facts.shipments.map(({ method, price }) => row(`Envío · ${plain(method)}`, price)),
    ...(facts.discount ? [row(plain(facts.discount.label), facts.discount.value)] : []),
    row(`Total ${plain(facts.code)}`, facts.total, 'all'),
  ]
  const reference =
    facts.reference === '' ? '' : `<small class="end">Equivale a ${plain(facts.reference)} (referencia)</small>`
  return `<section class="lines" aria-label="Detalle"><ul>${shown}</ul>${more(left, 'un paquete', 'paquetes')}${sums.join('')}${reference}</section>`
}

function paymentsPart(facts: InvoiceFacts): string {
  if (facts.payments.length === 0) return ''
  const payments = facts.payments.map(({ label, own, steps, reference, value }) => {
    const how = [steps && `${own}${steps}`, reference].filter(Boolean).join(' · ')
    return `<div class="row sum"><span>${plain(label)}${small(how)}</span><span>${plain(value)}</span></div>`
  })
  const { shown, left } = within(paymentsLimit, payments)
  return `<section aria-label="Pagos"><h2>Pagos</h2>${shown}${more(left, 'un pago', 'pagos')}${row('Pagado', facts.paid, 'all')}${
    facts.change === '' ? '' : row('Vuelto', facts.change)
  }</section>`
}

const buildHeading = (facts: InvoiceFacts, logoHash: string | null): Heading => ({
  name: facts.company,
  phone: facts.phone,
  address: facts.address,
  ruc: facts.ruc,
  footer: facts.footer,
  logoHash,
})

/** The page of an invoice. docs/product/invoices.md, "Sharing". */
export function invoicePage({ invoice, heading }: InvoicePaper, facts: InvoiceFacts, pdf: string): string {
  const look = invoice.status === 'paid' ? 'paid' : 'pending'
  const due =
    facts.pending === '' ? '' : `<p class="due"><span>Saldo Pendiente</span><span>${plain(facts.pending)}</span></p>`
  return framed(
    facts.title,
    buildHeading(facts, heading.logo?.hash ?? null),
    `<section aria-label="Factura"><div class="row"><span>Factura <b>${plain(facts.number)}</b></span><span class="badge ${look}">${plain(facts.status)}</span></div>
<p class="total">${plain(facts.total)}</p>
<p>${plain(facts.client)}</p>
${small(`${invoice.client.casillero} · ${facts.date}`)}${due}
<a class="button" href="${plain(pdf)}">Descargar PDF</a></section>
${linesPart(facts)}${paymentsPart(facts)}`,
  )
}

/** The page of a voided invoice: without lines and amounts. */
export function voidPage({ heading }: InvoicePaper, facts: InvoiceFacts): string {
  return framed(
    facts.title,
    buildHeading(facts, heading.logo?.hash ?? null),
    `<section aria-label="Factura"><p>Factura <b>${plain(facts.number)}</b></p><h2>Esta factura fue anulada</h2></section>`,
  )
}

/** A page with one sentence. */
export const sentencePage = (title: string, sentence: string) =>
  shell(title, `<main><section class="alone"><h1>${sentence}</h1></section></main>`)

/** The one page of every link that shows nothing, whatever the cause. */
export const absentPage = sentencePage('Enlace', 'Este enlace no muestra ninguna factura.')

/** The page while too many ask. */
export const busyPage = sentencePage('Enlace', 'El servicio está ocupado; intente de nuevo en un momento.')
