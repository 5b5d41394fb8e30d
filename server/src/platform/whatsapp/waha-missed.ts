import * as z from 'zod/mini'
import type { ReadMessages } from './gateway.ts'
import { type Answer, isSurelyNotSent, readComplaint, refusal } from './waha-answer.ts'
import { type ParsedMessage, parseBeginning, parseChatMessage } from './waha-message.ts'

// A message with a thumbnail takes tens of kilobytes, and answers are limited. Those of a larger one are read one by one.
const missedAtOnce = 20
const mostMissed = 5_000
// Of one reading, which keeps other companies waiting where calls hang. After some in a row the rest of their page is left out.
const mostFailures = 50
const mostHanging = 6
const mostHangingOfPage = 4

/** A quick one waits less. */
type Ask = (path: string, isQuick: boolean) => Promise<Answer>

const readStatus = (error: unknown): unknown => Object(error).status

/** True where any next call would fail too: without a connection, a right or a session. */
function isOfAll(error: unknown): boolean {
  const status = readStatus(error)
  return status === undefined ? isSurelyNotSent(error) : status !== 500 && status !== 400
}

const isHanging = (error: unknown): boolean => error instanceof Error && error.name === 'TimeoutError'

/** Null for a page that is too large to be read. */
async function readPage(ask: Ask, path: string, limit: number, isQuick: boolean): Promise<unknown[] | null> {
  const answer = await ask(path, isQuick)
  const { status, body, beginning } = answer
  // A session created without a store has no messages.
  if (status === 400 && /store/i.test(readComplaint(body))) return []
  if (status < 200 || status >= 300) throw Object.assign(refusal(answer, 'GET', path), { status })
  if (body === null && limit > 1) return null
  return limit === 1 && beginning !== undefined ? [parseBeginning(beginning)] : z.array(z.unknown()).parse(body)
}

/** A page that fails is read one by one; a message that fails is left out, so that it hides no other one. */
export async function listMissed(ask: Ask, name: string, since: Date): Promise<ReadMessages> {
  const gte = Math.floor(since.getTime() / 1_000)
  const found: ParsedMessage[] = []
  let [failures, hanging, hangingOfPage] = [0, 0, 0]
  let isPageFailed = false
  let failure: ReadMessages['failure']
  for (let offset = 0, limit = missedAtOnce; offset < mostMissed; ) {
    // Files are fetched one by one later: with `downloadMedia` an answer waits for all its files.
    const path = `/api/${name}/chats/all/messages?filter.timestamp.gte=${gte}&downloadMedia=false&limit=${limit}&offset=${offset}`
    if (limit > 1) isPageFailed = false
    let isRead = limit === 1
    try {
      const page = await readPage(ask, path, limit, isPageFailed)
      const read = page?.map((message) => parseChatMessage(message, name)).filter((message) => message !== null)
      found.push(...(read ?? []).filter(({ isOurs }) => !isOurs))
      if (page && page.length < limit) break
      isRead = page !== null
      hangingOfPage = 0
    } catch (error) {
      failures += 1
      isPageFailed = true
      hanging += Number(isHanging(error))
      hangingOfPage += Number(isHanging(error))
      const isOver = isOfAll(error) || failures >= mostFailures || hanging >= mostHanging
      failure = { error: failure?.error ?? error, isOver }
      if (isOver) break
    }
    const isLeft = hangingOfPage >= mostHangingOfPage
    if (isLeft) hangingOfPage = 0
    if (isLeft) offset += missedAtOnce - (offset % missedAtOnce)
    else if (isRead) offset += limit
    limit = offset % missedAtOnce === 0 && (isRead || isLeft) ? missedAtOnce : 1
  }
  // The gateway lists the newest first.
  return { messages: found.toReversed(), failure }
}
