import { createElement as h } from 'react'
import type { Entrance } from '../own-account/read-shop.ts'
import { renderEntryPage } from './page-frame.ts'

/** `sent`: a link was asked for; `often`: also many others from the same network. */
export type EntryNote = 'sent' | 'often' | 'bad-phone' | 'old-link' | undefined

const PhoneForm = ({ phone, note }: { phone: string; note: EntryNote }) =>
  h(
    'form',
    { action: '/mi/entrar', method: 'post' },
    h('label', { htmlFor: 'telefono' }, 'Su número de WhatsApp'),
    h('input', {
      id: 'telefono',
      name: 'telefono',
      type: 'tel',
      inputMode: 'tel',
      defaultValue: phone,
      required: true,
      maxLength: 30,
      autoComplete: 'tel',
      autoFocus: note !== 'sent',
      placeholder: '8888 8888',
      ...(note === 'bad-phone' ? { 'aria-invalid': true, 'aria-describedby': 'mal' } : {}),
    }),
    h('button', { type: 'submit' }, 'Enviarme el enlace'),
  )

const notes = {
  sent: ['note', 'status', 'Si este número es de un cliente, le llegará un enlace por WhatsApp.'],
  often: [
    'note wrong',
    'alert',
    'Se piden muchos enlaces desde su conexión. Espere unos minutos; si el suyo no le llega, pida otro.',
  ],
  'bad-phone': ['note wrong', 'alert', 'Escriba su número de WhatsApp, como 8888 8888.'],
  'old-link': ['note wrong', 'alert', 'Este enlace ya venció. Pida otro con su número.'],
} as const

/** docs/product/client-pages.md, "Way in". */
export function renderEntry(shop: Entrance, { phone = '', note }: { phone?: string; note?: EntryNote }): string {
  const [className, role, text] = note === undefined ? [] : notes[note]
  return renderEntryPage(
    shop,
    text === undefined ? null : h('p', { className, role, id: note === 'bad-phone' ? 'mal' : undefined }, text),
    h(PhoneForm, { phone, note }),
    h(
      'small',
      null,
      note === 'sent'
        ? 'Si no le llega, puede pedir otro en 2 minutos.'
        : 'Le llega un enlace por WhatsApp y entra con un toque. No hay contraseña que recordar.',
    ),
  )
}

export const renderLinkPage = (shop: Entrance, token: string): string =>
  renderEntryPage(
    shop,
    h(
      'form',
      { action: `/mi/e/${token}`, method: 'post' },
      h('button', { type: 'submit', autoFocus: true }, 'Entrar a mi casillero'),
    ),
    h('small', null, 'Este teléfono queda dentro por 180 días, o hasta que usted salga.'),
  )
