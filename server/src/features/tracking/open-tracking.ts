import { describeArrival } from '@casillero/shared/domain/arrival-days'
import { formatDate } from '@casillero/shared/domain/business-date'
import { describeHours } from '@casillero/shared/domain/opening-hours'
import { formatPhone } from '@casillero/shared/domain/phone'
import { holdsSeveral } from '@casillero/shared/domain/tracking-code'
import { sql } from 'kysely'
import { createElement as h } from 'react'
import type { Database, Db } from '../../platform/database/database.ts'
import { visitHost } from '../../platform/http/host-visit.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { countDays, nameAge, nameDays } from '../../platform/pages/day-words.ts'
import { Icon } from '../../platform/pages/icon.ts'
import { clientCard, createOutsideFrame, LinkCard, type OutsideShop } from '../../platform/pages/outside-frame.ts'
import { getCompanySettings } from '../company/queries.ts'
import { findTracked, type Step, type Tracked } from './find-tracked.ts'
import { script, style } from './tracking-style.ts'

type Shop = OutsideShop & {
  ruc: string | null
  /** One text per line. */
  hours: readonly string[]
}

/** `isTooMany`: the visitor asked for too many. */
type Found = { number: string; tracked: Tracked | undefined; isTooMany: boolean }

const methods = { aereo: 'Aéreo', maritimo: 'Marítimo' } as const
const { renderPage, renderSentence } = createOutsideFrame({ title: 'Rastreo', style, script })
export const renderTrackingSentence = renderSentence

const SearchCard = ({ number }: { number: string }) =>
  h(
    'section',
    { className: 'search' },
    h('h1', null, 'Rastrear un paquete'),
    h(
      'form',
      { action: '/rastreo', method: 'get' },
      h('label', { htmlFor: 'numero' }, 'Número de rastreo o de bodega'),
      h('input', {
        id: 'numero',
        name: 'numero',
        type: 'text',
        defaultValue: number,
        required: true,
        maxLength: 200,
        autoFocus: true,
        autoComplete: 'off',
        autoCapitalize: 'characters',
        spellCheck: false,
        enterKeyHint: 'search',
      }),
      h('button', { type: 'submit' }, 'Buscar'),
    ),
  )

const StepItem = ({
  step,
  end,
  isNow,
  isDelivered,
}: {
  step: Step
  end: string
  isNow: boolean
  isDelivered: boolean
}) => {
  const age = isNow ? (isDelivered ? '' : nameAge(step.day, end)) : nameDays(countDays(step.day, end))
  const date = formatDate(step.day)
  return h(
    'li',
    isNow ? { className: 'now', 'aria-current': 'step' } : { className: 'done' },
    h('span', null, step.name),
    h('small', null, age === '' ? date : `${date} · ${age}`),
  )
}

function PackageCard({ tracked, today }: { tracked: Tracked; today: string }) {
  const { number, shippingMethod, steps, promise, isDelivered, lastName } = tracked
  const now = steps.at(-1)
  const items = steps.map((step, index) =>
    h(StepItem, {
      key: index,
      step,
      end: steps[index + 1]?.day ?? today,
      isNow: index === steps.length - 1,
      isDelivered,
    }),
  )
  return h(
    'section',
    { className: 'way', 'aria-label': 'Paquete' },
    h('small', { className: 'number' }, number),
    h('h2', null, now?.name),
    h('p', null, `${isDelivered ? 'El' : 'Desde el'} ${formatDate(now?.day ?? today)} · ${methods[shippingMethod]}`),
    promise && h('p', null, describeArrival(promise, today)),
    h(
      'ol',
      null,
      ...(lastName === null ? [] : [h('li', { key: 'next' }, h('span', null, lastName))]),
      ...items.toReversed(),
    ),
  )
}

const AnswerCard = ({ found, today }: { found: Found; today: string }) => {
  if (found.tracked) return h(PackageCard, { tracked: found.tracked, today })
  const [title, text] = found.isTooMany
    ? ['Espere un minuto', 'Se hicieron muchas búsquedas seguidas. Vuelva a buscar en un minuto.']
    : holdsSeveral(found.number)
      ? ['Busque un número a la vez', 'Escribió varios números.']
      : [
          'No encontramos ese número todavía',
          'Revise que esté completo. Un paquete aparece aquí cuando llega a nuestra bodega; si la tienda ya lo entregó, vuelva a buscar mañana.',
        ]
  return h(
    'section',
    { className: 'way', role: 'status' },
    h('small', { className: 'number' }, found.number),
    h('h2', null, title),
    h('p', null, text),
  )
}

const PickUpCard = ({ address, phone, hours }: Shop) =>
  h(
    'section',
    { className: 'shop' },
    h('h2', null, 'Dónde retirar'),
    address ? h('p', null, address) : null,
    ...hours.map((line) => h('small', { key: line }, line)),
    phone
      ? h(
          'a',
          { className: 'button', href: `tel:${phone.replace(/[^+\d]/g, '')}` },
          h(Icon, { name: 'phone' }),
          formatPhone(phone) || phone,
        )
      : null,
  )

/** docs/product/tracking.md, "The page". */
function buildTrackingPage(shop: Shop, found: Found | undefined, today: string): string {
  const { address, phone, hours, ruc } = shop
  const hasShop = Boolean(address ?? phone) || hours.length > 0
  return renderPage(
    shop,
    {
      line: 'Rastreo de paquetes',
      here: '/rastreo',
      foot: h('footer', null, ruc ? h('small', null, `RUC ${ruc}`) : null),
    },
    h(SearchCard, { number: found?.number ?? '' }),
    h(
      'div',
      { className: found === undefined ? 'one' : 'two' },
      found === undefined ? null : h(AnswerCard, { found, today }),
      h('div', null, hasShop ? h(PickUpCard, shop) : null, h(LinkCard, clientCard)),
    ),
  )
}

const absent: PageAnswer = { status: 404, html: renderSentence('Esta página no está disponible.') }

const longestNumber = 200
/** Enough for a person's few packages; a program that guesses numbers finds next to none. */
const numbersAllowed = { most: 20, perMs: 60_000 }

async function readShop(db: Db): Promise<{ shop: Shop; today: string }> {
  const { openingHours, ...company } = await getCompanySettings(db)
  const { today } = await db.selectNoFrom(sql<string>`app_today()::text`.as('today')).executeTakeFirstOrThrow()
  return { shop: { ...company, hours: openingHours ? describeHours(openingHours, today) : [] }, today }
}

/** docs/product/tracking.md, "The page". */
export function createTrackingOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  const allows = createVisitLimit(numbersAllowed)
  return async (visit) => {
    const { query, subdomain, address } = visit
    if (subdomain === null) return absent
    const { numero } = query
    const number = typeof numero === 'string' ? numero.trim().slice(0, longestNumber) : ''
    const isTooMany = number !== '' && !allows({ subdomain, address })
    const answer = await visitHost(database, visit, async (db): Promise<PageAnswer> => {
      const { shop, today } = await readShop(db)
      if (!shop.hasPublicTracking) return absent
      const tracked = number === '' || isTooMany ? undefined : await findTracked(db, number)
      const found = number === '' ? undefined : { number, tracked, isTooMany }
      return { status: isTooMany ? 429 : 200, html: buildTrackingPage(shop, found, today) }
    })
    return answer ?? absent
  }
}
