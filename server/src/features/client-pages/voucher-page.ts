import { formatMoney } from '@casillero/shared/domain/money-format'
import type { PaymentAccount } from '@casillero/shared/domain/payment-account'
import { createElement as h } from 'react'
import { describeDay } from '../../platform/pages/day-words.ts'
import { Icon } from '../../platform/pages/icon.ts'
import type { FieldErrors } from '../own-account/own-data.ts'
import type { OwnVoucher, OwnVouchers } from '../own-account/own-vouchers.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { Field, FileField } from './form-parts.ts'
import { renderClientPage } from './page-frame.ts'

/** `known`: the same file already waits. */
export type VoucherOutcome = { note?: 'received' | 'known' | undefined; errors?: FieldErrors | undefined }

const states = { pending: 'En revisión', accepted: 'Verificado', rejected: 'Rechazado' }
const tones = { pending: 'yellow', accepted: 'green', rejected: 'red' }

function SentCard({ vouchers, today }: { vouchers: OwnVoucher[]; today: string }) {
  if (vouchers.length === 0) return null
  const rows = vouchers.map(({ id, day, amount, symbol, reference, state, rejectReason }) =>
    h(
      'li',
      { key: id },
      h(
        'a',
        { className: 'row', href: `/mi/comprobante/${id}` },
        h(
          'span',
          null,
          h('b', null, amount === null || symbol === null ? 'Comprobante' : formatMoney(amount, symbol)),
          h('small', null, [`Enviado ${describeDay(day, today)}`, reference].filter(Boolean).join(' · ')),
          h(
            'small',
            null,
            h('span', { className: `badge ${tones[state]}` }, states[state]),
            rejectReason === null ? '' : ` ${rejectReason}`,
          ),
        ),
      ),
    ),
  )
  return h(
    'section',
    { 'aria-labelledby': 'enviados' },
    h('h2', { id: 'enviados' }, 'Ya envió'),
    h('ul', { className: 'rows' }, ...rows),
  )
}

function Answer({ note, errors }: VoucherOutcome) {
  if (errors) return h('p', { className: 'note wrong', role: 'alert' }, errors.form ?? 'Revise los datos marcados.')
  if (note === undefined) return null
  const text =
    note === 'known' ? 'Ya lo tenemos. Lo verificamos y le avisamos.' : 'Recibido. Lo verificamos y le avisamos.'
  return h('p', { className: 'note', role: 'status' }, text)
}

function AccountsCard({ accounts }: { accounts: PaymentAccount[] }) {
  if (accounts.length === 0) return null
  const rows = accounts.map(({ bank, currency, number, holder }) =>
    h(
      'li',
      { key: `${bank} ${number}`, className: 'row' },
      h(
        'span',
        null,
        h('small', null, `${bank} · ${currency}`),
        h('b', { className: 'line' }, number),
        h('small', null, holder),
      ),
      h(
        'button',
        {
          type: 'button',
          className: 'quiet',
          hidden: true,
          'data-copy': number,
          'aria-label': `Copiar la cuenta de ${bank}, ${currency}`,
        },
        'Copiar',
      ),
    ),
  )
  return h(
    'section',
    { 'aria-labelledby': 'cuentas' },
    h('p', { className: 'hidden', role: 'status' }),
    h('h2', { id: 'cuentas' }, 'Cuentas para pagar'),
    h('ul', { className: 'rows' }, ...rows),
  )
}

type CurrencyFieldProps = { currencies: OwnVouchers['currencies']; chosen: string; error: string | undefined }

function CurrencyField({ currencies, chosen, error }: CurrencyFieldProps) {
  return h(
    'div',
    null,
    h('label', { htmlFor: 'currencyId' }, 'Moneda'),
    h(
      'select',
      { id: 'currencyId', name: 'currencyId', defaultValue: chosen },
      ...currencies.map(({ id, symbol }) => h('option', { key: id, value: id }, symbol)),
    ),
    error === undefined ? null : h('small', { className: 'error' }, error),
  )
}

/** docs/product/vouchers.md, "Receiving". */
export function renderVouchers(
  viewer: Viewer,
  { owed, currencies, vouchers, accounts }: OwnVouchers,
  typed: Readonly<Record<string, string>>,
  { note, errors }: VoucherOutcome,
): string {
  const [largest] = owed
  const currencyId = typed.currencyId ?? largest?.id ?? currencies[0]?.id ?? ''
  const debts = owed.map(({ amount, symbol }) => formatMoney(amount, symbol)).join(' · ')
  return renderClientPage(
    viewer,
    { title: 'Enviar comprobante', place: '/mi', hasHelp: true },
    h('a', { className: 'back', href: '/mi' }, h(Icon, { name: 'back' }), 'Inicio'),
    h(
      'section',
      null,
      h('h1', null, 'Enviar comprobante'),
      debts === '' ? null : h('p', { className: 'head' }, 'Debe', h('b', { className: 'owed' }, debts)),
      h(Answer, { note, errors }),
      h(
        'form',
        { action: '/mi/comprobante', method: 'post', encType: 'multipart/form-data' },
        h(FileField, {
          label: 'Foto o PDF del comprobante',
          hint: 'Hasta 5 MB',
          error: errors?.file,
          isRequired: true,
        }),
        h(
          'div',
          { className: 'pair' },
          h(Field, {
            name: 'amount',
            label: 'Cuánto pagó',
            inputMode: 'decimal',
            value: typed.amount ?? largest?.amount.toFixed(2) ?? '',
            error: errors?.amount,
          }),
          h(CurrencyField, { currencies, chosen: currencyId, error: errors?.currencyId }),
        ),
        h(Field, {
          name: 'reference',
          label: 'Número de referencia',
          value: typed.reference ?? '',
          error: errors?.reference,
          hint: 'Está en el comprobante de su banco',
        }),
        h('button', { type: 'submit' }, 'Enviar comprobante'),
        h('small', null, 'Lo verificamos y le avisamos por WhatsApp.'),
      ),
    ),
    h(AccountsCard, { accounts }),
    h(SentCard, { vouchers, today: viewer.today }),
  )
}
