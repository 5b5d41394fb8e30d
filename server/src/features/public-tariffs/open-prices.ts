import { formatPhone } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import { createElement as h, type ReactNode } from 'react'
import type { Database, Db } from '../../platform/database/database.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { OutsideLinks } from '../../platform/pages/outside-links.ts'
import { findLogoAddress, renderDocument } from '../../platform/pages/page-document.ts'
import { getCompanySettings } from '../company/queries.ts'
import { listPublicTariffs } from '../tariffs/queries.ts'
import { buildPriceCards, isPressed } from './price-cards.ts'
import { style } from './price-style.ts'

const renderPage = (title: string, content: ReactNode): string => renderDocument({ title, style }, content)

const buildSentencePage = (sentence: string): string =>
  renderPage('Tarifas', h('div', { className: 'page' }, h('main', null, h('section', null, h('h1', null, sentence)))))

const absent: PageAnswer = { status: 404, html: buildSentencePage('Esta página no está disponible.') }

/** Shown while the server is busy. */
export const busyPricePage = buildSentencePage('El servicio está ocupado; intente de nuevo en un momento.')

/** Enough for a person who compares; a program learns little that the page does not show. */
const pricesAllowed = { most: 20, perMs: 60_000 }

const ClientCard = () =>
  h(
    'section',
    null,
    h('h2', null, '¿Es cliente?'),
    h('small', null, 'En su casillero ve sus paquetes, lo que debe y su dirección.'),
    h('a', { className: 'button', href: '/mi/entrar' }, 'Entrar a mi casillero'),
  )

async function buildPricePage(db: Db, query: PageVisit['query'], isTooMany: boolean) {
  const company = await getCompanySettings(db)
  const { name, logoUrl, address, phone } = company
  const tariffs = await listPublicTariffs(db)
  const { form, answer } = await buildPriceCards(db, { path: '/precios', tariffs, query, isTooMany })
  return renderPage(
    `Tarifas · ${name}`,
    h(
      'div',
      { className: 'page' },
      h(
        'header',
        null,
        logoUrl === null ? null : h('img', { src: findLogoAddress(logoUrl), alt: '' }),
        h('div', null, h('b', null, name), h('small', null, 'Tarifas')),
      ),
      h(OutsideLinks, { here: '/precios', ...company }),
      h('main', { className: 'prices two' }, form, h('div', null, answer, h(ClientCard))),
      h(
        'footer',
        null,
        address ? h('small', null, address) : null,
        phone ? h('small', null, formatPhone(phone) || phone) : null,
      ),
    ),
  )
}

/** docs/product/public-tariffs.md, "The form". */
export function createPriceOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  const allows = createVisitLimit(pricesAllowed)
  return async ({ query, subdomain, address, company }) => {
    if (subdomain === null) return absent
    const isTooMany = isPressed(query) && !allows({ subdomain, address })
    return await database.asAnonymous({ door: 'links', address, company }, async (db) => {
      const { rows } = await sql<{ isOpen: boolean }>`select open_public_tariffs(${subdomain}) as "isOpen"`.execute(db)
      if (rows[0]?.isOpen !== true) return absent
      return { status: isTooMany ? 429 : 200, html: await buildPricePage(db, query, isTooMany) }
    })
  }
}
