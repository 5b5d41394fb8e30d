import type { ChatKind } from '../../platform/whatsapp/gateway.ts'

/** `at` is the event's own time in milliseconds. */
export type Said = { says: 'message' | 'edit' | 'deletion'; isOwn: boolean; at: number; kind: ChatKind; text: string }

/** Times in milliseconds. `waitsFrom` is null if the message waits for no person. */
export type KnownMessage = {
  kind: ChatKind
  text: string
  writtenAt: number
  editedAt: number | null
  isRevoked: boolean
  waitsFrom: number | null
}

/** `isNews`: the message has something new to answer. */
export type MergedMessage = KnownMessage & { isNews: boolean }

const isEmpty = ({ kind, text }: Pick<KnownMessage, 'kind' | 'text'>): boolean => kind === 'other' && text === ''

/** An edit may come first: then the message is known by its edit alone. */
const hasCome = (known: KnownMessage): boolean =>
  !isEmpty(known) && (known.editedAt === null || known.writtenAt < known.editedAt)

function begin({ says, isOwn, at, kind, text }: Said): MergedMessage {
  if (says === 'deletion')
    return { kind: 'other', text: '', writtenAt: at, editedAt: null, isRevoked: true, waitsFrom: null, isNews: false }
  const editedAt = says === 'edit' && !isEmpty({ kind, text }) ? at : null
  return { kind, text, writtenAt: at, editedAt, isRevoked: false, waitsFrom: isOwn ? null : at, isNews: true }
}

/** The latest moment from which the message waits again. */
const waitAnew = ({ isOwn }: Said, ...moments: (number | null)[]): number | null =>
  isOwn ? null : Math.max(...moments.map((moment) => moment ?? 0))

function mergeEdit(known: KnownMessage, said: Said): MergedMessage | null {
  const { editedAt } = known
  if (editedAt !== null && (said.at < editedAt || (said.at === editedAt && said.text === known.text))) return null
  // A caption may be removed, a text may not: an edit without text could not be read.
  if (said.text === '' && (known.kind === 'text' || isEmpty(known))) return null
  const kind = isEmpty(known) ? said.kind : known.kind
  const writtenAt = hasCome(known) ? known.writtenAt : said.at
  const waitsFrom = waitAnew(said, said.at, known.waitsFrom)
  return { ...known, kind, text: said.text, writtenAt, editedAt: said.at, waitsFrom, isNews: true }
}

function mergeOriginal(known: KnownMessage, said: Said): MergedMessage | null {
  if (isEmpty(said) || hasCome(known)) return null
  const isNews = isEmpty(known) || said.kind !== known.kind
  return {
    kind: said.kind,
    text: known.editedAt === null ? said.text : known.text,
    writtenAt: said.at,
    editedAt: known.editedAt,
    isRevoked: known.isRevoked,
    waitsFrom: isNews ? waitAnew(said, said.at, known.editedAt) : known.waitsFrom,
    isNews,
  }
}

/**
 * Merges events in any order; null if the event says nothing new. Edits and deletions mark a message. An event without content hides none.
 * docs/product/conversations.md, "What is kept".
 */
export function mergeMessage(known: KnownMessage | undefined, said: Said): MergedMessage | null {
  if (known === undefined) return begin(said)
  if (said.says === 'deletion') return known.isRevoked ? null : { ...known, isRevoked: true, isNews: false }
  return said.says === 'edit' ? mergeEdit(known, said) : mergeOriginal(known, said)
}
