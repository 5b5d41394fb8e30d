import type { PaymentAccount } from '@casillero/shared/domain/payment-account'
import { createElement as h, type ReactElement, type ReactNode } from 'react'
import { Icon } from '../../platform/pages/icon.ts'
import { measureMarkup, renderDocument } from '../../platform/pages/page-document.ts'
import type { InvoiceFacts, InvoicePaper } from '../papers/invoice-facts.ts'
import { style } from './link-style.ts'

// Bytes. With its style a page stays below 30 KB; the PDF has all lines.
const linesLimit = 14_000
const paymentsLimit = 3_000

const renderPage = (title: string, ...content: ReactNode[]): string =>
  renderDocument({ title, style, hasForms: false }, h('div', { className: 'page' }, ...content))

const Small = ({ text, className }: { text: string; className?: string }) =>
  text === '' ? null : h('small', { className }, text)

type RowProps = { label: string; value: string; note?: string; look?: string }

const Row = ({ label, value, note = '', look = 'sum' }: RowProps) =>
  h('div', { className: `row ${look}` }, h('span', null, label, h(Small, { text: note })), h('span', null, value))

/** Adds the company's heading. */
function renderFramed(facts: InvoiceFacts, logoHash: string | undefined, ...content: ReactNode[]): string {
  const { title, company, phone, footer, address, ruc } = facts
  return renderPage(
    `${title} · ${company}`,
    h(
      'header',
      null,
      logoHash === undefined ? null : h('img', { src: `/logos/${logoHash}.webp`, alt: '' }),
      h('div', null, h('h1', null, company), h(Small, { text: phone })),
    ),
    h('main', null, ...content),
    h('footer', null, h(Small, { text: footer }), h(Small, { text: address }), h(Small, { text: ruc })),
  )
}

/** Takes parts up to the limit of bytes, and counts the rest. */
function fit(limit: number, parts: readonly ReactElement[]): { shown: ReactElement[]; left: number } {
  let size = 0
  const shown = parts.filter((part) => {
    if (size <= limit) size += measureMarkup(part)
    return size <= limit
  })
  return { shown, left: parts.length - shown.length }
}

const nameRest = (left: number, one: string, many: string): string =>
  left === 0 ? '' : left === 1 ? `Y ${one} más, en el PDF.` : `Y ${left} ${many} más, en el PDF.`

const ChargeRow = ({ name, basis, total }: InvoiceFacts['charges'][number]) =>
  h(Row, { label: [name, basis].filter(Boolean).join(' · '), value: total })

function LineItem({ line }: { line: InvoiceFacts['lines'][number] }) {
  const { description, total, charged, basis, price, discount, tracking, charges } = line
  return h(
    'li',
    null,
    h('div', { className: 'row' }, h('span', { className: 'name' }, description), h('b', null, total)),
    h(Small, { text: `${charged} × US$${price}${discount === '' ? '' : ` − ${discount}`}` }),
    h(Small, { text: basis }),
    h(Small, { text: tracking }),
    ...charges.map((charge) => h(ChargeRow, charge)),
  )
}

function LinesCard({ facts }: { facts: InvoiceFacts }) {
  const { freight, chargesTotal, advancesTotal, subtotal, shipments, discount, code, total, reference } = facts
  const { shown, left } = fit(
    linesLimit,
    facts.lines.map((line) => h(LineItem, { line })),
  )
  const givenRow = (label: string, value: string) => (value === '' ? null : h(Row, { label, value }))
  return h(
    'section',
    { className: 'lines', 'aria-label': 'Detalle' },
    h('ul', null, ...shown),
    h(Small, { text: nameRest(left, 'un paquete', 'paquetes') }),
    ...facts.charges.map((charge) => h(ChargeRow, charge)),
    givenRow('Flete', freight),
    givenRow('Cargos', chargesTotal),
    givenRow('Impuestos por su cuenta', advancesTotal),
    h(Row, { label: 'Subtotal', value: subtotal }),
    ...shipments.map(({ method, price }) => h(Row, { label: `Envío · ${method}`, value: price })),
    discount && h(Row, discount),
    h(Row, { label: `Total ${code}`, value: total, look: 'all' }),
    h(Small, { className: 'end', text: reference === '' ? '' : `Equivale a ${reference} (referencia)` }),
  )
}

function PaymentsCard({ facts: { payments, paid, change } }: { facts: InvoiceFacts }) {
  if (payments.length === 0) return null
  const rows = payments.map(({ label, own, steps, reference, value }) => {
    const note = [steps && `${own}${steps}`, reference].filter(Boolean).join(' · ')
    return h(Row, { label, value, note })
  })
  const { shown, left } = fit(paymentsLimit, rows)
  return h(
    'section',
    { 'aria-label': 'Pagos' },
    h('h2', null, 'Pagos'),
    ...shown,
    h(Small, { text: nameRest(left, 'un pago', 'pagos') }),
    h(Row, { label: 'Pagado', value: paid, look: 'all' }),
    change === '' ? null : h(Row, { label: 'Vuelto', value: change }),
  )
}

type Shared = { drawing: InvoicePaper; accounts: PaymentAccount[] }

function AccountsCard({ accounts }: Pick<Shared, 'accounts'>) {
  if (accounts.length === 0) return null
  return h(
    'section',
    { 'aria-label': 'Cuentas para pagar' },
    h('h2', null, 'Cuentas para pagar'),
    ...accounts.map(({ bank, currency, number, holder }) =>
      h(Row, { key: `${bank} ${number}`, label: `${bank} · ${currency}`, value: number, note: holder }),
    ),
  )
}

/** docs/product/invoices.md, "Sharing". */
export function renderInvoice({ drawing, accounts }: Shared, facts: InvoiceFacts, pdf: string): string {
  const { invoice, heading } = drawing
  const { number, status, total, client, date, pending } = facts
  return renderFramed(
    facts,
    heading.logo?.hash,
    h(
      'section',
      { 'aria-label': 'Factura' },
      h(
        'div',
        { className: 'row' },
        h('span', null, 'Factura ', h('b', null, number)),
        h('span', { className: invoice.status === 'paid' ? 'badge paid' : 'badge' }, status),
      ),
      h('p', { className: 'total' }, total),
      h('p', null, client),
      h(Small, { text: `${invoice.client.casillero} · ${date}` }),
      pending === ''
        ? null
        : h('p', { className: 'row due' }, h('span', null, 'Saldo Pendiente'), h('span', null, pending)),
      h('a', { className: 'button solid', href: pdf }, h(Icon, { name: 'download' }), 'Descargar PDF'),
    ),
    h(AccountsCard, { accounts }),
    h(LinesCard, { facts }),
    h(PaymentsCard, { facts }),
  )
}

/** Leaves out lines and amounts. */
export const renderVoid = ({ heading }: InvoicePaper, facts: InvoiceFacts): string =>
  renderFramed(
    facts,
    heading.logo?.hash,
    h(
      'section',
      { 'aria-label': 'Factura' },
      h('p', null, 'Factura ', h('b', null, facts.number)),
      h('h2', null, 'Esta factura fue anulada'),
    ),
  )

export const renderLinkSentence = (sentence: string): string =>
  renderPage('Enlace', h('main', null, h('section', { className: 'alone' }, h('h1', null, sentence))))

/** The same for every cause. */
export const absentPage = renderLinkSentence('Este enlace no muestra ninguna factura.')
