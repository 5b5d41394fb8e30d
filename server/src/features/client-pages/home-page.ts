import { describeArrival } from '@casillero/shared/domain/arrival-days'
import { formatDate } from '@casillero/shared/domain/business-date'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { Fragment, createElement as h, type ReactNode } from 'react'
import { describeDay } from '../../platform/pages/day-words.ts'
import { formatSums } from '../own-account/currency-sums.ts'
import type { OwnPickup } from '../own-account/own-pickup.ts'
import type { OwnPrealert } from '../own-account/own-prealerts.ts'
import type { OwnAccount } from '../own-account/read-account.ts'
import { type OwnPackage, sumToBring } from '../own-account/read-packages.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { renderClientPage } from './page-frame.ts'
import { PickupForm } from './pickup-form.ts'
import { ExpectedBadge, StatusBadge } from './stage-badges.ts'

type RowProps = { href: string; title: string; text: ReactNode; amount?: string }

const RowLink = ({ href, title, text, amount }: RowProps) =>
  h(
    'a',
    { className: 'row', href },
    h('span', null, h('b', null, title), text),
    amount === undefined || amount === '' ? null : h('span', { className: 'amount' }, amount),
  )

function describeReady({ weight, invoice, statusDay }: OwnPackage, today: string): string {
  const owed = formatSums(invoice?.owed ?? [])
  return [
    `Desde ${describeDay(statusDay, today)}`,
    weight === null ? '' : formatWeight(weight),
    invoice ? `Factura #${invoice.number}, ${owed === '' ? 'pagada' : `debe ${owed}`}` : '',
  ]
    .filter(Boolean)
    .join(' · ')
}

const lacksPrice = ({ invoice, totalPrice }: OwnPackage): boolean => invoice === null && totalPrice === null

/** What the sum has beyond the amounts above it, and what it lacks. */
function describeSum(packages: OwnPackage[]): string {
  const unpriced = packages.filter(lacksPrice).length
  const numbers = packages.flatMap(({ invoice }) => (invoice && invoice.owed.length > 0 ? [`#${invoice.number}`] : []))
  const invoices = [...new Set(numbers)]
  return [
    invoices.length === 0 ? '' : `con la factura ${invoices.join(', ')}`,
    unpriced === 0 ? '' : `más ${countUnpriced(unpriced)}`,
  ]
    .filter(Boolean)
    .join(', ')
}

const countUnpriced = (count: number): string =>
  count === 1 ? 'un paquete que todavía no tiene precio' : `${count} paquetes que todavía no tienen precio`

function ReadyCard({ packages, today, pickup }: { packages: OwnPackage[]; today: string; pickup: OwnPickup }) {
  if (packages.length === 0)
    return h(
      'section',
      null,
      h('h2', null, 'Nada para retirar todavía'),
      h('small', null, 'Le avisamos cuando un paquete esté listo.'),
    )
  const toPay = sumToBring(packages)
  const extent = describeSum(packages)
  const rows = packages.map((one) => {
    const text = h('small', null, describeReady(one, today))
    const amount = lacksPrice(one) ? 'Falta el precio' : formatSums(one.toPay)
    return h('li', { key: one.id }, h(RowLink, { href: `/mi/paquetes/${one.id}`, title: one.title, text, amount }))
  })
  return h(
    'section',
    { 'aria-labelledby': 'listos' },
    h(
      'div',
      { className: 'head' },
      h('h2', { id: 'listos' }, 'Listos para retirar'),
      h('span', { className: 'amount' }, packages.length),
    ),
    h('ul', { className: 'rows' }, ...rows),
    toPay.length === 0
      ? null
      : h(
          'div',
          { className: 'row last' },
          h('span', null, 'Para llevárselos', extent === '' ? null : h('small', null, extent)),
          h('span', { className: 'amount' }, formatSums(toPay)),
        ),
    h(PickupForm, { pickup, today }),
  )
}

function MoneyCard({ owed, credit, unpaid, inReview }: OwnAccount) {
  if (owed.length === 0 && credit.length === 0) return null
  const sums = (amounts: OwnAccount['owed']) =>
    amounts.map(({ symbol, amount }) => formatMoney(amount, symbol)).join(' · ')
  const inFavour = credit.length === 0 ? null : `Tiene a favor ${sums(credit)}`
  if (owed.length === 0) return h('section', null, h('h2', null, 'No debe nada'), h('small', null, inFavour))
  return h(
    'section',
    { 'aria-labelledby': 'debe' },
    h(
      'div',
      { className: 'head' },
      h('h2', { id: 'debe' }, 'Debe'),
      h('a', { className: 'plain', href: '/mi/facturas' }, unpaid === 1 ? '1 factura' : `${unpaid} facturas`),
    ),
    h('p', { className: 'big' }, sums(owed)),
    inFavour === null ? null : h('small', null, inFavour),
    inReview === null
      ? null
      : h('small', null, inReview.length === 0 ? 'Comprobante en revisión' : `En revisión ${sums(inReview)}`),
    h('a', { className: 'button', href: '/mi/comprobante' }, 'Enviar comprobante'),
  )
}

const mostAnnounced = 5

/** Purchases that were announced stand at the beginning of the way. */
function ComingCard({
  packages,
  prealerts,
  today,
}: {
  packages: OwnPackage[]
  prealerts: OwnPrealert[]
  today: string
}) {
  if (packages.length + prealerts.length === 0) return null
  const announced = prealerts.slice(0, mostAnnounced).map(({ id, tracking, store, description, expectedOn }) => {
    const badge = h(ExpectedBadge, { expectedOn, today })
    const text = h('small', null, badge, description === null || store === null ? '' : ` ${store}`)
    return h('li', { key: id }, h(RowLink, { href: `/mi/avisar#${id}`, title: description ?? store ?? tracking, text }))
  })
  const more = `Ver las ${prealerts.length} compras que avisó`
  const rows = packages.map((one) => {
    const since = one.promise ? null : ` desde ${describeDay(one.statusDay, today)}`
    const due = one.promise && h('span', { className: 'due' }, describeArrival(one.promise, today))
    const text = h(Fragment, null, h('small', null, h(StatusBadge, one), since), due)
    const row = h(RowLink, { href: `/mi/paquetes/${one.id}`, title: one.title, text })
    return h('li', { key: one.id }, row)
  })
  return h(
    'section',
    { 'aria-labelledby': 'camino' },
    h('h2', { id: 'camino' }, 'En camino'),
    h(
      'ul',
      { className: 'rows' },
      ...announced,
      prealerts.length > mostAnnounced
        ? h('li', { key: 'more' }, h('a', { className: 'row', href: '/mi/avisar' }, h('span', null, more)))
        : null,
      ...rows,
    ),
  )
}

/** docs/product/client-pages.md, "Inicio". */
export function renderHome(
  viewer: Viewer,
  packages: OwnPackage[],
  prealerts: OwnPrealert[],
  account: OwnAccount,
  pickup: OwnPickup,
): string {
  const { today } = viewer
  return renderClientPage(
    viewer,
    { title: 'Mi casillero', place: '/mi' },
    h('h1', { className: 'hidden' }, 'Mi casillero'),
    h(ReadyCard, { packages: packages.filter(({ isReady }) => isReady), today, pickup }),
    h(MoneyCard, account),
    h(ComingCard, { packages: packages.filter(({ isReady }) => !isReady), prealerts, today }),
    h('small', null, `Al ${formatDate(today)}`),
  )
}
