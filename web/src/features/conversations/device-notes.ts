import type { Conversation, ReadyPaper } from '@casillero/shared/contract/conversations'
import { create } from 'zustand'

const key = 'conversations'

const mostSeen = 300

/** The time of the last entry and the number of entries, when the conversation was last shown on this device. */
export type Seen = { at: string; count: number }

/** An unsent reply. Its key prevents saving it twice. */
export type Outgoing = {
  key: string
  /** Of a file the caption. */
  text: string
  at: string
  /** The file itself is kept in memory alone. */
  file?: { name: string; isPicture: boolean }
  paper?: ReadyPaper
  /** The colleague's reply beside which the user sends theirs. */
  lastSeenReplyId?: string | null
  problem?: string | undefined
  /** The colleague's reply because of which the user is asked. */
  askedReplyId?: string | undefined
}

type Notes = {
  seen: Readonly<Record<string, Seen>>
  drafts: Readonly<Record<string, string>>
  outgoing: Readonly<Record<string, readonly Outgoing[]>>
}

const empty: Notes = { seen: {}, drafts: {}, outgoing: {} }
let owner: string | undefined

/** What was opened, drafts, and unsent replies. */
export const useNotes = create<Notes>(() => empty)

function readNotes(of: string): Notes {
  try {
    const { owner: kept, ...notes } = JSON.parse(localStorage.getItem(key) ?? '{}')
    return kept === of ? { ...empty, ...notes } : empty
  } catch {
    return empty
  }
}

/** A reply cut off by closing the page has an unknown outcome, so it counts as not sent. */
const cutOff = ({ problem = 'No se envió', ...reply }: Outgoing): Outgoing => ({ ...reply, problem })

/** Notes of another user are dropped at the first change. */
export function openNotes(of: string): void {
  if (owner === of) return
  owner = of
  const { outgoing, ...notes } = readNotes(of)
  const cut = Object.entries(outgoing).map(([id, replies]) => [id, replies.map(cutOff)])
  useNotes.setState({ ...notes, outgoing: Object.fromEntries(cut) })
}

function change(next: Partial<Notes>): void {
  useNotes.setState(next)
  localStorage.setItem(key, JSON.stringify({ owner, ...useNotes.getState() }))
}

/** Counts what the client wrote since the conversation was last shown on this device. */
export function countUnread(
  { isWaiting, waitingCount, lastIncomingAt }: Pick<Conversation, 'isWaiting' | 'waitingCount' | 'lastIncomingAt'>,
  seen: Seen | undefined,
): number {
  if (!isWaiting || seen?.at === lastIncomingAt) return 0
  // With fewer than were seen, the client waits anew.
  return seen !== undefined && waitingCount > seen.count ? waitingCount - seen.count : waitingCount
}

export function noteSeen({ id, lastIncomingAt, waitingCount }: Conversation): void {
  const { seen } = useNotes.getState()
  const before = seen[id]
  if (before?.at === lastIncomingAt && before.count === waitingCount) return
  const all = Object.entries({ ...seen, [id]: { at: lastIncomingAt, count: waitingCount } })
  const newest = all.toSorted(([, one], [, other]) => Date.parse(other.at) - Date.parse(one.at)).slice(0, mostSeen)
  change({ seen: Object.fromEntries(newest) })
}

/** Deletes an empty draft. */
export function keepDraft(id: string, text: string): void {
  const { [id]: _, ...others } = useNotes.getState().drafts
  change({ drafts: text === '' ? others : { ...others, [id]: text } })
}

/** Keeps the position of a reply that is being sent, and its outcome. */
export function keepOutgoing(id: string, reply: Outgoing): void {
  const { outgoing } = useNotes.getState()
  const own = outgoing[id] ?? []
  const isKnown = own.some((one) => one.key === reply.key)
  const next = isKnown ? own.map((one) => (one.key === reply.key ? reply : one)) : [...own, reply]
  change({ outgoing: { ...outgoing, [id]: next } })
}

export function dropOutgoing(id: string, key: string): void {
  const { [id]: own = [], ...others } = useNotes.getState().outgoing
  const left = own.filter((one) => one.key !== key)
  change({ outgoing: left.length === 0 ? others : { ...others, [id]: left } })
}
