import { type AnswerValues, renderAnswer } from '@casillero/shared/domain/answer-text'
import { type AnswerKey, matchAnswer } from '@casillero/shared/domain/auto-answers'
import { readCarrierNumber } from '@casillero/shared/domain/carrier-number'
import { formatMoney, formatTariffPrice } from '@casillero/shared/domain/money-format'
import { listNamedTrackings } from '@casillero/shared/domain/named-tracking'
import { describeHours, type OpeningHours } from '@casillero/shared/domain/opening-hours'
import { isClosedAt, nameOpening } from '@casillero/shared/domain/opening-time'
import { formatPaymentAccount } from '@casillero/shared/domain/payment-account'
import { isPlainQuestion } from '@casillero/shared/domain/plain-question'
import { shortenName } from '@casillero/shared/domain/spanish-name'
import { fillAddress } from '@casillero/shared/domain/us-address'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { describeDay } from '../../platform/pages/day-words.ts'
import type { ChatKind } from '../../platform/whatsapp/gateway.ts'
import { readClientTariffs } from '../client-account/queries.ts'
import { getCompanySettings } from '../company/queries.ts'
import { asOwnClient } from '../own-account/as-own-client.ts'
import { formatSums } from '../own-account/currency-sums.ts'
import { announceOwn } from '../own-account/own-prealerts.ts'
import { type OwnAccount, readOwnAccount } from '../own-account/read-account.ts'
import { listOwnPackages, type OwnPackage } from '../own-account/read-packages.ts'
import { readViewer, type Viewer } from '../own-account/read-shop.ts'
import { findPrealert } from '../prealerts/prealert-view.ts'
import { findTracked } from '../tracking/find-tracked.ts'
import { isDaySpent, listRecentAnswers, repeatsItself } from './answer-limits.ts'
import { listRules, type StoredRule } from './queries.ts'

type AnswerFacts = {
  viewer: Viewer
  packages: readonly OwnPackage[]
  account: OwnAccount
  hours: OpeningHours | null
  tariffs: readonly string[]
  accounts: readonly string[]
  /** Address of the company's pages. */
  origin: string
  now: Date
}

/** A longer list is too much for a message. */
const mostNamed = 15

const joinAmounts = (amounts: OwnAccount['owed']): string =>
  amounts.map(({ symbol, amount }) => formatMoney(amount, symbol)).join(' + ')

function describeReady({ title, invoice, toPay }: OwnPackage): string {
  const amount = invoice ? `factura #${invoice.number}${invoice.isPaid ? ', pagada' : ''}` : formatSums(toPay)
  return `• ${title}${amount === '' ? '' : `, ${amount}`}`
}

function nameSome(names: readonly string[]): string[] {
  const rest = names.length - mostNamed
  return rest > 0 ? [...names.slice(0, mostNamed), `y ${rest} más`] : [...names]
}

/** docs/product/auto-answers.md, "Texts". */
function buildValues({ viewer, packages, account, hours, tariffs, accounts, origin, now }: AnswerFacts): AnswerValues {
  const ready = packages.filter(({ isReady }) => isReady)
  const coming = packages.filter(({ isReady }) => !isReady)
  const { firstName, lastNames, casillero, usAddress, shop, today } = viewer
  const named = { nombre: `${firstName} ${lastNames}`, casillero }
  return {
    nombre_corto: shortenName(firstName),
    casillero,
    cantidad_listos:
      ready.length === 0 ? 'ninguno todavía' : ready.length === 1 ? '1 paquete' : `${ready.length} paquetes`,
    lista_listos: nameSome(ready.map(describeReady)),
    lista_en_camino: nameSome(coming.map(({ title, statusName }) => `${title} (${statusName})`)).join(', '),
    debe: joinAmounts(account.owed) || 'nada',
    a_favor: joinAmounts(account.credit),
    horario: hours === null ? [] : describeHours(hours, today),
    horario_hoy: hours === null ? '' : nameOpening(hours, now),
    ubicacion: shop.address ?? '',
    direccion: usAddress === null ? [] : fillAddress(usAddress, named).map(({ text }) => text),
    tarifas: tariffs,
    cuentas: accounts,
    enlace_mi_casillero: origin === '' ? '' : `${origin}/mi`,
    nombre_empresa: shop.name,
  }
}

/** `isEnough` is false if a person must look as well. */
type TrackingState = { state: string; isEnough: boolean }

const expected = 'La esperamos; le avisamos cuando llegue'

