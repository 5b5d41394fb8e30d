import * as z from 'zod/mini'
import type { ChatKind, ChatMessage } from './gateway.ts'
import { type FileContent, isSilent, readEditedAt, readFileContent } from './waha-content.ts'

// Engines add the sender's other address (number or alias): NOWEB in `key`, GOWS in `Info`.
const alternative = z.object({
  key: z.optional(z.object({ remoteJidAlt: z.optional(z.nullable(z.string())) })),
  Info: z.optional(z.object({ SenderAlt: z.optional(z.nullable(z.string())) })),
})

// A field that cannot be read never loses the message.
const text = z.catch(z.optional(z.nullable(z.string())), undefined)

export const payloadOfChat = z.object({
  id: z.optional(z.string()),
  timestamp: z.catch(z.optional(z.number()), undefined),
  from: z.string().check(z.regex(/^(?:\d{8,15}@(?:c\.us|s\.whatsapp\.net)|\d{1,20}@lid)$/)),
  fromMe: z.boolean(),
  source: text,
  body: text,
  hasMedia: z.catch(z.optional(z.nullable(z.boolean())), undefined),
  media: z.catch(z.optional(z.nullable(z.object({ url: text, filename: text, mimetype: text }))), undefined),
  location: z.catch(
    z.optional(z.nullable(z.object({ latitude: z.unknown(), longitude: z.unknown(), name: text, address: text }))),
    undefined,
  ),
  vCards: z.catch(z.optional(z.nullable(z.array(z.string()))), undefined),
  editedMessageId: text,
  _data: z.optional(z.unknown()),
})
type Payload = z.infer<typeof payloadOfChat>

// A colon precedes the number of a phone's further device.
const addressForm = /^(\d{1,20})(?::\d+)?@(c\.us|s\.whatsapp\.net|lid)$/

/** Null if the address is a number. */
export const readAlias = (chat: string): string | null => {
  const [, digits, place] = addressForm.exec(chat) ?? []
  return place === 'lid' ? `${digits}@lid` : null
}

const readPhone = (chat: string): string | null => {
  const [, digits = '', place] = addressForm.exec(chat) ?? []
  return place !== 'lid' && digits.length >= 8 && digits.length <= 15 ? digits : null
}

function readAlternative(data: unknown): string {
  const found = alternative.safeParse(data).data
  return found?.key?.remoteJidAlt ?? found?.Info?.SenderAlt ?? ''
}

/** Uses the sender's address and the other one that engines give. */
export function readChat({ from, _data }: Pick<Payload, 'from' | '_data'>) {
  const other = readAlternative(_data)
  return { phone: readPhone(from) ?? readPhone(other), alias: readAlias(from) ?? readAlias(other) }
}

/** Cuts off the chat before the id. */
export const readBareId = (id: string | null | undefined): string => (id ?? '').split('_').at(-1) ?? ''

const details = z.object({ pushName: text, message: z.optional(z.unknown()) })

/** Messages of the gateway's list have no `media`. */
const readMimetype = ({ media }: Payload, content: FileContent | null) => media?.mimetype ?? content?.mimetype ?? ''

function readKind(payload: Payload, content: FileContent | null): ChatKind {
  const { body, hasMedia, media, location, vCards } = payload
  if (location) return 'location'
  if (vCards?.length) return 'contact'
  if (!hasMedia && !media) return body ? 'text' : 'other'
  if (content?.isSticker) return 'sticker'
  const [family] = readMimetype(payload, content).split('/')
  if (family === 'image') return 'picture'
  if (family === 'audio' || family === 'video') return family
  return 'document'
}

