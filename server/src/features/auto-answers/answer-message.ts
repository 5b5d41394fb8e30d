import { renderAnswer } from '@casillero/shared/domain/answer-text'
import { type AnswerKey, matchAnswer } from '@casillero/shared/domain/auto-answers'
import { readCarrierNumber } from '@casillero/shared/domain/carrier-number'
import { listNamedTrackings } from '@casillero/shared/domain/named-tracking'
import { isClosedAt } from '@casillero/shared/domain/opening-time'
import { isPlainQuestion } from '@casillero/shared/domain/plain-question'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import { describeDay } from '../../platform/pages/day-words.ts'
import type { ChatKind } from '../../platform/whatsapp/gateway.ts'
import { getCompanySettings } from '../company/queries.ts'
import { asOwnClient } from '../own-account/as-own-client.ts'
import { announceOwn } from '../own-account/own-prealerts.ts'
import { readOwnAccount } from '../own-account/read-account.ts'
import { readViewer } from '../own-account/read-shop.ts'
import { findPrealert } from '../prealerts/prealert-view.ts'
import { findTracked } from '../tracking/find-tracked.ts'
import { isDaySpent, listRecentAnswers, repeatsItself } from './answer-limits.ts'
import { clientValues, companyValues, readClientFacts } from './answer-values.ts'
import { listRules, type StoredRule } from './queries.ts'

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
const confirmations: ReadonlySet<string | null> = new Set(['opt_out', 'opt_in', 'proven', 'signup'])

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
const personal: ReadonlySet<AnswerKey> = new Set(['arrival', 'packages', 'price', 'debts', 'address'])

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

/** Returns null if the company lacks what the answer would say. */
async function writeAnswer(db: Db, { rule, clientId, owners, text, now }: Fitting): Promise<AutoAnswer | null> {
  const settings = await getCompanySettings(db)
  const own = await readClientFacts(db, clientId)
  const { today } = own.viewer
  const values = { ...companyValues(settings, { origin: rule.origin, today, now }), ...clientValues(own) }
  if (rule.key === 'arrival' && own.packages.every(({ promise }) => promise === null)) return null
  if (rule.key === 'price' && own.tariffs.length === 0) return null
  if (rule.key === 'accounts' && settings.paymentAccounts.length === 0) return null
  if (rule.key === 'address' && settings.usAddress === null) return null
  if (rule.key === 'hours' && settings.openingHours === null && settings.address === null) return null
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
    const told = await stateOfTracking(db, { clientId, owners, tracking, today })
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
