import { formatDate } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { formatSignupCode, writeSignupMessage } from '@casillero/shared/domain/signup-code'
import { createElement as h, type ReactNode } from 'react'
import { Icon } from '../../platform/pages/icon.ts'
import { type OpenPages, OutsideLinks } from '../../platform/pages/outside-links.ts'
import { findLogoAddress, renderDocument } from '../../platform/pages/page-document.ts'
import { Field } from '../client-pages/form-parts.ts'
import type { FieldErrors } from '../own-account/own-data.ts'
import type { OwnSignup, SignupForm, SignupShop } from './signup-request.ts'
import { script, style } from './signup-style.ts'

export type Shop = OpenPages &
  SignupShop & {
    name: string
    logoUrl: string | null
    address: string | null
    phone: string | null
    /** One text per line. */
    hours: readonly string[]
  }

type Look = { isFirst?: boolean; isWide?: boolean }

const renderDoc = (title: string, content: ReactNode): string => renderDocument({ title, style, script }, content)

const renderPage = (shop: Shop, { isFirst = false, isWide = false }: Look, ...content: ReactNode[]): string =>
  renderDoc(
    `Hacerse cliente · ${shop.name}`,
    h(
      'div',
      { className: isWide ? 'page wide' : 'page' },
      h(
        'header',
        null,
        shop.logoUrl === null ? null : h('img', { src: findLogoAddress(shop.logoUrl), alt: '' }),
        h('div', null, h('b', null, shop.name), h('small', null, 'Hacerse cliente')),
      ),
      isFirst ? h(OutsideLinks, { here: '/registro', ...shop }) : null,
      h('p', { id: 'said', className: 'hidden', role: 'status' }),
      h('main', null, ...content),
      h(
        'footer',
        null,
        shop.address ? h('small', null, shop.address) : null,
        shop.phone ? h('small', null, formatPhone(shop.phone) || shop.phone) : null,
      ),
    ),
  )

export const renderSentence = (sentence: string): string =>
  renderDoc(
    'Hacerse cliente',
    h('div', { className: 'page' }, h('main', null, h('section', null, h('h1', null, sentence)))),
  )

const Steps = ({ done }: { done: 1 | 2 | 3 }) =>
  h(
    'p',
    { className: 'steps', role: 'img', 'aria-label': `Paso ${done} de 3` },
    ...[1, 2, 3].map((step) => h('i', { key: step, className: step <= done ? 'on' : undefined })),
  )

const chatAddress = (number: string, text?: string): string =>
  `https://wa.me/${number}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`

const WriteUs = ({ number, phone }: Pick<Shop, 'number' | 'phone'>) => {
  const shown = number ?? phone
  if (shown === null) return null
  return h(
    'a',
    { className: 'button', href: number === null ? `tel:${shown.replace(/[^+\d]/g, '')}` : chatAddress(number) },
    h(Icon, { name: number === null ? 'phone' : 'chat' }),
    formatPhone(shown) || shown,
  )
}

const optional = (label: string) => [`${label} `, h('small', { key: 'optional' }, 'opcional')]

const isAddress = (terms: string): boolean => /^https?:\/\/\S+$/i.test(terms)

const Terms = ({ terms, error, isChecked }: { terms: string; error: string | undefined; isChecked: boolean }) =>
  h(
    'div',
    null,
    h(
      'label',
      { className: 'check' },
      h('input', {
        id: 'terms',
        name: 'terms',
        type: 'checkbox',
        value: 'si',
        defaultChecked: isChecked,
        ...(error === undefined ? {} : { 'aria-invalid': true, 'aria-describedby': 'terms-error' }),
      }),
      h(
        'span',
        null,
        'Acepto los ',
        h(
          'a',
          { href: isAddress(terms) ? terms : '/registro/terminos', target: '_blank', rel: 'noopener noreferrer' },
          'términos del servicio',
        ),
      ),
    ),
    error === undefined ? null : h('small', { id: 'terms-error', className: 'error' }, error),
  )

export type Refused = { errors: FieldErrors } | 'network' | 'full' | undefined

