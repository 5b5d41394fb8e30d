import { formatDate, formatDateTime } from '@casillero/shared/domain/business-date'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { formatPhone } from '@casillero/shared/domain/phone'
import { shortenName } from '@casillero/shared/domain/spanish-name'
import { fillAddress, listFormFields } from '@casillero/shared/domain/us-address'
import { createElement as h, type ReactNode } from 'react'
import { describeDay } from '../../platform/pages/day-words.ts'
import type { OwnDevice, OwnInvoice } from '../own-account/read-account.ts'
import type { OwnPackage } from '../own-account/read-packages.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { BackToMore, renderClientPage } from './page-frame.ts'

const describeState = ({ status, pending, symbol, ownDebts }: OwnInvoice): string =>
  [
    status === 'pending' ? `Debe ${formatMoney(pending, symbol)}` : 'Pagada',
    ...ownDebts.map((debt) => `Saldo usado sin pago ${formatMoney(debt.amount, debt.symbol)}`),
  ].join(' · ')

/** A list that is reached from “Más”. */
const renderList = (viewer: Viewer, title: string, empty: string, rows: ReactNode[]): string =>
  renderClientPage(
    viewer,
    { title, place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, title),
      rows.length === 0 ? h('small', null, empty) : h('ul', { className: 'rows' }, ...rows),
    ),
  )

export const renderInvoices = (viewer: Viewer, invoices: OwnInvoice[]): string =>
  renderList(
    viewer,
    'Facturas',
    'Todavía no tiene facturas.',
    invoices.map((invoice) =>
      h(
        'li',
        { key: invoice.id },
        h(
          'a',
          { className: 'row', href: `/mi/facturas/${invoice.id}/pdf` },
          h(
            'span',
            null,
            h('b', null, `Factura #${invoice.number}`),
            h('small', null, `${formatDate(invoice.day)} · ${describeState(invoice)}`),
          ),
          h('span', { className: 'amount' }, formatMoney(invoice.total, invoice.symbol)),
        ),
      ),
    ),
  )

export const renderDelivered = (viewer: Viewer, packages: OwnPackage[]): string =>
  renderList(
    viewer,
    'Entregados',
    'Todavía no le entregamos paquetes.',
    packages.map(({ id, title, statusDay, invoice }) =>
      h(
        'li',
        { key: id, className: 'row' },
        h(
          'a',
          { className: 'whole', href: `/mi/paquetes/${id}` },
          h('b', null, title),
          h('small', null, `Entregado ${describeDay(statusDay, viewer.today)}`),
        ),
        invoice === null
          ? null
          : h(
              'a',
              {
                className: 'plain',
                href: `/mi/facturas/${invoice.id}/pdf`,
                'aria-label': `Factura #${invoice.number}: ${title}`,
              },
              `Factura #${invoice.number}`,
            ),
      ),
    ),
  )

/** Line by line, because shops have a field for each. docs/product/client-pages.md, "Dirección". */
export function renderAddress(viewer: Viewer): string {
  const { firstName, lastNames, casillero } = viewer
  const address = viewer.usAddress ?? ''
  const values = { nombre: `${firstName} ${lastNames}`, casillero }
  const all = fillAddress(address, values)
    .map(({ text }) => text)
    .join('\n')
  return renderClientPage(
    viewer,
    { title: 'Su dirección en Estados Unidos', place: '/mi/direccion', hasHelp: true },
    h('p', { className: 'hidden', role: 'status' }),
    h(
      'section',
      null,
      h('h1', null, 'Su dirección en Estados Unidos'),
      h('small', null, `Escríbala igual al comprar. Con el código ${casillero} sabemos que el paquete es de usted.`),
      h(
        'ul',
        { className: 'rows' },
        ...listFormFields(address, values).map(({ label, text }) =>
          h(
            'li',
            { key: label, className: 'row' },
            h('span', null, h('small', null, label), h('b', { className: 'line' }, text)),
            h(
              'button',
              { type: 'button', className: 'quiet', hidden: true, 'data-copy': text, 'aria-label': `Copiar: ${label}` },
              'Copiar',
            ),
          ),
        ),
      ),
    ),
    h('button', { type: 'button', hidden: true, 'data-copy': all }, 'Copiar todo'),
  )
}

