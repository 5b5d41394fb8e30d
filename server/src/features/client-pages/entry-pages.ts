import { createElement as h } from 'react'
import type { Entrance } from '../own-account/read-shop.ts'
import { renderEntryPage } from './page-frame.ts'

type EntryProps = { phone: string; note: EntryNote | undefined }
type PhoneFieldProps = EntryProps & { id: string; label: string; isFirst: boolean }

const PhoneField = ({ id, label, phone, note, isFirst }: PhoneFieldProps) => [
  h('label', { key: 'label', htmlFor: id }, label),
  h('input', {
    key: 'input',
    id,
    name: 'telefono',
    type: 'tel',
    inputMode: 'tel',
    defaultValue: phone,
    required: true,
    maxLength: 30,
    autoComplete: 'tel',
    autoFocus: isFirst,
    placeholder: '8888 8888',
    ...(note === 'numero' && isFirst ? { 'aria-invalid': true, 'aria-describedby': 'mal' } : {}),
  }),
]

const PhoneForm = ({ phone, note }: EntryProps) =>
  h(
    'form',
    { action: '/mi/entrar', method: 'post' },
    ...PhoneField({ id: 'telefono', label: 'Su número de WhatsApp', phone, note, isFirst: !awaitsCode(note) }),
    h('button', { type: 'submit' }, 'Enviarme el enlace'),
  )

/** For a page that the link does not open, such as one on the home screen. */
const CodeForm = ({ phone, note }: EntryProps) =>
  h(
    'form',
    { action: '/mi/entrar/codigo', method: 'post' },
    ...(awaitsCode(note) && phone !== ''
      ? [h('input', { key: 'input', type: 'hidden', name: 'telefono', value: phone })]
      : PhoneField({ id: 'telefono-codigo', label: 'Número al que le llegó', phone, note, isFirst: false })),
    h('label', { htmlFor: 'codigo' }, 'Código de 6 números'),
    h('input', {
      id: 'codigo',
      name: 'codigo',
      inputMode: 'numeric',
      required: true,
      maxLength: 12,
      autoComplete: 'one-time-code',
      autoFocus: awaitsCode(note),
      ...(note === 'codigo' ? { 'aria-invalid': true, 'aria-describedby': 'mal' } : {}),
    }),
    h('small', null, 'Viene con el enlace, en el mismo mensaje.'),
    h('button', { type: 'submit' }, 'Entrar con el código'),
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
  codigo: [
    'note wrong',
    'alert',
    'El código no es correcto o ya venció. Revíselo, entre por el enlace, o pida otro con su número.',
  ],
  muchos: [
    'note wrong',
    'alert',
    'Hubo muchos códigos equivocados desde su conexión. Entre por el enlace, o espere una hora.',
  ],
  vencido: ['note wrong', 'alert', 'Este enlace ya venció. Pida otro con su número.'],
} as const

export type EntryNote = keyof typeof notes

/** A link, and with it a code, was asked for from this page. */
const awaitsCode = (note: EntryNote | undefined): boolean =>
  note === 'enviado' || note === 'espere' || note === 'codigo' || note === 'muchos'

const isNote = (name: string): name is EntryNote => Object.hasOwn(notes, name)

export const readEntryNote = (query: object): EntryNote | undefined => Object.keys(query).find(isNote)

/** docs/product/client-pages.md, "Way in". */
export function renderEntry(shop: Entrance, { phone, note }: EntryProps): string {
  const [className, role, text] = note === undefined ? [] : notes[note]
  return renderEntryPage(
    shop,
    text === undefined ? null : h('p', { className, role, id: role === 'alert' ? 'mal' : undefined }, text),
    awaitsCode(note) ? h(CodeForm, { phone, note }) : null,
    h(PhoneForm, { phone, note }),
    h(
      'small',
      null,
      note === 'enviado'
        ? 'Si no le llega, puede pedir otro en 2 minutos.'
        : 'Le llega un enlace por WhatsApp y entra con un toque. No hay contraseña que recordar.',
    ),
    awaitsCode(note)
      ? null
      : h('details', null, h('summary', null, 'Ya tengo un código'), h(CodeForm, { phone, note })),
  )
}

/** `isWelcome`: the link is of one who became a client. */
export const renderLinkPage = (shop: Entrance, token: string, isWelcome: boolean): string =>
  renderEntryPage(
    shop,
    h(
      'form',
      { action: `/mi/e/${token}${isWelcome ? '?alta' : ''}`, method: 'post' },
      h('button', { type: 'submit', autoFocus: true }, 'Entrar a mi casillero'),
    ),
    h('small', null, 'Este teléfono queda dentro por 180 días, o hasta que usted salga.'),
  )
