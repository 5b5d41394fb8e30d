import { renderAnswer } from '@casillero/shared/domain/answer-text'
import { type AnswerKey, matchAnswer } from '@casillero/shared/domain/auto-answers'
import { listNamedTrackings } from '@casillero/shared/domain/named-tracking'
import { isClosedAt } from '@casillero/shared/domain/opening-time'
import { isPlainQuestion } from '@casillero/shared/domain/plain-question'
import { sql } from 'kysely'
import type { Db } from '../../platform/database/database.ts'
import type { ChatKind } from '../../platform/whatsapp/gateway.ts'
import { asOwnClient } from '../client-pages/as-own-client.ts'
import { readOwnAccount } from '../client-pages/read-account.ts'
import { listOwnPackages } from '../client-pages/read-packages.ts'
import { readViewer } from '../client-pages/read-shop.ts'
import { getCompanySettings } from '../company/queries.ts'
import { isDaySpent, listRecentAnswers, repeatsItself } from './answer-limits.ts'
import { stateOfTracking } from './answer-tracking.ts'
import { buildValues } from './answer-values.ts'
import { listRules, type StoredRule } from './queries.ts'

type IncomingMessage = {
  conversationId: string
  clientId: string | null
  text: string
  kindOfMessage: ChatKind
  at: string
}

/** `isEnough` is false where a person has to look all the same. */
type AutoAnswer = { rule: AnswerKey | 'unknown'; text: string; isEnough: boolean }

/** An older question, from while no server ran, is for a person. */
const oldestMs = 60 * 60_000

/** More numbers are for a person. */
const mostTrackings = 5

const unknownNumber =
  'Gracias por escribir. Este número no está en nuestros registros; díganos su nombre y su casillero y le ayudamos.'

/** A confirmation answers no question. */
const confirmations: ReadonlySet<string | null> = new Set(['opt_out', 'opt_in', 'proven'])

/** Two messages at once are answered once; undefined where the number is hidden. */
const lockConversation = (db: Db, id: string) =>
  db
    .selectFrom('conversations')
    .select(sql<string>`app_now()`.as('now'))
    .where('id', '=', id)
    .where('phone', 'is not', null)
    .forUpdate()
    .executeTakeFirst()

type Fitting = { rule: StoredRule; clientId: string; text: string; now: Date }

/** Null where the company lacks what it would say. */
async function writeAnswer(db: Db, { rule, clientId, text, now }: Fitting): Promise<AutoAnswer | null> {
  const { openingHours: hours } = await getCompanySettings(db)
  const own = await asOwnClient(db, clientId, async (client) => ({
    viewer: await readViewer(client),
    packages: await listOwnPackages(client),
    account: await readOwnAccount(client),
  }))
  const values = buildValues({ ...own, hours, origin: rule.origin, now })
  if (rule.key === 'address' && own.viewer.usAddress === null) return null
  if (rule.key === 'hours' && hours === null && own.viewer.shop.address === null) return null
  const trackings = rule.key === 'tracking' ? listNamedTrackings(text) : []
  if (trackings.length > mostTrackings) return null
  if (trackings.length === 0) {
    // A voucher has yet to be verified, and what was asked at night to be answered.
    const isEnough = rule.key !== 'voucher' && rule.key !== 'closed' && isPlainQuestion(rule, text)
    return { rule: rule.key, text: renderAnswer(rule.content, values), isEnough }
  }
  const answers: string[] = []
  let isEnough = isPlainQuestion(rule, text, trackings.join(' '))
  for (const tracking of trackings) {
    const told = await stateOfTracking(db, { clientId, tracking, today: own.viewer.today })
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
 * Null where a person has to answer. The caller sends in the same transaction, so that the next message counts it.
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
  const answer = await writeAnswer(db, { rule, clientId, text, now })
  return answer?.text === '' ? null : answer
}
