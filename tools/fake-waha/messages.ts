import { createHash } from 'node:crypto'

export type FileOfMessage = {
  mimetype: string
  name?: string
  content: Buffer
  /** That WhatsApp has the file no more, so that the gateway cannot get it. */
  isGone?: boolean
}

type Payload = {
  id: string
  timestamp: number
  from: string
  fromMe: boolean
  source: string
  body: string | null
  hasMedia: boolean
  ack: number
  ackName: string
  location: null
  vCards: null
  replyTo: null
  _data: object
  editedMessageId?: string
}

/** A message as WhatsApp has it; its file is in the gateway only after it was fetched. */
export type ChatEntry = {
  key: { id: string; fromMe: boolean; remoteJid: string; remoteJidAlt?: string; addressingMode: string }
  from: string
  timestamp: number
  source: 'app' | 'api'
  text: string
  pushName?: string | undefined
  edits?: string | undefined
  file?: FileOfMessage | undefined
  isUnreadable?: boolean
}

/** WhatsApp's own form of a message. An event says the length of a file as text, the gateway's list as a number. */
function buildContent({ text, file, source }: ChatEntry, isEvent: boolean): object {
  if (!file) return source === 'api' ? { extendedTextMessage: { text } } : { conversation: text }
  const { mimetype, name, content } = file
  const [family] = mimetype.split('/')
  const hash = createHash('sha256').update(content).digest()
  const common = {
    url: file.isGone ? 'https://mmg.whatsapp.net/x' : '',
    mimetype,
    fileSha256: isEvent ? hash.toString('base64') : { type: 'Buffer', data: hash.toString('base64') },
    fileLength: isEvent ? String(content.length) : content.length,
  }
  const caption = text === '' ? {} : { caption: text }
  if (family === 'image') return { imageMessage: { ...common, ...caption } }
  if (family === 'audio') return { audioMessage: { ...common, seconds: 4, ptt: true } }
  if (family === 'video') return { videoMessage: { ...common, seconds: 2, ...caption } }
  return { documentMessage: { ...common, title: name, pageCount: 1, fileName: name, ...caption } }
}

function buildPayload(entry: ChatEntry, isEvent: boolean): Payload {
  const { key, from, timestamp, source, text, pushName, edits, file } = entry
  return {
    id: `${key.fromMe}_${from}_${key.id}`,
    timestamp,
    from,
    fromMe: key.fromMe,
    source,
    body: text === '' ? null : text,
    hasMedia: file !== undefined,
    ack: 2,
    ackName: 'DEVICE',
    location: null,
    vCards: null,
    replyTo: null,
    _data: { key, messageTimestamp: timestamp, pushName, message: buildContent(entry, isEvent), status: 3 },
    ...(edits === undefined ? {} : { editedMessageId: edits }),
  }
}

type Query = Record<string, string | undefined>

/** Creates the gateway's store: the messages of each session, and the files that it has fetched and deletes after three minutes. */
export function createMessages() {
  const entries = new Map<string, ChatEntry[]>()
  const files = new Map<string, { mimetype: string; content: Buffer }>()

  /** Fetches the file of a message from WhatsApp, and gives what the gateway says of it. */
  function fetchMedia(session: string, { key, file }: ChatEntry) {
    if (!file) return null
    const { mimetype, name, content, isGone = false } = file
    const known = { filename: name ?? null, mimetype }
    if (isGone) return { url: null, ...known, error: { details: 'TypeError: fetch failed\n    at <trimmed>' } }
    const path = `/api/files/${session}/${key.id}.${mimetype.split('/')[1]}`
    files.set(path, { mimetype, content })
    // The gateway names itself as it is called on its own machine.
    return { url: `http://localhost:3000${path}`, ...known }
  }

  const answer = (session: string, entry: ChatEntry, query: Query) => ({
    ...buildPayload(entry, false),
    media: query.downloadMedia === 'false' ? null : fetchMedia(session, entry),
  })

  return {
    files,
    /** Keeps a message; an edit becomes the text of the one that it names. */
    keep(session: string, entry: ChatEntry): void {
      const known = entries.get(session) ?? []
      const isEdited = ({ key }: ChatEntry) => key.id === entry.edits
      const changed = known.map((each) => (isEdited(each) ? { ...each, text: entry.text } : each))
      entries.set(session, known.some(isEdited) ? changed : [...known, entry])
    },
    /** Gives the payload of a message's event, for which the gateway fetches the file first. */
    describe: (session: string, entry: ChatEntry) => ({
      ...buildPayload(entry, true),
      media: fetchMedia(session, entry),
    }),
    /** Answers the call of all chats, newest first; null if a message cannot be listed. */
    list(session: string, query: Query) {
      const [since, limit, offset] = [query['filter.timestamp.gte'] ?? 0, query.limit ?? 10, query.offset ?? 0].map(
        Number,
      )
      const isOwn = query['filter.fromMe']
      const listed = (entries.get(session) ?? [])
        .filter(
          ({ timestamp, key }) => timestamp >= (since ?? 0) && (isOwn === undefined || String(key.fromMe) === isOwn),
        )
        .toReversed()
        .toSorted((a, b) => b.timestamp - a.timestamp)
        .slice(offset, (offset ?? 0) + (limit ?? 10))
      if (listed.some((entry) => entry.isUnreadable)) return null
      return listed.map((entry) => answer(session, entry, query))
    },
    /** Answers the call of one message by its full id; undefined for an unknown one. */
    find(session: string, chat: string, id: string, query: Query) {
      const entry = entries
        .get(session)
        ?.find(({ key, from }) => id === `${key.fromMe}_${from}_${key.id}` && (chat === from || chat === 'all'))
      return entry && answer(session, entry, query)
    },
  }
}

export type Messages = ReturnType<typeof createMessages>
