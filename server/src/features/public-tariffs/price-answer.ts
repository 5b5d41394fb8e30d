import { formatChargeBasis } from '@casillero/shared/domain/charge-text'
import { formatMoney, formatUnitPrice, formatWeight } from '@casillero/shared/domain/money-format'
import { formatMeasures, formatQuantity } from '@casillero/shared/domain/price-arithmetic'
import type { PriceUnit } from '@casillero/shared/domain/price-units'
import { computeVolumetricPounds, type PriceRules } from '@casillero/shared/domain/tariff-rules'
import { createElement as h } from 'react'
import type { Estimate, EstimateLine } from './estimate-price.ts'

/** What is charged in córdobas for a dollar; `symbol` is the currency's. */
export type Exchange = { symbol: string; rateCompra: number }

type Row = [text: string, amount: string]

const Rows = ({ rows }: { rows: readonly Row[] }) =>
  rows.length === 0
    ? null
    : h(
        'dl',
        null,
        ...rows.flatMap(([text, amount]) => [h('dt', { key: text }, text), h('dd', { key: `${text} =` }, amount)]),
      )

function listBases({ rules, purchase: { weight, measures }, quantity }: Estimate): Row[] {
  if (rules === null || rules.unit === 'piece') return []
  const sides = measures === null ? '' : `${formatMeasures(measures)} pulg`
  if (rules.unit === 'cubic_foot') return [['Medidas', sides]]
  const { volumetricDivisor: divisor } = rules
  const volume = divisor === null || measures === null ? null : computeVolumetricPounds(measures, divisor)
  if (volume === null) return weight === quantity ? [] : [['Peso', formatWeight(weight)]]
  return [
    ['Peso', formatWeight(weight)],
    [`Por su volumen, ${sides}`, formatWeight(volume)],
  ]
}

function nameFreight({ rules, purchase: { weight, pieces }, quantity, unitPrice }: Estimate): string {
  const price = formatUnitPrice(unitPrice)
  if (rules === null) return `${formatWeight(quantity)} × ${price}`
  if (rules.unit === 'piece') return `${formatQuantity(pieces, 'piece')} × ${price}`
  const charged = `${formatQuantity(quantity, rules.unit)} × ${price}`
  return rules.unit === 'pound' && weight === quantity ? charged : `Se cobran ${charged}`
}

function nameCharge({ placed: { charge, ...price }, count }: EstimateLine, { purchase }: Estimate): string {
  const { kind } = charge
  const line = { ...price, kind, percentage: charge.price, declaredValue: purchase.declaredValue, days: null }
  const basis = kind === 'per_pound' || kind === 'percent_of_value' ? `, ${formatChargeBasis(line)}` : ''
  return `${charge.name}${basis}${count > 1 ? ` × ${count}` : ''}`
}

const wholeUnits: Readonly<Record<PriceUnit, string>> = {
  pound: 'Se cobra la libra completa.',
  cubic_foot: 'Se cobra el pie cúbico completo.',
  piece: '',
}

/** In the order in which they count. */
function explainRules({ unit, volumetricDivisor, roundUpTo, minimumPounds, tiers }: PriceRules): string {
  const sentences = [
    ...(volumetricDivisor === null ? [] : ['Se cobra el mayor entre el peso y el volumen.']),
    ...(roundUpTo === null ? [] : [roundUpTo === 1 ? wholeUnits[unit] : `Se cobra de ${roundUpTo} en ${roundUpTo}.`]),
    ...(minimumPounds === null ? [] : [`El mínimo es ${formatWeight(minimumPounds)}.`]),
    ...tiers.map(({ from, price }) => `Desde ${formatQuantity(from, unit)}, ${formatUnitPrice(price)}.`),
  ]
  return sentences.join(' ')
}

/** First the amount, then what it is made of. docs/product/public-tariffs.md, "The answer". */
export function EstimateCard(props: { estimate: Estimate; exchange: Exchange | undefined; hasAdvances: boolean }) {
  const { estimate, exchange, hasAdvances } = props
  const why = estimate.rules === null ? '' : explainRules(estimate.rules)
  return h(
    'section',
    { id: 'precio', role: 'status' },
    h('h2', null, 'Precio estimado'),
    h('p', { className: 'big' }, formatMoney(estimate.total)),
    exchange === undefined || estimate.convertedTotal === null
      ? null
      : h(
          'p',
          null,
          `${formatMoney(estimate.convertedTotal, exchange.symbol)} `,
          h('small', { className: 'inline' }, `al cambio de hoy, ${formatUnitPrice(exchange.rateCompra, '')}`),
        ),
    h(Rows, { rows: listBases(estimate) }),
    h(Rows, {
      rows: [
        [nameFreight(estimate), formatMoney(estimate.freight)],
        ...estimate.charges.map((line): Row => [nameCharge(line, estimate), formatMoney(line.total)]),
      ],
    }),
    why === '' ? null : h('small', { className: 'why' }, why),
    estimate.lacksMeasures
      ? h('p', { className: 'note' }, 'Falta medir la caja; si es grande, el precio puede subir.')
      : null,
    h(
      'p',
      { className: 'note' },
      'Es una estimación; el precio es el del peso que se recibe.',
      hasAdvances ? ' Si la aduana cobra impuestos, van aparte.' : '',
    ),
  )
}
