import type { CompanySettings } from '@casillero/shared/contract/company'
import { describeHours } from '@casillero/shared/domain/opening-hours'
import { sql } from 'kysely'
import { drawQr } from '../../platform/auth/app-codes.ts'
import type { Database, Db } from '../../platform/database/database.ts'
import { visitHost } from '../../platform/http/host-visit.ts'
import type { PageAnswer, PageVisit } from '../../platform/http/public-pages.ts'
import { createVisitLimit } from '../../platform/http/visit-limit.ts'
import { getCompanySettings } from '../company/queries.ts'
import { buildChatAddress, renderCode } from './code-page.ts'
import { renderSentence, type Shop } from './signup-frame.ts'
import { renderExpired, renderForm, renderGoOn, renderRejected, renderReview, renderTerms } from './signup-pages.ts'
import {
  addSignup,
  findOwnSignup,
  type OwnSignup,
  readSignupForm,
  readSignupShop,
  renewCode,
  type SignupForm,
} from './signup-request.ts'

const absent: PageAnswer = { status: 404, html: renderSentence('Esta página no está disponible.') }
const tooFast: PageAnswer = { status: 429, html: renderSentence('Espere unos minutos y vuelva a intentarlo.') }

/** Forms of one network, refused ones too, so that what is counted in rows is asked for seldom. */
const formsAllowed = { most: 40, perMs: 10 * 60_000 }
const longestField = 200

async function readShop(db: Db, { openingHours, ...company }: CompanySettings): Promise<Shop> {
  const [own, { today }] = await Promise.all([
    readSignupShop(db),
    db.selectNoFrom(sql<string>`app_today()::text`.as('today')).executeTakeFirstOrThrow(),
  ])
  return { ...company, ...own, hours: openingHours ? describeHours(openingHours, today) : [] }
}

const readForm = (form: Readonly<Record<string, string>>): SignupForm => {
  const read = (name: string) => (form[name] ?? '').slice(0, longestField)
  const [firstName, lastNames, city, email] = [read('firstName'), read('lastNames'), read('city'), read('email')]
  return { firstName, lastNames, city, email, phone: read('phone'), terms: read('terms') }
}

const toForm = (own: OwnSignup | undefined, isAccepted: boolean): SignupForm => ({
  firstName: own?.firstName ?? '',
  lastNames: own?.lastNames ?? '',
  city: own?.city ?? '',
  email: own?.email ?? '',
  phone: '',
  terms: isAccepted ? 'si' : '',
})

/** One that was a client already is told in the chat alone; the page says what it says to all. */
const isReviewed = ({ signUp }: Shop, { state, isByStaff }: OwnSignup): boolean =>
  state === 'waiting' || (state === 'joined' && !isByStaff && signUp === 'approval')

async function renderState(shop: Shop, own: OwnSignup, isLookedAgain: boolean): Promise<string> {
  const { code, until, state } = own
  if (state === 'open' && code !== null && until !== null && shop.number !== null && !own.isExpired) {
    const qr = await drawQr(buildChatAddress(shop.number, code))
    return renderCode(shop, { number: shop.number, code, until, qr, isLookedAgain })
  }
  if (state === 'open') return shop.number === null ? renderForm(shop, toForm(own, true)) : renderExpired(shop)
  if (state === 'rejected') return renderRejected(shop)
  return isReviewed(shop, own) ? renderReview(shop, own) : renderGoOn(shop)
}

/** The pages of `/registro`. docs/product/sign-up.md, "The form". */
export function createSignupPages(database: Database) {
  const allowsForm = createVisitLimit(formsAllowed)

  const onHost =
    (open: (db: Db, visit: PageVisit, company: CompanySettings) => Promise<PageAnswer>, isForm = false) =>
    async (visit: PageVisit): Promise<PageAnswer> => {
      const { subdomain, address } = visit
      if (subdomain === null) return absent
      if (isForm && !allowsForm({ subdomain, address })) return tooFast
      const answer = await visitHost(database, visit, async (db) => {
        const company = await getCompanySettings(db)
        return company.signUp === 'off' ? absent : await open(db, visit, company)
      })
      return answer ?? absent
    }

  const show = onHost(async (db, { signup, query }, company) => {
    const shop = await readShop(db, company)
    const own = 'nueva' in query ? undefined : await findOwnSignup(db, signup)
    const isEdited = own?.state === 'open' && 'datos' in query
    if (own === undefined || isEdited) return { status: 200, html: renderForm(shop, toForm(own, isEdited)) }
    return { status: 200, html: await renderState(shop, own, 'revisar' in query) }
  })

  const send = onHost(async (db, { signup, form: typed, address }, company) => {
    const shop = await readShop(db, company)
    const form = readForm(typed)
    const read = await readSignupForm(db, form, shop)
    if ('errors' in read) return { status: 200, html: renderForm(shop, form, read) }
    const added = await addSignup(db, { draft: read.draft, address, secret: signup })
    if (typeof added === 'string') return { status: 429, html: renderForm(shop, form, added) }
    return { goTo: '/registro', signup: added.secret }
  }, true)

  const renew = onHost(async (db, { signup }, company) => {
    if (await renewCode(db, signup)) return { goTo: '/registro' }
    const shop = await readShop(db, company)
    return { status: 429, html: renderForm(shop, toForm(undefined, false), 'full') }
  }, true)

  /** A word that the script of the page compares; what became of the message is the page's to say. */
  const tellState = onHost(async (db, { signup }) => {
    const own = await findOwnSignup(db, signup)
    const state = own?.state === 'open' ? (own.isExpired ? 'expired' : 'open') : 'done'
    return { fileName: 'estado.txt', type: 'text/plain', content: new TextEncoder().encode(state) }
  })

  const showTerms = onHost(async (db, _visit, company) => {
    const shop = await readShop(db, company)
    return shop.terms === null ? absent : { status: 200, html: renderTerms(shop, shop.terms) }
  })

  return [
    { path: '/registro', open: show },
    { method: 'POST' as const, path: '/registro', open: send },
    { method: 'POST' as const, path: '/registro/codigo', open: renew },
    { path: '/registro/estado', open: tellState },
    { path: '/registro/terminos', open: showTerms },
  ]
}
