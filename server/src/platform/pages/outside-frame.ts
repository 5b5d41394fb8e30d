import { formatPhone } from '@casillero/shared/domain/phone'
import { createElement as h, type ReactNode } from 'react'
import { type OpenPages, OutsideLinks } from './outside-links.ts'
import { findLogoAddress, renderDocument } from './page-document.ts'

type Company = { name: string; logoUrl: string | null; address: string | null; phone: string | null }
export type OutsideShop = OpenPages & Company

export const Logo = ({ logoUrl }: Pick<Company, 'logoUrl'>) =>
  logoUrl === null ? null : h('img', { src: findLogoAddress(logoUrl), alt: '' })

export const ShopFooter = ({ address, phone }: Pick<Company, 'address' | 'phone'>) =>
  h(
    'footer',
    null,
    address ? h('small', null, address) : null,
    phone ? h('small', null, formatPhone(phone) || phone) : null,
  )

type CardProps = { title: string; text: string; href: string; label: string }

export const LinkCard = ({ title, text, href, label }: CardProps) =>
  h('section', null, h('h2', null, title), h('small', null, text), h('a', { className: 'button', href }, label))

export const clientCard: CardProps = {
  title: '¿Es cliente?',
  text: 'En su casillero ve sus paquetes, lo que debe y su dirección.',
  href: '/mi/entrar',
  label: 'Entrar a mi casillero',
}

type Parts = {
  /** Below the company's name; by default the title. */
  line?: string
  /** Left out, the page has no links. */
  here?: Parameters<typeof OutsideLinks>[0]['here'] | undefined
  pageClass?: string
  mainClass?: string
  above?: ReactNode
  foot?: ReactNode
}

/** Pages of one look for visitors who are not signed in: head, links, content and foot. */
export const createOutsideFrame = (look: { title: string; style: string; script?: string }) => ({
  renderPage: (
    shop: OutsideShop,
    { line = look.title, here, pageClass = 'page', mainClass, above, foot = h(ShopFooter, shop) }: Parts,
    ...content: ReactNode[]
  ): string =>
    renderDocument(
      { ...look, title: `${look.title} · ${shop.name}` },
      h(
        'div',
        { className: pageClass },
        h('header', null, h(Logo, shop), h('div', null, h('b', null, shop.name), h('small', null, line))),
        here === undefined ? null : h(OutsideLinks, { here, ...shop }),
        above,
        h('main', { className: mainClass }, ...content),
        foot,
      ),
    ),
  /** Names no company. */
  renderSentence: (sentence: string): string =>
    renderDocument(look, h('div', { className: 'page' }, h('main', null, h('section', null, h('h1', null, sentence))))),
})