/** Step 1; shown again as typed where it is refused. docs/product/sign-up.md, "The form". */
export function renderForm(shop: Shop, form: SignupForm, refused?: Refused): string {
  const errors = typeof refused === 'object' ? refused.errors : {}
  if (refused === 'full' || !shop.hasRoom) return renderFull(shop)
  const field = (name: 'firstName' | 'lastNames' | 'city' | 'email' | 'phone', label: ReactNode, more: object) =>
    h(Field, { key: name, name, label, value: form[name], error: errors[name], ...more })
  return renderPage(
    shop,
    { isFirst: true },
    h(
      'section',
      null,
      h(Steps, { done: 1 }),
      h('h1', null, 'Hacerse cliente'),
      h('p', null, 'Es gratis. Recibe su casillero y su dirección en Miami en dos minutos.'),
      refused === 'network'
        ? h(
            'p',
            { className: 'note wrong', role: 'alert' },
            'Se hicieron muchas solicitudes desde su conexión. Vuelva a intentarlo en una hora, o escríbanos.',
          )
        : null,
      h(
        'form',
        { action: '/registro', method: 'post', noValidate: true },
        field('firstName', 'Nombre', { autoComplete: 'given-name' }),
        field('lastNames', 'Apellidos', { autoComplete: 'family-name' }),
        shop.number === null ? field('phone', 'Su número de WhatsApp', { type: 'tel', autoComplete: 'tel' }) : null,
        field('city', optional('Ciudad'), { autoComplete: 'address-level2' }),
        field('email', optional('Correo electrónico'), {
          type: 'email',
          autoComplete: 'email',
          hint: 'Para su factura y por si falla WhatsApp',
        }),
        shop.terms === null ? null : h(Terms, { terms: shop.terms, error: errors.terms, isChecked: form.terms !== '' }),
        h('button', { type: 'submit' }, 'Continuar'),
      ),
    ),
    refused === 'network' ? h('section', null, h(WriteUs, shop)) : null,
    h('a', { className: 'text', href: '/mi/entrar' }, 'Ya soy cliente: entrar'),
  )
}

const renderFull = (shop: Shop): string =>
  renderPage(
    shop,
    { isFirst: true },
    h(
      'section',
      null,
      h('h1', null, 'Escríbanos por WhatsApp'),
      h('p', null, 'Ahora mismo hay muchas solicitudes. Escríbanos y le abrimos su casillero.'),
      h(WriteUs, shop),
    ),
  )

/** Rows of 1 for black, as one path. */
const Qr = ({ rows }: { rows: readonly string[] }) => {
  const path = rows.flatMap((row, y) =>
    [...row.matchAll(/1+/g)].map(({ index, 0: run }) => `M${index} ${y}h${run.length}v1h-${run.length}z`),
  )
  return h(
    'svg',
    { viewBox: `0 0 ${rows.length} ${rows.length}`, shapeRendering: 'crispEdges', 'aria-hidden': true },
    h('path', { d: path.join(''), fill: '#000' }),
  )
}

const CopyRow = ({ label, text }: { label: string; text: string }) =>
  h(
    'li',
    null,
    h('span', null, h('small', null, label), h('b', null, text)),
    h(
      'button',
      { type: 'button', className: 'copy', hidden: true, 'data-copy': text, 'aria-label': `Copiar: ${label}` },
      h(Icon, { name: 'copy' }),
    ),
  )

const SendButton = ({ href, className }: { href: string; className: string }) =>
  h('a', { className: `button ${className}`, href }, h(Icon, { name: 'chat' }), 'Enviar por WhatsApp')

type CodeProps = { number: string; code: string; until: string; drawQr: (text: string) => Promise<string[]> }

/** What the picture to scan and the button say. */
export const buildChatAddress = (number: string, code: string): string => chatAddress(number, writeSignupMessage(code))

/** Step 2. docs/product/sign-up.md, "The message". */
export function renderCode(
  shop: Shop,
  {
    number,
    code,
    until,
    qr,
    isLookedAgain,
  }: Omit<CodeProps, 'drawQr'> & { qr: readonly string[]; isLookedAgain: boolean },
): string {
  const href = buildChatAddress(number, code)
  return renderPage(
    shop,
    { isWide: true },
    h(
      'div',
      null,
      h(
        'section',
        null,
        h(Steps, { done: 2 }),
        h('h1', null, 'Envíenos su código'),
        h('p', null, 'Mándelo desde el WhatsApp donde quiere recibir sus avisos. Así sabemos que el número es suyo.'),
        h(
          'div',
          { className: 'phone' },
          h(
            'p',
            { className: 'box' },
            h('small', null, 'Su código'),
            h('b', null, formatSignupCode(code)),
            h('small', null, `Sirve hasta las ${until}`),
          ),
          h(SendButton, { href, className: 'main' }),
          h('small', { className: 'under' }, 'Se abre WhatsApp con el mensaje ya escrito. Solo toque enviar.'),
        ),
        h(
          'div',
          { className: 'desk' },
          h(
            'div',
            { className: 'scan' },
            h(Qr, { rows: qr }),
            h(
              'ol',
              null,
              h('li', null, h('span', null, 'Abra la cámara de su teléfono y apúntela a este cuadro.')),
              h('li', null, h('span', null, 'Se abre WhatsApp con el mensaje ya escrito.')),
              h('li', null, h('span', null, 'Toque enviar. Esta página sigue sola.')),
            ),
          ),
        ),
      ),
      h(
        'p',
        { id: 'wait', className: 'note wait', role: 'status', hidden: true },
        h(Icon, { name: 'ring' }),
        h(
          'span',
          null,
          'Esperando su mensaje. ',
          h('span', { className: 'phone' }, 'Puede volver a esta página después de enviarlo.'),
          h('span', { className: 'desk' }, `El código sirve hasta las ${until}.`),
        ),
      ),
      h(
        'section',
        { id: 'sent' },
        isLookedAgain ? h('p', { role: 'status' }, 'Todavía no nos llega su mensaje. Espere un momento.') : null,
        h('a', { className: 'button', href: '/registro?revisar' }, 'Ya lo envié'),
      ),
    ),
    h(
      'div',
      null,
      h(
        'section',
        null,
        h(
          'div',
          { className: 'phone' },
          h('h2', null, '¿WhatsApp está en otro teléfono?'),
          h('p', null, 'Escriba desde ese teléfono:'),
        ),
        h(
          'div',
          { className: 'desk' },
          h('h2', null, 'Sin cámara'),
          h('p', null, 'Si tiene WhatsApp en este equipo, ábralo aquí; o escriba usted mismo el mensaje.'),
          h(SendButton, { href, className: '' }),
        ),
        h(
          'ul',
          { className: 'rows' },
          h(CopyRow, { label: 'Al número', text: formatPhone(number) }),
          h(CopyRow, { label: 'El mensaje', text: writeSignupMessage(code) }),
        ),
      ),
      h('a', { className: 'text', href: '/registro?datos' }, 'Corregir mis datos'),
    ),
  )
}

