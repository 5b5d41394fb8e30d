import type { CompanySettings } from '@casillero/shared/contract/company'
import { createElement as h } from 'react'
import type { Database, Db } from '../../platform/database/database.ts'
import { visitHost } from '../../platform/http/host-visit.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { clientCard, createOutsideFrame, LinkCard } from '../../platform/pages/outside-frame.ts'
import { getCompanySettings } from '../company/queries.ts'
import { listPublicTariffs } from '../tariffs/queries.ts'
import { buildPriceCards, isPressed } from './price-cards.ts'
import { style } from './price-style.ts'

const { renderPage, renderSentence } = createOutsideFrame({ title: 'Tarifas', style })
export const renderPriceSentence = renderSentence

const absent: PageAnswer = { status: 404, html: renderSentence('Esta página no está disponible.') }

/** Enough for a person who compares; a program learns little that the page does not show. */
const pricesAllowed = { most: 20, perMs: 60_000 }

const joinCard = {
  title: '¿Todavía no es cliente?',
  text: 'Recibe su dirección en Miami en dos minutos.',
  href: '/registro',
  label: 'Hacerse cliente',
}

async function buildPricePage(db: Db, shop: CompanySettings, { query }: PageVisit, isTooMany: boolean) {
  const tariffs = await listPublicTariffs(db)
  const { form, answer } = await buildPriceCards(db, { path: '/precios', tariffs, query, isTooMany })
  return renderPage(
    shop,
    { here: '/precios', mainClass: 'prices two' },
    form,
    h('div', null, answer, h(LinkCard, shop.signUp === 'off' ? clientCard : joinCard)),
  )
}

/** docs/product/public-tariffs.md, "The form". */
export function createPriceOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  const allows = createVisitLimit(pricesAllowed)
  return async (visit) => {
    const { query, subdomain, address } = visit
    if (subdomain === null) return absent
    const isTooMany = isPressed(query) && !allows({ subdomain, address })
    const answer = await visitHost(database, visit, async (db): Promise<PageAnswer> => {
      const shop = await getCompanySettings(db)
      if (!shop.hasPublicTariffs) return absent
      return { status: isTooMany ? 429 : 200, html: await buildPricePage(db, shop, visit, isTooMany) }
    })
    return answer ?? absent
  }
}
