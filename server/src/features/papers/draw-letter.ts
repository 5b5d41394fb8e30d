import type { InvoiceFacts } from './invoice-facts.ts'
import { lineHeight, type Paper, type Style } from './paper.ts'

type Place = { x: number; width: number }
type Charge = InvoiceFacts['charges'][number]

const chargeStyle: Style = { size: 9 }
const chargeGap = 2
const describeCharge = ({ name, basis }: Charge): string => [name, basis].filter(Boolean).join(' · ')

const wrapCharge = (paper: Paper, charge: Charge, columns: readonly Place[]): string[] =>
  paper.wrap(describeCharge(charge), columns[1]?.width ?? 0, chargeStyle)

/** Measures what `writeCharges` takes. */
const measureCharges = (paper: Paper, charges: readonly Charge[], columns: readonly Place[]): number =>
  charges.reduce(
    (height, charge) => height + wrapCharge(paper, charge, columns).length * lineHeight(chargeStyle) + chargeGap,
    0,
  )

/** Writes no rule between them. */
function writeCharges(paper: Paper, charges: readonly Charge[], columns: readonly Place[], top: number): void {
  const [, description, quantity, price, , total] = columns
  if (!description || !quantity || !price || !total) return
  charges.reduce((y, charge) => {
    const lines = wrapCharge(paper, charge, columns)
    paper.write(lines, { ...description, y: y + chargeGap }, chargeStyle)
    for (const [column, value] of [
      [quantity, charge.quantity],
      // A price with its symbol is wider than its column. It may use the place of the discount, which charges do not have.
      [{ x: price.x - 40, width: price.width + 40 }, charge.price],
      [total, charge.total],
    ] as const)
      paper.write(value, { ...column, y: y + chargeGap }, { ...chargeStyle, align: 'right' })
    return y + lines.length * lineHeight(chargeStyle) + chargeGap
  }, top)
}

export const page = { width: 612, height: 792 }
const left = 40
const width = page.width - 2 * left
const right = left + width

const small: Style = { size: 9, grey: true }
const body: Style = { size: 10 }
const strong: Style = { size: 10, bold: true }
const toRight = (style: Style): Style => ({ ...style, align: 'right' })

type Line = InvoiceFacts['lines'][number]
type Column = { head: string; x: number; width: number; isNumber?: boolean; text: (line: Line) => string }

const plainColumns: Column[] = [
  { head: 'Paquete', x: left, width: 54, text: ({ number }) => number },
  { head: 'Descripción', x: left + 56, width: 218, text: ({ description }) => description },
  { head: 'lbs', x: left + 276, width: 48, isNumber: true, text: ({ pounds }) => pounds },
  { head: 'US$/lb', x: left + 326, width: 48, isNumber: true, text: ({ price }) => price },
  { head: 'Descuento', x: left + 376, width: 72, isNumber: true, text: ({ discount }) => discount || '—' },
  { head: 'Total', x: left + 450, width: 82, isNumber: true, text: ({ total }) => total },
]
/** If any line has a rule or a charge, quantities show their units. */
const chooseColumns = ({ lines, charges }: InvoiceFacts): Column[] =>
  charges.length > 0 || lines.some((line) => line.hasRules || line.charges.length > 0)
    ? plainColumns.map((column) => {
        if (column.head === 'lbs')
          return { ...column, head: 'Cobrado', x: left + 266, width: 58, text: ({ charged }) => charged }
        if (column.head === 'US$/lb') return { ...column, head: 'US$' }
        return column.head === 'Descripción' ? { ...column, width: 208 } : column
      })
    : plainColumns

