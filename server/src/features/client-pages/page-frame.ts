import { createElement as h, type ReactNode } from 'react'
import { Icon, type IconName } from '../../platform/pages/icon.ts'
import { Logo, ShopFooter } from '../../platform/pages/outside-frame.ts'
import { OutsideLinks } from '../../platform/pages/outside-links.ts'
import { renderDocument } from '../../platform/pages/page-document.ts'
import type { Entrance, Viewer } from '../own-account/read-shop.ts'
import { manifestAddress } from './client-manifest.ts'
import { helpScript, style } from './pages-style.ts'

export type Place = '/mi' | '/mi/avisar' | '/mi/direccion' | '/mi/mas'

const renderPage = (title: string, content: ReactNode, script?: string): string =>
  renderDocument({ title, style, manifest: manifestAddress, ...(script === undefined ? {} : { script }) }, content)

const Bar = ({ place, hasAddress }: { place: Place; hasAddress: boolean }) => {
  const places: [Place, string, IconName][] = [
    ['/mi', 'Inicio', 'house'],
    ['/mi/avisar', 'Avisar compra', 'bag'],
    ['/mi/direccion', 'Dirección', 'pin'],
    ['/mi/mas', 'Más', 'menu'],
  ]
  return h(
    'nav',
    { 'aria-label': 'Mi casillero' },
    ...places
      .filter(([href]) => hasAddress || href !== '/mi/direccion')
      .map(([href, label, icon]) =>
        h(
          'a',
          { key: href, href, ...(href === place ? { 'aria-current': 'page' } : {}) },
          h(Icon, { name: icon }),
          label,
        ),
      ),
  )
}

/** The casillero with those of the other clients on the device. */
const Clients = ({ casillero, others }: Pick<Viewer, 'casillero' | 'others'>) =>
  h(
    'details',
    { className: 'clients' },
    h('summary', { className: 'code', 'aria-label': `${casillero}, cambiar de casillero` }, casillero),
    h(
      'form',
      { method: 'post', action: '/mi/cambiar' },
      ...others.map((one) =>
        h(
          'button',
          { key: one.hash, type: 'submit', className: 'quiet', name: 'casillero', value: one.hash },
          `${one.name} · ${one.casillero}`,
        ),
      ),
    ),
  )

/** Leads to the pages that the bar has no room for. */
export const BackToMore = () => h('a', { className: 'back', href: '/mi/mas' }, h(Icon, { name: 'back' }), 'Más')

export function renderClientPage(
  { shop, firstName, lastNames, casillero, usAddress, others }: Viewer,
  { title, place, hasHelp = false }: { title: string; place: Place; hasHelp?: boolean },
  ...content: ReactNode[]
): string {
  return renderPage(
    `${title} · ${shop.name}`,
    h(
      'div',
      { className: 'page' },
      h(
        'header',
        null,
        h(Logo, shop),
        h('div', null, h('b', null, `${firstName} ${lastNames}`), h('small', null, shop.name)),
        others.length === 0 ? h('span', { className: 'code' }, casillero) : h(Clients, { casillero, others }),
      ),
      h('main', null, ...content),
      h(Bar, { place, hasAddress: usAddress !== null }),
    ),
    hasHelp ? helpScript : undefined,
  )
}

/** Renders pages for visitors who are not signed in. */
export const renderEntryPage = (shop: Entrance, ...content: ReactNode[]): string =>
  renderPage(
    `Mi casillero · ${shop.name}`,
    h(
      'div',
      { className: 'page' },
      h(OutsideLinks, { here: '/mi/entrar', ...shop }),
      h(
        'main',
        null,
        h(
          'section',
          { className: 'entry' },
          h(Logo, shop),
          h('h1', null, shop.name),
          h('small', null, 'Mi casillero'),
          ...content,
        ),
      ),
      h(ShopFooter, shop),
    ),
  )

export const renderSentence = (sentence: string): string =>
  renderPage(
    'Mi casillero',
    h('div', { className: 'page' }, h('main', null, h('section', { className: 'entry' }, h('h1', null, sentence)))),
  )
