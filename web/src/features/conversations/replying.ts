import { call } from '../../lib/api.ts'

/** Whatever the number of keys. */
const leastMs = 3_000

type Send = (id: string, replying: boolean) => Promise<unknown>

/**
 * The first key is said at once, others every three seconds at most, an emptied box at once. Calls go one after the other, so that the last
 * word is the last; one that fails is forgotten.
 */
export function createReplyingNotes(send: Send): (id: string, isReplying: boolean) => void {
  let wish: { id: string; isReplying: boolean } | undefined
  /** The conversation that the server was last told of. */
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

/** docs/product/conversations.md, "Answering". */
export const noteReplying = createReplyingNotes((id, replying) =>
  call('PUT /api/conversations/:id/replying', { params: { id }, body: { replying } }),
)
