import type { Tariff } from '@casillero/shared/contract/tariffs'
import { formatTariffPrice } from '@casillero/shared/domain/money-format'
import { createElement as h, type ReactNode } from 'react'
import type { Asked } from './estimate-price.ts'
import { type Faults, type FieldName, fieldNames, type Typed } from './read-purchase.ts'

/** The page of visitors, and that of a client. */
export type PricePath = '/precios' | '/mi/precios'

export type PriceForm = {
  path: PricePath
  tariffs: readonly Tariff[]
  chosen: Tariff
  asked: Asked
  typed: Typed
  faults: Faults
}

/** Carries what was typed along. */
function buildAddress(path: PricePath, tariff: Tariff, typed: Typed): string {
  const address = new URLSearchParams({ tarifa: tariff.id })
  for (const name of fieldNames) if (typed[name] !== '') address.set(name, typed[name])
  return `${path}?${address}`
}

const TariffChoice = ({ path, tariffs, chosen, typed }: PriceForm) =>
  h(
    'ul',
    { className: 'choice', 'aria-labelledby': 'tarifas' },
    ...tariffs.map((tariff) =>
      h(
        'li',
        { key: tariff.id },
        h(
          'a',
          { href: buildAddress(path, tariff, typed), ...(tariff.id === chosen.id ? { 'aria-current': 'true' } : {}) },
          h('span', null, tariff.name),
          h('b', null, formatTariffPrice(tariff.pricePerPound, tariff.unit)),
        ),
      ),
    ),
  )

type InputProps = { name: FieldName; form: PriceForm; label?: string; fault?: string | undefined }

/** The first that is wrong gets the focus. */
const Input = ({ name, form: { typed, faults }, label, fault = faults[name] }: InputProps) =>
  h('input', {
    id: name,
    name,
    defaultValue: typed[name],
    inputMode: 'decimal',
    autoComplete: 'off',
    maxLength: 40,
    ...(label === undefined ? {} : { 'aria-label': label }),
    ...(fault === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': `${name}-error` }),
    ...(Object.keys(faults)[0] === name ? { autoFocus: true } : {}),
  })

const Unit = ({ name, form, label, units }: Omit<InputProps, 'label'> & { label: string; units: [string, string][] }) =>
  h(
    'select',
    { name, 'aria-label': label, defaultValue: form.typed[name] },
    ...units.map(([value, text]) => h('option', { key: value, value }, text)),
  )

const Fault = ({ name, form: { faults } }: InputProps) =>
  faults[name] === undefined ? null : h('small', { id: `${name}-error`, className: 'error' }, faults[name])

const Sides = (form: PriceForm): ReactNode[] => [
  h(
    'p',
    { key: 'name', className: 'name' },
    'Medidas de la caja ',
    form.asked.measures === 'helpful' ? h('small', null, 'si las sabe') : null,
  ),
  h(
    'div',
    { key: 'sides', className: 'sides' },
    h(Input, { name: 'largo', form, label: 'Largo' }),
    h(Input, { name: 'ancho', form, label: 'Ancho' }),
    h(Input, { name: 'alto', form, label: 'Alto' }),
    h(Unit, {
      name: 'medida',
      form,
      label: 'Unidad de las medidas',
      units: [
        ['in', 'pulg'],
        ['cm', 'cm'],
      ],
    }),
  ),
  h('small', { key: 'help' }, 'Largo, ancho y alto'),
  h(Fault, { key: 'fault', name: 'largo', form }),
]

const Weight = (form: PriceForm): ReactNode[] => [
  h('label', { key: 'name', htmlFor: 'peso' }, form.asked.pieces ? 'Peso de cada una' : 'Peso'),
  h(
    'div',
    { key: 'peso', className: 'unit' },
    h(Input, { name: 'peso', form }),
    h(Unit, {
      name: 'unidad',
      form,
      label: 'Unidad del peso',
      units: [
        ['lb', 'lb'],
        ['kg', 'kg'],
      ],
    }),
  ),
  h(Fault, { key: 'fault', name: 'peso', form }),
]

const Value = (form: PriceForm): ReactNode[] => [
  h('label', { key: 'name', htmlFor: 'valor' }, form.asked.pieces ? 'Valor de cada una' : 'Valor de la compra'),
  h('div', { key: 'valor', className: 'money' }, h('span', null, 'US$'), h(Input, { name: 'valor', form })),
  h(Fault, { key: 'fault', name: 'valor', form }),
]

const Pieces = (form: PriceForm): ReactNode[] => [
  h('label', { key: 'name', htmlFor: 'piezas' }, 'Cuántas'),
  h(Input, { key: 'piezas', name: 'piezas', form }),
  h(Fault, { key: 'fault', name: 'piezas', form }),
]

/** Each tariff is a link, so that the fields fit it without a script. docs/product/public-tariffs.md, "The form". */
export function FormCard(form: PriceForm) {
  const { path, asked, chosen } = form
  return h(
    'section',
    null,
    h('h1', null, 'Cuánto cuesta'),
    h('p', { id: 'tarifas', className: 'name' }, 'Qué quiere traer'),
    h(TariffChoice, form),
    h(
      'form',
      { action: `${path}#precio`, method: 'get', noValidate: true },
      h('input', { type: 'hidden', name: 'tarifa', value: chosen.id }),
      ...(asked.pieces ? Pieces(form) : []),
      ...(asked.weight ? Weight(form) : []),
      ...(asked.measures === 'none' ? [] : Sides(form)),
      ...(asked.value ? Value(form) : []),
      h('button', { type: 'submit', name: 'calcular', value: '1' }, 'Calcular'),
    ),
  )
}
