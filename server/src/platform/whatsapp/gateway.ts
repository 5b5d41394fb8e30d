import type { chatKind } from '@casillero/shared/contract/conversations'
import type * as z from 'zod/mini'

export type LinkedPhone = { linkedName: string | null; linkedPhone: string | null }

/** Until `barredUntil` WhatsApp lets it write to no new contact. */
export type GatewaySession = LinkedPhone & { name: string; status: string; barredUntil: string | null }

/**
 * `id` is the one that acknowledgements will name, where that is not the requested one. Only `sent` and `ambiguous` may have reached the
 * phone.
 */
export type SendOutcome =
  | { kind: 'sent'; id: string | null }
  | { kind: 'ambiguous' }
  | { kind: 'down' | 'notReady' | 'transient' | 'refused'; reason: string }
  | { kind: 'paused'; reason: string; minutes: number; isFirstContactsOnly: boolean }

/** `id` stays the same when it is delivered again. An alias is WhatsApp's name for a chat whose number it hides. */
export type GatewayEvent = { id: string } & (
  | ({ kind: 'status'; status: string; at: string } & LinkedPhone)
  /** Below 0 an error, 1 taken by the server, 2 by the phone, 3 read. */
  | { kind: 'acknowledgement'; messageId: string; level: number; alias: string | null; isBarred: boolean }
  | ({ kind: 'incoming' } & ChatMessage)
  /** Written by staff on the linked phone itself. */
  | ({ kind: 'written' } & ChatMessage)
  | ({ kind: 'revoked'; messageId: string; isOwn: boolean } & Chat)
  | { kind: 'other' }
)

/** At least one of both is known. */
export type Chat = { phone: string | null; alias: string | null }

export type ChatKind = z.infer<typeof chatKind>

/** `messageId` is WhatsApp's own, `edits` that of the message whose text it changes. */
export type ChatMessage = Chat & {
  messageId: string
  edits: string | null
  /** The client's own name for themselves; null of what the phone wrote. */
  name: string | null
  at: string
  kindOfMessage: ChatKind
  text: string
  /** Of audio and video. */
  seconds: number | null
  /** `path` is for `readFile`, null where the gateway has not got the file. */
  file: { path: string | null; name: string | null } | null
}

/** Of a company's session. */
export type GatewaySetting = { name: string; webhookToken: string; hmacKey: string }

/** Whatever program implements it. All calls but `sendText` throw when they fail. */
export type Gateway = {
  listSessions(): Promise<GatewaySession[]>
  /** Where settings differ they are updated; a stopped one is started. */
  ensureSession(setting: GatewaySetting): Promise<void>
  /** Made where there is none. */
  restart(setting: GatewaySetting): Promise<void>
  /** At WhatsApp too where it is connected; the session starts again and shows a new QR. */
  logout(setting: GatewaySetting): Promise<void>
  /** PNG in base64, or null. */
  qr(name: string): Promise<string | null>
  /** Oldest first, without what left from here; nothing where the gateway keeps no messages. */
  listMessages(name: string, since: Date): Promise<(ChatMessage & { isOwn: boolean })[]>
  /** Fetched from WhatsApp where the gateway has it not; null for one that is gone, or has more than `most` bytes. */
  readFile(path: string, most: number): Promise<Buffer | null>
  /** Digits only; null where the gateway does not know it. */
  phoneOf(name: string, alias: string): Promise<string | null>
  /** And whether this server can work with it. */
  version(): Promise<{ text: string; isSupported: boolean }>
  /** For people. */
  explain(error: unknown): string
  sendText(message: { session: string; phone: string; text: string; id: string }): Promise<SendOutcome>
  /** The fake reaches no real phone; null while the gateway does not answer. Never throws. */
  isFake(): Promise<boolean | null>
}