/** The first page of one who became a client by themselves. docs/product/sign-up.md, "The welcome". */
export function renderWelcome(viewer: Viewer, phone: string): string {
  const { firstName, lastNames, casillero } = viewer
  const values = { nombre: `${firstName} ${lastNames}`, casillero }
  const lines = fillAddress(viewer.usAddress ?? '', values)
  return renderClientPage(
    viewer,
    { title: 'Bienvenida', place: '/mi', hasHelp: true },
    h('p', { className: 'hidden', role: 'status' }),
    h(
      'section',
      null,
      h('h1', null, `${shortenName(firstName)}, ya es cliente`),
      h('small', null, `Su número ${formatPhone(phone)} quedó confirmado. Le enviamos esto mismo por WhatsApp.`),
      h('p', { className: 'note own' }, h('small', null, 'Su casillero'), h('b', null, casillero)),
      h('a', { className: 'button main', href: '/mi' }, 'Ir a Mi casillero'),
    ),
    lines.length === 0
      ? null
      : h(
          'section',
          null,
          h('h2', null, 'Su dirección en Miami'),
          h('small', null, 'Escríbala así al comprar.'),
          h(
            'ul',
            { className: 'rows' },
            ...lines.map(({ label, text }) =>
              h(
                'li',
                { key: label, className: 'row' },
                h('span', null, h('small', null, label), h('b', { className: 'line' }, text)),
              ),
            ),
          ),
          h(
            'button',
            {
              type: 'button',
              className: 'quiet all',
              hidden: true,
              'data-copy': lines.map(({ text }) => text).join('\n'),
            },
            'Copiar todo',
          ),
        ),
  )
}

/** Links to what the bar has no room for. */
export const renderMore = (viewer: Viewer): string =>
  renderClientPage(
    viewer,
    { title: 'Más', place: '/mi/mas' },
    h(
      'section',
      null,
      h('h1', null, 'Más'),
      h(
        'ul',
        { className: 'rows' },
        ...[
          ['/mi/entregados', 'Entregados'],
          ['/mi/facturas', 'Facturas'],
          ['/mi/comprobante', 'Pagos'],
          ...(viewer.shop.hasPublicTariffs ? [['/mi/precios', 'Cuánto cuesta']] : []),
          ['/mi/autorizados', 'Autorizados'],
          ['/mi/avisos', 'Avisos'],
          ['/mi/datos', 'Mis datos'],
          ['/mi/dispositivos', 'Dispositivos'],
        ].map(([href, label]) => h('li', { key: href }, h('a', { className: 'row', href }, h('span', null, label)))),
      ),
    ),
    h(
      'form',
      { action: '/mi/salir', method: 'post' },
      h('button', { type: 'submit', className: 'button quiet' }, 'Salir'),
    ),
  )

/** The devices on which a client is in, each with a button that ends it. */
export const renderDevices = (viewer: Viewer, devices: OwnDevice[], ownId: string): string =>
  renderClientPage(
    viewer,
    { title: 'Dispositivos', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Dispositivos'),
      h('small', null, 'Los teléfonos y computadoras que pueden ver su casillero.'),
      h(
        'ul',
        { className: 'rows' },
        ...devices.map(({ id, name, createdAt, lastUsedAt }) =>
          h(
            'li',
            { key: id, className: 'row' },
            h(
              'span',
              null,
              h('b', null, id === ownId ? `${name} (este)` : name),
              h('small', null, `Entró el ${formatDateTime(createdAt)}`),
              h('small', null, `Última visita: ${formatDateTime(lastUsedAt)}`),
            ),
            id === ownId
              ? null
              : h(
                  'form',
                  { action: `/mi/dispositivos/${id}`, method: 'post' },
                  h('button', { type: 'submit', className: 'quiet', 'aria-label': `Cerrar: ${name}` }, 'Cerrar'),
                ),
          ),
        ),
      ),
    ),
  )
