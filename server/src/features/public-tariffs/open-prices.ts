import { formatPhone } from '@casillero/shared/domain/phone'
import { sql } from 'kysely'
import { createElement as h, type ReactNode } from 'react'
import type { Database, Db } from '../../platform/database/database.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { OutsideLinks } from '../../platform/pages/outside-links.ts'
import { findLogoAddress, renderDocument } from '../../platform/pages/page-document.ts'
import { listCharges } from '../charges/queries.ts'
import { getCompanySettings } from '../company/queries.ts'
import { findCordoba } from '../currencies/queries.ts'
import { listPublicTariffs } from '../tariffs/queries.ts'
import { chooseFields, estimatePrice } from './estimate-price.ts'
import { EstimateCard } from './price-answer.ts'
import { FormCard } from './price-form.ts'
import { style } from './price-style.ts'
import { readPurchase, readText, readTyped } from './read-purchase.ts'

const renderPage = (title: string, content: ReactNode): string => renderDocument({ title, style }, content)

const buildSentencePage = (sentence: string): string =>
  renderPage('Tarifas', h('div', { className: 'page' }, h('main', null, h('section', null, h('h1', null, sentence)))))

const absent: PageAnswer = { status: 404, html: buildSentencePage('Esta página no está disponible.') }

/** Shown while the server is busy. */
export const busyPricePage = buildSentencePage('El servicio está ocupado; intente de nuevo en un momento.')

/** Enough for a person who compares; a program learns little that the page does not show. */
const pricesAllowed = { most: 20, perMs: 60_000 }

const Sentence = ({ title, text }: { title: string; text: string }) =>
  h('section', { id: 'precio', role: 'status' }, h('h2', null, title), h('small', null, text))

const ClientCard = () =>
  h(
    'section',
    null,
    h('h2', null, '¿Es cliente?'),
    h('small', null, 'En su casillero ve sus paquetes, lo que debe y su dirección.'),
    h('a', { className: 'button', href: '/mi/entrar' }, 'Entrar a mi casillero'),
  )

type Query = PageVisit['query']

/** The form, and the answer if there is one. A tariff that is not public is as one that there is not. */
async function buildCards(db: Db, query: Query, pressed: { isPressed: boolean; isTooMany: boolean }) {
  const tariffs = await listPublicTariffs(db)
  const chosen = tariffs.find(({ id }) => id === readText(query, 'tarifa')) ?? tariffs[0]
  if (!chosen) {
    const text = 'Escríbanos y le decimos cuánto cuesta.'
    return { form: h(Sentence, { title: 'Por ahora no hay tarifas publicadas', text }), answer: null }
  }
  const charges = await listCharges(db, false)
  const typed = readTyped(query)
  const asked = chooseFields(chosen, charges)
  const form = { tariffs, chosen, asked, typed }
  if (pressed.isTooMany) {
    const text = 'Se hicieron muchos cálculos seguidos. Vuelva a calcular en un minuto.'
    return { form: h(FormCard, { ...form, faults: {} }), answer: h(Sentence, { title: 'Espere un minuto', text }) }
  }
  const read = pressed.isPressed ? readPurchase(typed, asked) : { faults: {} }
  if ('faults' in read) return { form: h(FormCard, { ...form, faults: read.faults }), answer: null }
  const exchange = await findCordoba(db)
  const estimate = estimatePrice(chosen, charges, read.purchase, exchange)
  const hasAdvances = charges.some(({ kind }) => kind === 'advance')
  return {
    form: h(FormCard, { ...form, faults: {} }),
    answer: estimate && h(EstimateCard, { estimate, exchange, hasAdvances }),
  }
}

async function buildPricePage(db: Db, query: Query, pressed: { isPressed: boolean; isTooMany: boolean }) {
  const company = await getCompanySettings(db)
  const { name, logoUrl, address, phone } = company
  const { form, answer } = await buildCards(db, query, pressed)
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
      h('main', { className: 'two' }, form, h('div', null, answer, h(ClientCard))),
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
    const isPressed = readText(query, 'calcular') !== ''
    const isTooMany = isPressed && !allows({ subdomain, address })
    return await database.asAnonymous({ door: 'links', address, company }, async (db) => {
      const { rows } = await sql<{ isOpen: boolean }>`select open_public_tariffs(${subdomain}) as "isOpen"`.execute(db)
      if (rows[0]?.isOpen !== true) return absent
      return { status: isTooMany ? 429 : 200, html: await buildPricePage(db, query, { isPressed, isTooMany }) }
    })
  }
}