/** Heads and page number are on each page. */
export function drawLetter(paper: Paper, facts: InvoiceFacts, logo: Buffer | null): void {
  const footer = paper.wrap(facts.letterFooter, width - 80, small)
  const bottom = page.height - 40 - Math.max(footer.length, 1) * lineHeight(small) - 10
  const flow = { y: 0 }
  const turnPage = () => {
    paper.addPage(page.width, page.height)
    flow.y = left
    if (facts.isVoid) writeVoid(paper, 'ANULADA')
  }
  /** Returns true if it began a new page. */
  const reserve = (height: number): boolean => {
    if (flow.y + height <= bottom) return false
    turnPage()
    return true
  }

  const columns = chooseColumns(facts)
  turnPage()
  flow.y = writeHeading(paper, { ...facts, kind: 'Factura' }, logo, flow.y)
  flow.y = writeParties(paper, { ...facts, clerkLabel: 'Atendió' }, flow.y)
  flow.y = writeHeads(paper, columns, flow.y)
  for (const line of facts.lines) {
    const cells = columns.map((column) => paper.wrap(column.text(line), column.width, chooseStyle(column)))
    const room = columns[1]?.width ?? width
    const tracking = [line.tracking, line.basis].flatMap((text) => (text === '' ? [] : paper.wrap(text, room, small)))
    const heights = cells.map(
      (cell, index) => cell.length * lineHeight(body) + (index === 1 ? tracking.length * lineHeight(small) : 0),
    )
    const own = Math.max(...heights)
    const height = own + measureCharges(paper, line.charges, columns) + 9
    if (reserve(height)) flow.y = writeHeads(paper, columns, flow.y)
    for (const [index, column] of columns.entries()) {
      paper.write(cells[index] ?? [], { ...column, y: flow.y + 4 }, chooseStyle(column))
    }
    const below = flow.y + 4 + (cells[1]?.length ?? 0) * lineHeight(body)
    paper.write(tracking, { x: columns[1]?.x ?? left, width: room, y: below }, small)
    writeCharges(paper, line.charges, columns, flow.y + 4 + own)
    flow.y += height
    paper.rule({ x: left, width, y: flow.y }, { grey: true })
  }

  const own = measureCharges(paper, facts.charges, columns)
  if (own > 0 && reserve(own + 10)) flow.y = writeHeads(paper, columns, flow.y)
  writeCharges(paper, facts.charges, columns, flow.y + 5)
  flow.y += own === 0 ? 0 : own + 10

  const totals = totalRows(facts)
  reserve(totals.reduce((sum, { height }) => sum + height, 14))
  const start = flow.y + 10
  const half = { x: left + 282, width: width - 282 }
  totals.reduce((y, row) => {
    row.write(paper, { ...half, y })
    return y + row.height
  }, start)
  flow.y = start
  writeDetails(paper, facts, flow, reserve)
  numberPages(paper, footer)
}

const chooseStyle = ({ isNumber, head }: Column): Style => {
  const style = head === 'Descripción' || head === 'Total' ? strong : body
  return isNumber ? toRight(style) : style
}

type Headed = Pick<InvoiceFacts, 'company' | 'ruc' | 'address' | 'phone' | 'number' | 'status'> & { kind: string }

/** Returns where it ends. */
export function writeHeading(paper: Paper, facts: Headed, logo: Buffer | null, y: number): number {
  if (logo) paper.pdf.image(logo, left, y, { fit: [48, 48], align: 'center', valign: 'center' })
  const x = logo ? left + 60 : left
  const room = width - (x - left) - 150
  let below = y + paper.write(facts.company, { x, width: room, y }, { size: 13.5, bold: true })
  const reached = [facts.address, facts.phone].filter(Boolean).join(' · ')
  for (const fact of [facts.ruc, reached].filter(Boolean))
    below += paper.write(fact, { x, width: room, y: below }, small)
  const side = { x: right - 140, width: 140 }
  let beside = y + paper.write(facts.kind, { ...side, y }, toRight(small))
  beside += paper.write(facts.number, { ...side, y: beside }, toRight({ size: 20, bold: true }))
  beside += 2
  const status = paper.measureWidth(facts.status, strong)
  paper.pdf
    .lineWidth(0.75)
    .strokeColor('#000')
    .roundedRect(right - status - 14, beside, status + 14, 17, 8)
    .stroke()
  paper.write(facts.status, { x: right - status - 7, width: status + 1, y: beside + 1.5 }, strong)
  const end = Math.max(below, beside + 17, y + 48) + 10
  paper.rule({ x: left, width, y: end })
  return end
}

type Parties = Pick<InvoiceFacts, 'client' | 'clientFacts' | 'date' | 'clerk' | 'rate'> & { clerkLabel: string }

export function writeParties(paper: Paper, facts: Parties, top: number): number {
  const y = top + 9
  const party = { x: left, width: 262 }
  let below = y + paper.write('Cliente', { ...party, y }, small)
  below += paper.write(facts.client, { ...party, y: below }, { size: 11, bold: true })
  below += paper.write(facts.clientFacts, { ...party, y: below }, body)
  const rows: [string, string][] = [
    ['Fecha', facts.date],
    [facts.clerkLabel, facts.clerk],
    ['Tasa', facts.rate],
  ]
  let beside = y
  for (const [label, value] of rows.filter(([, text]) => text !== '')) {
    paper.write(label, { x: left + 276, width: 50, y: beside + 1 }, small)
    beside += paper.write(value, { x: left + 330, width: width - 330, y: beside }, body) + 2
  }
  return Math.max(below, beside) + 8
}

