import { call } from '../../lib/api.ts'

/** The time between two calls that say that the user writes, whatever their number of keys. */
const leastMs = 3_000

type Send = (id: string, replying: boolean) => Promise<unknown>

/**
 * Makes what takes each change of a reply box, the conversation and whether anything stands in it, and lets the server know: of the first
 * key at once, of others every three seconds at most, and at once when the box is emptied. Calls go one after the other, so that the last
 * word is the last; one that fails is forgotten, because the server ends what it hears no more of.
 */
export function createReplyingNotes(send: Send): (id: string, isReplying: boolean) => void {
  let wish: { id: string; isReplying: boolean } | undefined
  /** The conversation of which the server was last told that the user writes in it. */
  let told: string | undefined
  let toldAt = Number.NEGATIVE_INFINITY
  let isSending = false
  let timer: ReturnType<typeof setTimeout> | undefined
  const step = () => {
    clearTimeout(timer)
    if (isSending || wish === undefined) return
    const { id, isReplying } = wish
    const isNews = (told === id) !== isReplying
    const restMs = isReplying ? toldAt + leastMs - Date.now() : 0
    // A reply that is begun meanwhile is said when its time comes; of one that is known the next key tells.
    if (restMs > 0 && isNews) {
      timer = setTimeout(step, restMs)
      return
    }
    wish = undefined
    if (restMs > 0 || (!isReplying && !isNews)) return
    told = isReplying ? id : undefined
    if (isReplying) toldAt = Date.now()
    isSending = true
    void send(id, isReplying)
      .catch(() => undefined)
      .then(() => {
        isSending = false
        step()
      })
  }
  return (id, isReplying) => {
    wish = { id, isReplying }
    step()
  }
}

/** Notes a change of the reply box of a conversation. docs/product/conversations.md, "Answering". */
export const noteReplying = createReplyingNotes((id, replying) =>
  call('PUT /api/conversations/:id/replying', { params: { id }, body: { replying } }),
)
