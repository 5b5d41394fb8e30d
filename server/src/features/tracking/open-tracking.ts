import { describeHours } from '@casillero/shared/domain/opening-hours'
import { sql } from 'kysely'
import type { Database, Db } from '../../platform/database/database.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { getCompanySettings } from '../company/queries.ts'
import { findTracked } from './find-tracked.ts'
import { buildSentencePage, buildTrackingPage, type Shop } from './tracking-page.ts'

const absent: PageAnswer = { status: 404, html: buildSentencePage('Esta página no está disponible.') }

/** While the server is busy. */
export const busyTrackingPage = buildSentencePage('El servicio está ocupado; intente de nuevo en un momento.')

const longestNumber = 200
/** A person looks up a few packages; a program that tries numbers finds next to none. */
const numbersAllowed = { most: 20, perMs: 60_000 }

async function readShop(db: Db): Promise<{ shop: Shop; today: string }> {
  const { openingHours, ...company } = await getCompanySettings(db)
  const { today } = await db.selectNoFrom(sql<string>`app_today()::text`.as('today')).executeTakeFirstOrThrow()
  return { shop: { ...company, hours: openingHours ? describeHours(openingHours, today) : [] }, today }
}

/** docs/product/tracking.md, "The page". */
export function createTrackingOpener(database: Database): (visit: PageVisit) => Promise<PageAnswer> {
  const allows = createVisitLimit(numbersAllowed)
  return async ({ query, subdomain, address, company }) => {
    if (subdomain === null) return absent
    const { numero } = query
    const number = typeof numero === 'string' ? numero.trim().slice(0, longestNumber) : ''
    const isTooMany = number !== '' && !allows(address)
    return await database.asAnonymous({ door: 'links', address, company }, async (db) => {
      const { rows } = await sql<{ isOpen: boolean }>`select open_tracking(${subdomain}) as "isOpen"`.execute(db)
      if (rows[0]?.isOpen !== true) return absent
      const { shop, today } = await readShop(db)
      const tracked = number === '' || isTooMany ? undefined : await findTracked(db, number)
      const found = number === '' ? undefined : { number, tracked, isTooMany }
      return { status: isTooMany ? 429 : 200, html: buildTrackingPage(shop, found, today) }
    })
  }
}
