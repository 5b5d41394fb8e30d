import * as z from 'zod/mini'

const text = z.catch(z.optional(z.nullable(z.string())), undefined)
const part = z.optional(
  z.nullable(
    z.object({
      mimetype: text,
      fileName: text,
      fileLength: z.optional(z.unknown()),
      seconds: z.catch(z.optional(z.nullable(z.number())), undefined),
    }),
  ),
)
const parts = z.object({
  imageMessage: part,
  documentMessage: part,
  audioMessage: part,
  videoMessage: part,
  stickerMessage: part,
})

/** What WhatsApp sends as messages, although nothing is said in them. */
const silent = new Set([
  ...['messageContextInfo', 'senderKeyDistributionMessage', 'protocolMessage', 'reactionMessage', 'encReactionMessage'],
  ...['albumMessage', 'pinInChatMessage', 'keepInChatMessage', 'call', 'bcallMessage', 'callLogMesssage'],
  ...['scheduledCallCreationMessage', 'scheduledCallEditMessage', 'placeholderMessage', 'stickerSyncRmrMessage'],
])
const undecrypted = z.object({ messageStubType: z.union([z.literal(2), z.literal('CIPHERTEXT')]) })

/** True if `_data` holds nothing that was said: changed timers, calls, reactions, keys. What could not be decrypted was said. */
export function isSilent(data: unknown): boolean {
  const { message, Message } = Object(data)
  return (
    !undecrypted.safeParse(data).success &&
    Object.keys(Object(unwrap(message ?? Message))).every((name) => silent.has(name))
  )
}

/** Named as by WhatsApp; `bytes` is null if not given. */
export type FileContent = {
  isSticker: boolean
  mimetype: string
  name: string | null
  bytes: number | null
  seconds: number | null
}

const edit = z.object({ protocolMessage: z.object({ timestampMs: z.union([z.string(), z.number()]) }) })

/** They wrap a message and say how it is shown. */
const wrappers = [
  'ephemeralMessage',
  'editedMessage',
  'documentWithCaptionMessage',
  'viewOnceMessage',
  'viewOnceMessageV2',
]
const mostWrappers = 4
/** A day; the column has room for more. */
const longestSeconds = 86_400

function unwrap(message: unknown): unknown {
  let inner = message
  for (let depth = 0; depth < mostWrappers; depth += 1) {
    const fields = Object(inner)
    inner = wrappers.map((name) => Object(fields[name]).message).find((found) => found != null) ?? inner
  }
  return inner
}

/** Events give a text, the gateway's list a number. */
function readBytes(length: unknown): number | null {
  const bytes = typeof length === 'string' || typeof length === 'number' ? Number(length) : Number.NaN
  return Number.isSafeInteger(bytes) && bytes >= 0 ? bytes : null
}

/** Reads `_data.message`; null if there is none. */
export function readFileContent(message: unknown): FileContent | null {
  const { data } = parts.safeParse(unwrap(message))
  const file =
    data?.imageMessage ?? data?.documentMessage ?? data?.audioMessage ?? data?.videoMessage ?? data?.stickerMessage
  if (!file) return null
  return {
    isSticker: data?.stickerMessage != null,
    mimetype: file.mimetype ?? '',
    name: file.fileName ?? null,
    bytes: readBytes(file.fileLength),
    seconds: file.seconds == null ? null : Math.max(0, Math.min(Math.round(file.seconds), longestSeconds)),
  }
}

/** Milliseconds; undefined if WhatsApp does not give the time. */
export function readEditedAt(message: unknown): number | undefined {
  const { data } = edit.safeParse(unwrap(message))
  return data && Number(data.protocolMessage.timestampMs)
}
