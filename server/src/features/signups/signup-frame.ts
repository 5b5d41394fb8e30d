import { formatPhone } from '@casillero/shared/domain/phone'
import { createElement as h, type ReactNode } from 'react'
import { Icon } from '../../platform/pages/icon.ts'
import { type OpenPages, OutsideLinks } from '../../platform/pages/outside-links.ts'
import { findLogoAddress, renderDocument } from '../../platform/pages/page-document.ts'
import type { SignupShop } from './signup-request.ts'
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

export const renderPage = (shop: Shop, { isFirst = false, isWide = false }: Look, ...content: ReactNode[]): string =>
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

export const Steps = ({ done }: { done: 1 | 2 | 3 }) =>
  h(
    'p',
    { className: 'steps', role: 'img', 'aria-label': `Paso ${done} de 3` },
    ...[1, 2, 3].map((step) => h('i', { key: step, className: step <= done ? 'on' : undefined })),
  )

export const chatAddress = (number: string, text?: string): string =>
  `https://wa.me/${number}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`

export const WriteUs = ({ number, phone }: Pick<Shop, 'number' | 'phone'>) => {
  const shown = number ?? phone
  if (shown === null) return null
  return h(
    'a',
    { className: 'button', href: number === null ? `tel:${shown.replace(/[^+\d]/g, '')}` : chatAddress(number) },
    h(Icon, { name: number === null ? 'phone' : 'chat' }),
    formatPhone(shown) || shown,
  )
}
