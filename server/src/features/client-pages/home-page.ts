import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney, formatWeight } from '@casillero/shared/domain/money-format'
import { describeOpening } from '@casillero/shared/domain/opening-time'
import { createElement as h, type ReactNode } from 'react'
import { describeDay } from '../../platform/pages/day-words.ts'
import { addAmounts, formatSums } from '../own-account/currency-sums.ts'
import type { OwnPickup } from '../own-account/own-pickup.ts'
import type { OwnAccount } from '../own-account/read-account.ts'
import type { OwnPackage } from '../own-account/read-packages.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { renderClientPage } from './page-frame.ts'

const Arrow = () => h('svg', { viewBox: '0 0 24 24', 'aria-hidden': true }, h('path', { d: 'M3 11 22 2l-9 19-2-8z' }))

const formatTime = (instant: string): string => formatDateTime(instant).split(', ').at(-1) ?? ''

function describeAnnounced({ at, day }: NonNullable<OwnPickup['announced']>, today: string): string {
  const on = day === today ? '' : `${describeDay(day, today)} `
  return `Avisado ${on}a las ${formatTime(at)}`
}

/** docs/product/client-pages.md, "Voy en camino". */
function PickupPart({ pickup, today }: { pickup: OwnPickup; today: string }) {
  const { hours, now, announced } = pickup
  const opening = hours ? describeOpening(hours, new Date(now)) : ''
  if (announced === null)
    return h(
      'form',
      { className: 'going', action: '/mi/voy', method: 'post' },
      h('button', { type: 'submit' }, h(Arrow), 'Voy en camino'),
      h('small', null, opening === '' ? 'Se los alistamos.' : `Se los alistamos. ${opening}.`),
    )
  const isEarly = new Date(announced.countsFrom) > new Date(now)
  return h(
    'form',
    { className: 'going', action: '/mi/ya-no-voy', method: 'post' },
    h('p', { className: 'note' }, describeAnnounced(announced, today)),
    opening === '' ? null : h('small', null, isEarly ? `${opening}; lo esperamos desde entonces.` : `${opening}.`),
    h('button', { type: 'submit', className: 'button quiet' }, 'Ya no voy'),
  )
}

type RowProps = { id: string; title: string; text: ReactNode; amount?: string }

const PackageLink = ({ id, title, text, amount }: RowProps) =>
  h(
    'a',
    { className: 'row', href: `/mi/paquetes/${id}` },
    h('span', null, h('b', null, title), text),
    amount === undefined || amount === '' ? null : h('span', { className: 'amount' }, amount),
  )

function describeReady(one: Pick<OwnPackage, 'weight' | 'invoice' | 'statusDay'>, today: string): string {
  const weight = one.weight === null ? '' : ` · ${formatWeight(one.weight)}`
  const invoice = one.invoice ? ` · Factura #${one.invoice.number}${one.invoice.isPaid ? ', pagada' : ''}` : ''
  return `Desde ${describeDay(one.statusDay, today)}${weight}${invoice}`
}

const lacksPrice = ({ invoice, totalPrice }: OwnPackage): boolean => invoice === null && totalPrice === null

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
  const unpriced = packages.filter(lacksPrice).length
  const toPay = addAmounts(packages.flatMap(({ toPay: sums }) => sums))
  const rows = packages.map((one) => {
    const text = h('small', null, describeReady(one, today))
    const amount = lacksPrice(one) ? 'Falta el precio' : formatSums(one.toPay)
    return h('li', { key: one.id }, h(PackageLink, { id: one.id, title: one.title, text, amount }))
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
          h(
            'span',
            null,
            'Para llevárselos',
            unpriced === 0 ? null : h('small', null, `más ${countUnpriced(unpriced)}`),
          ),
          h('span', { className: 'amount' }, formatSums(toPay)),
        ),
    h(PickupPart, { pickup, today }),
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

function ComingCard({ packages, today }: { packages: OwnPackage[]; today: string }) {
  if (packages.length === 0) return null
  const rows = packages.map(({ id, title, statusName, statusDay }) => {
    const status = h('span', { className: 'badge' }, statusName)
    const text = h('small', null, status, ` desde ${describeDay(statusDay, today)}`)
    return h('li', { key: id }, h(PackageLink, { id, title, text }))
  })
  return h(
    'section',
    { 'aria-labelledby': 'camino' },
    h('h2', { id: 'camino' }, 'En camino'),
    h('ul', { className: 'rows' }, ...rows),
  )
}

/** docs/product/client-pages.md, "Inicio". */
export function renderHome(viewer: Viewer, packages: OwnPackage[], account: OwnAccount, pickup: OwnPickup): string {
  const { today } = viewer
  return renderClientPage(
    viewer,
    { title: 'Mi casillero', place: '/mi' },
    h('h1', { className: 'hidden' }, 'Mi casillero'),
    h(ReadyCard, { packages: packages.filter(({ isReady }) => isReady), today, pickup }),
    h(MoneyCard, account),
    h(ComingCard, { packages: packages.filter(({ isReady }) => !isReady), today }),
    h('small', null, `Al ${formatDate(today)}`),
  )
}
