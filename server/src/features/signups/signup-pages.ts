import { formatDate } from '@casillero/shared/domain/business-date'
import { formatPhone } from '@casillero/shared/domain/phone'
import { createElement as h, type ReactNode } from 'react'
import { Field } from '../client-pages/form-parts.ts'
import type { FieldErrors } from '../own-account/own-data.ts'
import { renderPage, type Shop, Steps, sayReachUs, WriteUs } from './signup-frame.ts'
import type { OwnSignup, SignupForm } from './signup-request.ts'

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
            `Se hicieron muchas solicitudes desde su conexión. Vuelva a intentarlo en una hora, o ${sayReachUs(shop).toLowerCase()}.`,
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
      h('h1', null, shop.number === null ? 'Llámenos' : 'Escríbanos por WhatsApp'),
      h('p', null, `Ahora mismo hay muchas solicitudes. ${sayReachUs(shop)} y le abrimos su casillero.`),
      h(WriteUs, shop),
    ),
  )

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
      h('h1', null, 'Siga en WhatsApp'),
      h('p', { role: 'status' }, 'Ahí están su casillero y su enlace.'),
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
      h('p', null, `${sayReachUs(shop)} y le ayudamos.`),
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