/** What the type or the name may be mistaken about is fetched; the bytes say what it is. */
function mayBeKept(kind: ChatKind, mimetype: string, name: string | null): boolean {
  if (kind === 'picture' || /pdf|^image\//i.test(mimetype)) return true
  return (
    kind === 'document' && (/^$|octet-stream|download/i.test(mimetype) || /\.(pdf|png|jpe?g|webp)$/i.test(name ?? ''))
  )
}

/** An iPhone groups fields: `item1.TEL`. */
const fieldOfCard = (card: string, field: string): string =>
  new RegExp(`^(?:[\\w-]+\\.)?${field}(?:;[^:\r\n]*)?:(.*)$`, 'im').exec(card)?.[1]?.trim() ?? ''

/** Shows a place by its coordinates, a contact by its number. */
function describe({ body, location, vCards }: Payload): string {
  if (location) {
    const place = [location.name, location.address].filter(Boolean).join(', ')
    const spot = `${location.latitude}, ${location.longitude}`
    return place === '' ? spot : `${place} (${spot})`
  }
  if (vCards?.length) {
    return vCards.map((card) => `${fieldOfCard(card, 'FN')} ${fieldOfCard(card, 'TEL')}`.trim()).join('\n')
  }
  return body ?? ''
}

// Larger files are not stored, so they are not requested.
const mostFileBytes = 5 * 1024 * 1024

/** Takes only the path, so that no event leads this server elsewhere. */
function readPath(url: string | null | undefined): string | null {
  const path = URL.canParse(url ?? '') ? new URL(url ?? '').pathname : ''
  return /^\/api\/files\/[\w.-]+\/[\w.-]+$/.test(path) && !path.includes('..') ? path : null
}

/** This call makes the gateway fetch the file from WhatsApp. */
const buildMessagePath = (session: string, { from, id }: Payload) =>
  `/api/${encodeURIComponent(session)}/chats/${encodeURIComponent(from)}/messages/${encodeURIComponent(id ?? '')}?downloadMedia=true`

/**
 * The gateway's path for the file, then `#`, which is sent to no server, and the call that fetches it again. Null if the file could not be
 * fetched, or is too large.
 */
function locateFile(session: string, payload: Payload, content: FileContent | null): string | null {
  const path = readPath(payload.media?.url)
  if (path === null && payload.media) return null
  if ((content?.bytes ?? 0) > mostFileBytes) return null
  return `${path ?? ''}#${buildMessagePath(session, payload)}`
}

const answeredMedia = z.object({ media: z.object({ url: z.string() }) })

/** Null if the answer has none. */
export const readFetchedPath = (answer: unknown): string | null =>
  readPath(answeredMedia.safeParse(answer).data?.media.url)

const readInstant = (ms: number): string => {
  return new Date(ms > 0 && ms < Date.UTC(2100, 0) ? ms : Date.now()).toISOString()
}

const beginningForm = /^\[\{"id":"([^"]+)","timestamp":(\d+),"from":"([^"]+)","fromMe":(true|false),"source":"(\w+)"/

/** Only a contact card is longer than is read. Undefined if the gateway's order of fields is another one. */
export function parseBeginning(text: string): Payload | undefined {
  const [all, id = '', seconds, from = '', fromMe, source = ''] = beginningForm.exec(text) ?? []
  if (all === undefined) return undefined
  return { id, timestamp: Number(seconds), from, fromMe: fromMe === 'true', source, vCards: [''] }
}

/** `isOwn`: written by the company; `isOurs`: sent from here. */
export type ParsedMessage = ChatMessage & { isOwn: boolean; isOurs: boolean }

/** Reads a message of an event or a list; null for any other value, and where nothing is said. */
export function parseChatMessage(payload: unknown, session: string): ParsedMessage | null {
  const { data } = payloadOfChat.safeParse(payload)
  if (!data) return null
  const known = details.safeParse(data._data).data
  const content = readFileContent(known?.message)
  const kindOfMessage = readKind(data, content)
  if (kindOfMessage === 'other' && !data.editedMessageId && isSilent(data._data)) return null
  const hasFile = kindOfMessage === 'picture' || kindOfMessage === 'document' || kindOfMessage === 'audio'
  const fileName = data.media?.filename ?? content?.name ?? null
  const isFetched = kindOfMessage === 'audio' || mayBeKept(kindOfMessage, readMimetype(data, content), fileName)
  return {
    ...readChat(data),
    messageId: readBareId(data.id),
    edits: data.editedMessageId ?? null,
    name: data.fromMe
      ? null
      : known?.pushName
          ?.replace(/\p{Cc}/gu, ' ')
          .trim()
          .toWellFormed()
          .slice(0, 120) || null,
    at: readInstant((data.editedMessageId ? readEditedAt(known?.message) : undefined) ?? (data.timestamp ?? 0) * 1000),
    kindOfMessage,
    text: describe(data),
    seconds: content?.seconds ?? null,
    file: hasFile
      ? {
          path: isFetched ? locateFile(session, data, content) : null,
          name: fileName,
        }
      : null,
    isOwn: data.fromMe,
    isOurs: data.source === 'api',
  }
}