/** Null for a package without an owner. */
async function listOwners(db: Db, tracking: string): Promise<(string | null)[]> {
  const rows = await db
    .selectFrom('packages')
    .select('client_id as clientId')
    .where('deleted_at', 'is', null)
    .where((where) => where.or([where('tracking', '=', tracking), where('warehouse_tracking', '=', tracking)]))
    .execute()
  return rows.map(({ clientId }) => clientId)
}

/** A bank's reference and an order look like this too. */
const isBareNumber = (tracking: string): boolean => /^\d+$/.test(tracking) && !readCarrierNumber(tracking)?.carrier

/**
 * Another client's number reads like an unknown one and is not noted; a person looks. Null if nothing can be said of it.
 * docs/product/auto-answers.md, "Un tracking".
 */
async function stateOfTracking(
  db: Db,
  {
    clientId,
    owners: clients,
    tracking,
    today,
  }: { clientId: string; owners: string[]; tracking: string; today: string },
): Promise<TrackingState | null> {
  for (const each of clients) {
    const own = await asOwnClient(db, each, (client) => findTracked(client, tracking))
    const step = own?.steps.at(-1)
    if (!own || !step) continue
    const day = describeDay(step.day, today)
    return { state: `${step.name}, ${own.isDelivered ? day : `desde ${day}`}`, isEnough: true }
  }
  const [owners, announced] = [await listOwners(db, tracking), await findPrealert(db, tracking)]
  const isOwnPrealert = announced !== undefined && announced !== null && clients.includes(announced.client.id)
  if (!isOwnPrealert && isBareNumber(tracking)) return null
  if (isOwnPrealert) return { state: expected, isEnough: owners.length === 0 }
  if (owners.some((owner) => owner !== null)) return { state: expected, isEnough: false }
  const refused = await asOwnClient(db, clientId, (client) =>
    announceOwn(client, { form: { tracking }, today, invoice: null }),
  )
  return { state: expected, isEnough: refused === undefined && owners.length === 0 }
}

type IncomingMessage = {
  conversationId: string
  clientId: string | null
  text: string
  kindOfMessage: ChatKind
  at: string
  isFileLost: boolean
}

/** `isEnough` is false if a person must look as well. */
type AutoAnswer = { rule: AnswerKey | 'unknown' | 'lost_file'; text: string; isEnough: boolean }

/** Older questions, asked while no server ran, are left to a person. */
const oldestMs = 60 * 60_000

/** Messages with more numbers are left to a person. */
const mostTrackings = 5

const unknownNumber =
  'Gracias por escribir. Este número no está en nuestros registros; díganos su nombre y su casillero y le ayudamos.'

const lostFile = 'No pudimos abrir el archivo que nos envió. Envíelo de nuevo, como foto o PDF de hasta 5 MB.'

/** A confirmation answers no question. */
const confirmations: ReadonlySet<string | null> = new Set(['opt_out', 'opt_in', 'proven'])

