import { createElement as h } from 'react'
import type { OwnPrealert } from '../own-account/own-prealerts.ts'
import type { Viewer } from '../own-account/read-shop.ts'
import { Field, FileField, Note, type Outcome } from './form-parts.ts'
import { renderClientPage } from './page-frame.ts'
import { ExpectedBadge } from './stage-badges.ts'

function AnnouncedCard({ prealerts, today }: { prealerts: OwnPrealert[]; today: string }) {
  if (prealerts.length === 0) return null
  const rows = prealerts.map(({ id, tracking, store, description, expectedOn, hasFile }) => {
    const title = description ?? store ?? tracking
    const rest = [description === null ? null : store, title === tracking ? null : tracking].filter(Boolean).join(' · ')
    return h(
      'li',
      { key: id, id, className: 'row' },
      h(
        'span',
        null,
        h('b', null, title),
        rest === '' ? null : h('small', null, rest),
        h('small', null, h(ExpectedBadge, { expectedOn, today })),
        hasFile
          ? h(
              'a',
              { className: 'plain', href: `/mi/avisar/${id}/factura`, 'aria-label': `Factura: ${title}` },
              'Factura',
            )
          : null,
      ),
      h(
        'form',
        { action: `/mi/avisar/${id}`, method: 'post' },
        h('button', { type: 'submit', className: 'quiet', 'aria-label': `Quitar: ${title}` }, 'Quitar'),
      ),
    )
  })
  return h(
    'section',
    { 'aria-labelledby': 'avisadas' },
    h('h2', { id: 'avisadas' }, 'Ya avisó'),
    h('ul', { className: 'rows' }, ...rows),
  )
}

type PrealertFormProps = { typed: Readonly<Record<string, string>>; errors: Outcome['errors'] }

function PrealertForm({ typed, errors }: PrealertFormProps) {
  return h(
    'form',
    { action: '/mi/avisar', method: 'post', encType: 'multipart/form-data' },
    h(Field, {
      name: 'tracking',
      label: 'Número de rastreo',
      value: typed.tracking ?? '',
      error: errors?.tracking,
      hint: 'Se lo da la tienda: «tracking number»',
    }),
    errors?.several === undefined ? null : h('input', { type: 'hidden', name: 'several', value: errors.several }),
    h(Field, {
      name: 'description',
      label: 'Qué compró',
      value: typed.description ?? '',
      error: errors?.description,
    }),
    h(
      'div',
      { className: 'halves' },
      h(Field, { name: 'store', label: 'Tienda', value: typed.store ?? '', error: errors?.store }),
      h(Field, {
        name: 'declaredValue',
        label: 'Cuánto pagó, en US$',
        inputMode: 'decimal',
        value: typed.declaredValue ?? '',
        error: errors?.declaredValue,
      }),
    ),
    h(Field, {
      name: 'expectedOn',
      label: 'Llega a Miami cerca del',
      type: 'date',
      value: typed.expectedOn ?? '',
      error: errors?.expectedOn,
    }),
    h(FileField, {
      label: 'Factura de la tienda (opcional)',
      hint: 'Foto o PDF de hasta 5 MB',
      error: errors?.file,
    }),
    h(
      'button',
      { type: 'submit' },
      errors?.several === undefined ? 'Avisar la compra' : `Avisar las ${errors.several.split(' ').length} compras`,
    ),
  )
}

/** docs/product/prealerts.md, "Announcing". */
export const renderPrealerts = (
  viewer: Viewer,
  prealerts: OwnPrealert[],
  typed: Readonly<Record<string, string>>,
  { isSaved, errors }: Outcome,
): string =>
  renderClientPage(
    viewer,
    { title: 'Avisar una compra', place: '/mi/avisar', hasHelp: true },
    h(
      'section',
      null,
      h('h1', null, 'Avisar una compra'),
      h('small', null, 'Así la reconocemos al llegar a Miami y no se atrasa.'),
      h(Note, { isSaved, errors, saved: 'Gracias, quedó anotado.' }),
      h(PrealertForm, { typed, errors }),
    ),
    h(AnnouncedCard, { prealerts, today: viewer.today }),
  )