/** Repeats on each page. */
function writeHeads(paper: Paper, columns: readonly Column[], y: number): number {
  const head: Style = { size: 9, bold: true }
  paper.rule({ x: left, width, y })
  for (const column of columns) {
    paper.write(column.head, { ...column, y: y + 6 }, column.isNumber ? toRight(head) : head)
  }
  paper.rule({ x: left, width, y: y + 24 })
  return y + 24
}

type Row = { height: number; write: (paper: Paper, place: { x: number; width: number; y: number }) => void }

const sumRow = (label: string, value: string, style: Style = body): Row => ({
  height: 18,
  write(paper, place) {
    paper.write(label, place, style.bold ? style : small)
    paper.write(value, place, toRight(style))
  },
})

function totalRows(facts: InvoiceFacts): Row[] {
  const given = (label: string, value: string, style?: Style) => (value === '' ? [] : [sumRow(label, value, style)])
  return [
    sumRow('Libras', facts.pounds),
    ...given('Flete', facts.freight),
    ...given('Cargos', facts.chargesTotal),
    ...given('Impuestos por su cuenta', facts.advancesTotal),
    sumRow('Subtotal', facts.subtotal),
    ...given('Envío', facts.shipping),
    ...(facts.discount ? [sumRow(facts.discount.label, facts.discount.value)] : []),
    {
      height: 36,
      write(paper, { x, width: room, y }) {
        paper.rule({ x, width: room, y })
        paper.write(`Total ${facts.code}`, { x, width: room, y: y + 10 }, { size: 11, bold: true })
        paper.write(facts.total, { x, width: room, y: y + 4 }, toRight({ size: 18, bold: true }))
      },
    },
    ...given('', facts.reference && `Equivale a ${facts.reference} (referencia)`, small),
    ...given('Pagado', facts.paid),
    ...given('Vuelto', facts.change),
    ...facts.changeParts.map(({ label, value }) => sumRow(`Vuelto ${label}`, value)),
    ...given('Saldo Pendiente', facts.pending, { size: 12, bold: true }),
  ]
}

/** Stands left of the totals; longer text continues on the next pages. */
function writeDetails(
  paper: Paper,
  facts: InvoiceFacts,
  flow: { y: number },
  reserve: (height: number) => boolean,
): void {
  const room = { x: left, width: 262 }
  const put = (text: string, style: Style) => {
    const lines = paper.wrap(text, room.width, style)
    reserve(lines.length * lineHeight(style))
    flow.y += paper.write(lines, { ...room, y: flow.y }, style)
  }
  for (const shipment of facts.shipments) {
    put('Envío', small)
    put(shipment.method, strong)
    put(shipment.address, body)
    flow.y += 8
  }
  if (facts.payments.length > 0) put('Pagos', small)
  for (const payment of facts.payments) {
    const how = [payment.steps && `${payment.own}${payment.steps}`, payment.reference].filter(Boolean).join(' · ')
    const lines = paper.wrap(how, 112, small)
    const height = Math.max(lines.length * lineHeight(small), lineHeight(body)) + 3
    reserve(height)
    paper.write(payment.label, { ...room, y: flow.y }, body)
    paper.write(lines, { x: left + 76, width: 112, y: flow.y + 1 }, small)
    paper.write(payment.value, { ...room, y: flow.y }, toRight(body))
    flow.y += height
  }
}

/** Writes `ANULADA` across the page, under its texts. */
export function writeVoid({ pdf }: Paper, word: string): void {
  pdf.save()
  pdf.rotate(-40, { origin: [page.width / 2, page.height / 2] })
  pdf.font('bold').fontSize(110).fillColor('#ddd')
  pdf.text(word, (page.width - pdf.widthOfString(word)) / 2, page.height / 2 - 66, { lineBreak: false })
  pdf.restore()
}

/** Writes on every page. */
export function numberPages(paper: Paper, footer: string[]): void {
  const { start, count } = paper.pdf.bufferedPageRange()
  const height = Math.max(footer.length, 1) * lineHeight(small)
  const y = page.height - 40 - height
  for (let number = 1; number <= count; number += 1) {
    paper.pdf.switchToPage(start + number - 1)
    paper.rule({ x: left, width, y: y - 5 }, { grey: true })
    paper.write(footer, { x: left, width: width - 80, y }, small)
    paper.write(`Página ${number} de ${count}`, { x: left, width, y }, toRight(small))
  }
}