/** Of two messages at once only one is answered. Undefined if the number is hidden. */
const lockConversation = (db: Db, id: string) =>
  db
    .selectFrom('conversations')
    .select(sql<string>`app_now()`.as('now'))
    .where('id', '=', id)
    .where('phone', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

type Fitting = { rule: StoredRule; clientId: string; owners: string[]; text: string; now: Date }

/** Rules whose answers are about one client. */
const personal: ReadonlySet<AnswerKey> = new Set(['packages', 'price', 'debts', 'address'])

/** The clients whose number it is, the chosen one first. */
async function listClients(db: Db, conversationId: string, clientId: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select o.client_id as id from conversations v, list_number_owners(v.company_id, v.phone) o
    where v.id = ${conversationId} order by o.client_id`.execute(db)
  return [...new Set([clientId, ...rows.map(({ id }) => id)])]
}

/** Answers for each client of the number, by name. */
async function answerEach(db: Db, fitting: Fitting): Promise<AutoAnswer | null> {
  if (fitting.owners.length === 1 || !personal.has(fitting.rule.key)) return await writeAnswer(db, fitting)
  const texts: string[] = []
  let isEnough = true
  for (const clientId of fitting.owners) {
    const answer = await writeAnswer(db, { ...fitting, clientId })
    if (answer === null) continue
    const { firstName, lastNames, casillero } = await asOwnClient(db, clientId, readViewer)
    texts.push(`*${firstName} ${lastNames}* (${casillero})\n${answer.text}`)
    isEnough &&= answer.isEnough
  }
  return texts.length === 0 ? null : { rule: fitting.rule.key, text: texts.join('\n\n'), isEnough }
}

/** The client's own tariffs, else the company's. */
async function listPrices(db: Db, clientId: string): Promise<string[]> {
  const { aereo, maritimo } = await readClientTariffs(db, clientId)
  const methods = [
    { name: 'Aéreo', tariff: aereo },
    { name: 'Marítimo', tariff: maritimo },
  ]
  return methods.flatMap(({ name, tariff }) =>
    tariff === null ? [] : [`• ${name}: ${formatTariffPrice(tariff.pricePerPound, tariff.unit)}`],
  )
}

/** Returns null if the company lacks what the answer would say. */
async function writeAnswer(db: Db, { rule, clientId, owners, text, now }: Fitting): Promise<AutoAnswer | null> {
  const { openingHours: hours, paymentAccounts } = await getCompanySettings(db)
  const own = await asOwnClient(db, clientId, async (client) => ({
    viewer: await readViewer(client),
    packages: await listOwnPackages(client),
    account: await readOwnAccount(client),
  }))
  const tariffs = rule.key === 'price' ? await listPrices(db, clientId) : []
  const accounts = paymentAccounts.map((one) => `• ${formatPaymentAccount(one)}`)
  const values = buildValues({ ...own, hours, tariffs, accounts, origin: rule.origin, now })
  if (rule.key === 'price' && tariffs.length === 0) return null
  if (rule.key === 'accounts' && accounts.length === 0) return null
  if (rule.key === 'address' && own.viewer.usAddress === null) return null
  if (rule.key === 'hours' && hours === null && own.viewer.shop.address === null) return null
  const trackings = rule.key === 'tracking' ? listNamedTrackings(text) : []
  if (trackings.length > mostTrackings) return null
  if (trackings.length === 0) {
    // After these a person still acts: verifies the voucher, or answers what was asked at night.
    const isEnough = rule.key !== 'voucher' && rule.key !== 'closed' && isPlainQuestion(rule, text)
    return { rule: rule.key, text: renderAnswer(rule.content, values), isEnough }
  }
  const answers: string[] = []
  let isEnough = isPlainQuestion(rule, text, trackings.join(' '))
  for (const tracking of trackings) {
    const told = await stateOfTracking(db, { clientId, owners, tracking, today: own.viewer.today })
    if (told === null) return null
    answers.push(renderAnswer(rule.content, { ...values, tracking, estado: told.state }))
    isEnough &&= told.isEnough
  }
  return { rule: rule.key, text: answers.join('\n\n'), isEnough }
}

async function findRule(db: Db, rules: StoredRule[], { clientId, text, kindOfMessage }: IncomingMessage, now: Date) {
  const isFile = kindOfMessage === 'picture' || kindOfMessage === 'document'
  const kind = isFile ? 'file' : kindOfMessage === 'text' ? 'text' : 'other'
  const [{ openingHours }, account] = [
    await getCompanySettings(db),
    isFile && clientId !== null ? await asOwnClient(db, clientId, readOwnAccount) : null,
  ]
  const owes = account !== null && account.owed.length > 0
  const isClosed = openingHours !== null && isClosedAt(openingHours, now)
  const key = matchAnswer(rules, { text, kind, owes, isClosed })
  return rules.find((rule) => rule.key === key)
}

/**
 * Returns null if a person must answer. The caller sends in the same transaction, so that the next message counts it.
 * docs/product/auto-answers.md, "Limits".
 */
export async function answerMessage(db: Db, message: IncomingMessage): Promise<AutoAnswer | null> {
  const { conversationId, clientId, text } = message
  const rules = await listRules(db)
  if (!rules.some(({ isOn }) => isOn)) return null
  const held = await lockConversation(db, conversationId)
  if (!held) return null
  const now = new Date(held.now)
  if (now.getTime() - Date.parse(message.at) > oldestMs) return null
  const rule = await findRule(db, rules, message, now)
  if (!rule) return null
  const recent = await listRecentAnswers(db, conversationId, clientId)
  const [last] = recent.filter(({ rule }) => !confirmations.has(rule))
  if (isDaySpent(recent) || last?.isOfThisMinute === true || (await repeatsItself(db, conversationId))) return null
  const once = clientId === null ? 'unknown' : 'closed'
  const saysOnce = clientId === null || rule.key === 'closed'
  if (saysOnce && recent.some((one) => one.rule === once)) return null
  if (clientId === null) return { rule: 'unknown', text: unknownNumber, isEnough: false }
  if (rule.key === 'voucher' && message.isFileLost) return { rule: 'lost_file', text: lostFile, isEnough: false }
  const owners = await listClients(db, conversationId, clientId)
  const answer = await answerEach(db, { rule, clientId, owners, text, now })
  return answer?.text === '' ? null : answer
}
