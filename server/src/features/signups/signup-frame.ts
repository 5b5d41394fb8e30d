import { formatPhone } from '@casillero/shared/domain/phone'
import { createElement as h, type ReactNode } from 'react'
import { Icon } from '../../platform/pages/icon.ts'
import { createOutsideFrame, type OutsideShop } from '../../platform/pages/outside-frame.ts'
import type { SignupShop } from './signup-request.ts'
import { script, style } from './signup-style.ts'

export type Shop = OutsideShop &
  SignupShop & {
    /** One text per line. */
    hours: readonly string[]
  }

type Look = { isFirst?: boolean; isWide?: boolean }

const frame = createOutsideFrame({ title: 'Hacerse cliente', style, script })

export const { renderSentence } = frame

export const renderPage = (shop: Shop, { isFirst = false, isWide = false }: Look, ...content: ReactNode[]): string =>
  frame.renderPage(
    shop,
    {
      here: isFirst ? '/registro' : undefined,
      pageClass: isWide ? 'page wide' : 'page',
      above: h('p', { id: 'said', className: 'hidden', role: 'status' }),
    },
    ...content,
  )

export const Steps = ({ done }: { done: 1 | 2 | 3 }) =>
  h(
    'p',
    { className: 'steps', role: 'img', 'aria-label': `Paso ${done} de 3` },
    ...[1, 2, 3].map((step) => h('i', { key: step, className: step <= done ? 'on' : undefined })),
  )

export const chatAddress = (number: string, text?: string): string =>
  `https://wa.me/${number}${text === undefined ? '' : `?text=${encodeURIComponent(text)}`}`

export const sayReachUs = ({ number }: Pick<Shop, 'number'>): string => (number === null ? 'Llámenos' : 'Escríbanos')

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
