import { describeArrival } from '@casillero/shared/domain/arrival-days'
import { formatDateTime } from '@casillero/shared/domain/business-date'
import { exact, roundToCents, times, toWire } from '@casillero/shared/domain/money'
import { formatMoney, formatUnitPrice, formatWeight } from '@casillero/shared/domain/money-format'
import { explainPrice, formatMeasures, toPriced } from '@casillero/shared/domain/price-arithmetic'
import { computeVolumetricPounds, toMeasures } from '@casillero/shared/domain/tariff-rules'
import { Fragment, createElement as h } from 'react'
import { describeDay } from '../../platform/pages/day-words.ts'
import { Icon } from '../../platform/pages/icon.ts'
import { formatSums } from '../own-account/currency-sums.ts'
import type { OwnPickup } from '../own-account/own-pickup.ts'
import type { OwnPackagePage } from '../own-account/read-packages.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { renderClientPage } from './page-frame.ts'
import { PickupForm } from './pickup-form.ts'
import { StatusBadge } from './stage-badges.ts'

const methods = { aereo: ['plane', 'Aéreo'], maritimo: ['ship', 'Marítimo'] } as const

/** What is charged, and what it comes to. */
function describeFreight(one: OwnPackagePage): string {
  const explained = explainPrice(toPriced(one))
  if (explained) return `Se cobran ${explained.charged}`
  const price = one.pricePerPound === null ? '' : ` × ${formatUnitPrice(one.pricePerPound)}`
  return one.weight === null ? 'Flete' : `Se cobran ${formatWeight(one.weight)}${price}`
}

type Line = readonly [label: string, text: string]

function listFacts(one: OwnPackagePage): Line[] {
  const measures = toMeasures(one)
  const divisor = one.priceRules?.volumetricDivisor ?? null
  const facts: [string, string | null][] = [
    ['Peso en balanza', one.weight === null ? null : formatWeight(one.weight)],
    ['Medidas', measures && one.priceRules ? `${formatMeasures(measures)} pulg` : null],
    ['Por su volumen', measures && divisor !== null ? formatWeight(computeVolumetricPounds(measures, divisor)) : null],
  ]
  return facts.flatMap(([label, text]): Line[] => (text === null ? [] : [[label, text]]))
}

function listLines(one: OwnPackagePage): Line[] {
  const freight: Line[] = one.totalPrice === null ? [] : [[describeFreight(one), formatMoney(one.totalPrice)]]
  const charges = one.charges.map(
    ({ charge, quantity, unitPrice, currency }): Line => [
      charge.name,
      formatMoney(toWire(roundToCents(times(exact(quantity), exact(unitPrice)))), currency.symbol),
    ],
  )
  return [...freight, ...charges]
}

const Facts = ({ rows }: { rows: readonly Line[] }) =>
  rows.map(([label, text]) => h(Fragment, { key: label }, h('dt', null, label), h('dd', null, text)))

function PriceCard({ one }: { one: OwnPackagePage }) {
  const { invoice } = one
  const owed = formatSums(invoice?.owed ?? [])
  if (invoice)
    return h(
      'section',
      null,
      h('h2', null, 'Cuánto es'),
      h('p', null, `Está en la factura #${invoice.number}, ${owed === '' ? 'pagada' : `de la que debe ${owed}`}.`),
      h('a', { className: 'button', href: `/mi/facturas/${invoice.id}/pdf` }, 'Ver la factura'),
    )
  if (one.totalPrice === null) {
    const facts = listFacts(one)
    return h(
      'section',
      null,
      h('h2', null, 'Cuánto es'),
      facts.length === 0 ? null : h('dl', null, h(Facts, { rows: facts })),
      h('small', null, 'Todavía no tiene precio.'),
    )
  }
  const lacksMeasures = explainPrice(toPriced(one))?.lacksMeasures === true
  return h(
    'section',
    { 'aria-labelledby': 'precio' },
    h('h2', { id: 'precio' }, 'Cuánto es'),
    h(
      'dl',
      null,
      h(Facts, { rows: [...listFacts(one), ...listLines(one)] }),
      h('dt', { className: 'sum' }, 'Total'),
      h('dd', { className: 'sum' }, formatSums(one.toPay)),
    ),
    lacksMeasures ? h('small', null, 'Falta medirlo; el precio puede subir.') : null,
  )
}

const PhotosCard = ({ id, photos }: OwnPackagePage) =>
  photos.length === 0
    ? null
    : h(
        'section',
        { 'aria-labelledby': 'fotos' },
        h('h2', { id: 'fotos' }, 'Fotos'),
        h(
          'ul',
          { className: 'photos' },
          ...photos.map(({ id: photo, caption }, index) =>
            h(
              'li',
              { key: photo },
              h(
                'a',
                { href: `/mi/paquetes/${id}/fotos/${photo}` },
                h('img', {
                  src: `/mi/paquetes/${id}/fotos/${photo}?chica`,
                  alt: `Foto ${index + 1}`,
                  width: 120,
                  height: 90,
                  loading: 'lazy',
                }),
              ),
              caption === null ? null : h('small', null, caption),
            ),
          ),
        ),
      )

const WayCard = ({ steps }: OwnPackagePage) =>
  steps.length === 0
    ? null
    : h(
        'section',
        { 'aria-labelledby': 'recorrido' },
        h('h2', { id: 'recorrido' }, 'Recorrido'),
        h(
          'ol',
          null,
          ...steps
            .map(({ name, at }, index) =>
              h(
                'li',
                { key: at + name, className: index === steps.length - 1 ? 'now' : 'done' },
                h('span', null, name),
                h('small', null, formatDateTime(at)),
              ),
            )
            .toReversed(),
        ),
      )

/** docs/product/client-pages.md, "Paquete". */
export function renderPackage(viewer: Viewer, one: OwnPackagePage, pickup: OwnPickup): string {
  const [back, href] = one.isDelivered ? ['Entregados', '/mi/entregados'] : ['Inicio', '/mi']
  const [icon, method] = methods[one.shippingMethod]
  const origin = one.provider === null ? method : `${method} · ${one.provider}`
  return renderClientPage(
    viewer,
    { title: one.title, place: one.isDelivered ? '/mi/mas' : '/mi' },
    h('a', { className: 'back', href }, h(Icon, { name: 'back' }), back),
    h(
      'section',
      null,
      h('h1', null, one.title),
      h('small', null, `Paquete #${one.number} · `, h(Icon, { name: icon }), ` ${origin}`),
      one.tracking === null ? null : h('small', null, one.tracking),
      h(
        'p',
        null,
        h(StatusBadge, one),
        ` ${one.isDelivered ? '' : 'desde '}${describeDay(one.statusDay, viewer.today)}`,
      ),
      one.promise && h('p', null, describeArrival(one.promise, viewer.today)),
      one.isReady ? h(PickupForm, { pickup, today: viewer.today }) : null,
    ),
    one.isDelivered && !one.invoice ? null : h(PriceCard, { one }),
    h(PhotosCard, one),
    h(WayCard, one),
  )
}
