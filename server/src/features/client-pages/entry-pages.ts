import { createElement as h } from 'react'
import type { Entrance } from '../own-account/read-shop.ts'
import { renderEntryPage } from './page-frame.ts'

const PhoneForm = ({ phone, note }: { phone: string; note: EntryNote | undefined }) =>
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
      autoFocus: note !== 'enviado',
      placeholder: '8888 8888',
      ...(note === 'numero' ? { 'aria-invalid': true, 'aria-describedby': 'mal' } : {}),
    }),
    h('button', { type: 'submit' }, 'Enviarme el enlace'),
  )

/** By what an address ends with; `enviado`: a link was asked for; `espere`: also many others from the same network. */
const notes = {
  enviado: ['note', 'status', 'Si este número es de un cliente, le llegará un enlace por WhatsApp.'],
  espere: [
    'note wrong',
    'alert',
    'Se piden muchos enlaces desde su conexión. Espere unos minutos; si el suyo no le llega, pida otro.',
  ],
  numero: ['note wrong', 'alert', 'Escriba su número de WhatsApp, como 8888 8888.'],
  vencido: ['note wrong', 'alert', 'Este enlace ya venció. Pida otro con su número.'],
} as const

export type EntryNote = keyof typeof notes

const isNote = (name: string): name is EntryNote => Object.hasOwn(notes, name)

export const readEntryNote = (query: object): EntryNote | undefined => Object.keys(query).find(isNote)

/** docs/product/client-pages.md, "Way in". */
export function renderEntry(shop: Entrance, { phone, note }: { phone: string; note: EntryNote | undefined }): string {
  const [className, role, text] = note === undefined ? [] : notes[note]
  return renderEntryPage(
    shop,
    text === undefined ? null : h('p', { className, role, id: note === 'numero' ? 'mal' : undefined }, text),
    h(PhoneForm, { phone, note }),
    h(
      'small',
      null,
      note === 'enviado'
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
