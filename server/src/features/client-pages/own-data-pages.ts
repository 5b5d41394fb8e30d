import { createElement as h } from 'react'
import { Field, Note, type Outcome } from './form-parts.ts'
import type { OwnData, OwnPicker } from './own-data.ts'
import { BackToMore, renderClientPage } from './page-frame.ts'
import type { Viewer } from './read-shop.ts'

/** Name and phone are the staff's to change. */
export const renderOwnData = (
  viewer: Viewer,
  { data, proof }: { data: OwnData; proof: string | undefined },
  { isSaved, errors }: Outcome,
): string =>
  renderClientPage(
    viewer,
    { title: 'Mis datos', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Mis datos'),
      h('small', null, `${viewer.firstName} ${viewer.lastNames}. Si cambia de nombre o de teléfono, escríbanos.`),
      h(Note, { isSaved, errors }),
      h(
        'form',
        { action: '/mi/datos', method: 'post' },
        h(Field, {
          name: 'secondPhone',
          label: 'Segundo teléfono',
          type: 'tel',
          autoComplete: 'tel',
          value: data.secondPhone ?? '',
          error: errors?.secondPhone,
          ...(proof === undefined ? {} : { hint: proof }),
        }),
        h(Field, {
          name: 'email',
          label: 'Correo electrónico',
          type: 'email',
          autoComplete: 'email',
          value: data.email ?? '',
          error: errors?.email,
        }),
        h(Field, {
          name: 'address',
          label: 'Dirección',
          autoComplete: 'street-address',
          value: data.address ?? '',
          error: errors?.address,
        }),
        h(Field, { name: 'city', label: 'Ciudad', value: data.city ?? '', error: errors?.city }),
        h(Field, {
          name: 'department',
          label: 'Departamento',
          value: data.department ?? '',
          error: errors?.department,
        }),
        h('button', { type: 'submit' }, 'Guardar'),
      ),
    ),
  )

/** Renders whether the client gets notices, and the button that changes it. */
export const renderNotices = (viewer: Viewer, isOn: boolean): string =>
  renderClientPage(
    viewer,
    { title: 'Avisos', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Avisos por WhatsApp'),
      h(
        'p',
        { role: 'status' },
        isOn
          ? 'Le avisamos cuando sus paquetes llegan, avanzan y están listos.'
          : 'No le enviamos avisos. Aquí siempre ve cómo van sus paquetes.',
      ),
      h(
        'form',
        { action: '/mi/avisos', method: 'post' },
        h('input', { type: 'hidden', name: 'isOn', value: isOn ? 'no' : 'si' }),
        h(
          'button',
          { type: 'submit', className: isOn ? 'button quiet' : undefined },
          isOn ? 'No quiero avisos' : 'Quiero recibir avisos',
        ),
      ),
    ),
  )

export const renderPickers = (
  viewer: Viewer,
  pickers: OwnPicker[],
  typed: Readonly<Record<string, string>>,
  { isSaved, errors }: Outcome,
): string =>
  renderClientPage(
    viewer,
    { title: 'Autorizados', place: '/mi/mas' },
    h(BackToMore),
    h(
      'section',
      null,
      h('h1', null, 'Autorizados'),
      h('small', null, 'Las personas que pueden retirar sus paquetes.'),
      h(
        'ul',
        { className: 'rows' },
        ...pickers.map(({ id, name, cedula }) =>
          h(
            'li',
            { key: id, className: 'row' },
            h('span', null, h('b', null, name), cedula === null ? null : h('small', null, cedula)),
            h(
              'form',
              { action: `/mi/autorizados/${id}`, method: 'post' },
              h('button', { type: 'submit', className: 'quiet', 'aria-label': `Quitar: ${name}` }, 'Quitar'),
            ),
          ),
        ),
      ),
    ),
    h(
      'section',
      { 'aria-labelledby': 'nuevo' },
      h('h2', { id: 'nuevo' }, 'Autorizar a alguien'),
      h(Note, { isSaved, errors }),
      h(
        'form',
        { action: '/mi/autorizados', method: 'post' },
        h(Field, { name: 'name', label: 'Nombre', value: typed.name ?? '', error: errors?.name }),
        h(Field, { name: 'cedula', label: 'Cédula (opcional)', value: typed.cedula ?? '', error: errors?.cedula }),
        h('button', { type: 'submit' }, 'Autorizar'),
      ),
    ),
  )