export const renderExpired = (shop: Shop): string =>
  renderPage(
    shop,
    {},
    h(
      'section',
      null,
      h(Steps, { done: 2 }),
      h('h1', null, 'Este código venció'),
      h('p', { role: 'status' }, 'Sirve por 30 minutos. Pida otro y envíelo por WhatsApp.'),
      h(
        'form',
        { action: '/registro/codigo', method: 'post' },
        h('button', { type: 'submit', autoFocus: true }, 'Otro código'),
      ),
    ),
    h('a', { className: 'text', href: '/registro?datos' }, 'Corregir mis datos'),
  )

const Another = () => h('a', { className: 'text', href: '/registro?nueva' }, 'Registrar a otra persona')

/** It names no number that the browser has not typed: a code may have been sent on. */
function describeNumber({ phone, isProven }: OwnSignup): string {
  if (phone === null) return ''
  return isProven ? ` al número que termina en ${phone.slice(-4)}` : ` al ${formatPhone(phone)}`
}

export const renderReview = (shop: Shop, signup: OwnSignup): string =>
  renderPage(
    shop,
    {},
    h(
      'section',
      null,
      h(Steps, { done: 3 }),
      h('h1', null, 'Recibimos su solicitud'),
      h(
        'p',
        { className: 'note', role: 'status' },
        `Lo revisamos y le avisamos por WhatsApp${describeNumber(signup)}.`,
      ),
      h(
        'dl',
        null,
        h('dt', null, 'Nombre'),
        h('dd', null, `${signup.firstName} ${signup.lastNames}`),
        ...(signup.city === null ? [] : [h('dt', { key: 'c' }, 'Ciudad'), h('dd', { key: 'd' }, signup.city)]),
        h('dt', null, 'Enviada'),
        h('dd', null, `${signup.day === signup.today ? 'hoy' : formatDate(signup.day)}, ${signup.time}`),
      ),
      shop.hours.length === 0 ? null : h('small', null, `Contestamos: ${shop.hours.join(' · ')}`),
    ),
    shop.hasPublicTariffs
      ? h(
          'section',
          null,
          h('h2', null, 'Mientras tanto'),
          h('a', { className: 'button', href: '/precios' }, 'Calcular un precio'),
        )
      : null,
    h(Another),
  )

/** The same for one who was a client already: it tells no name and no phone. */
export const renderGoOn = (shop: Shop): string =>
  renderPage(
    shop,
    {},
    h(
      'section',
      null,
      h(Steps, { done: 3 }),
      h('h1', { role: 'status' }, 'Siga en WhatsApp'),
      h('p', null, 'Ahí están su casillero y su enlace.'),
    ),
    h(Another),
  )

export const renderRejected = (shop: Shop): string =>
  renderPage(
    shop,
    {},
    h(
      'section',
      null,
      h('h1', null, 'No pudimos aprobar su solicitud'),
      h('p', null, 'Escríbanos y le ayudamos.'),
      h(WriteUs, shop),
    ),
    h(Another),
  )

export const renderTerms = (shop: Shop, terms: string): string =>
  renderPage(
    shop,
    {},
    h('section', { className: 'terms' }, h('h1', null, 'Términos del servicio'), h('p', null, terms)),
  )
