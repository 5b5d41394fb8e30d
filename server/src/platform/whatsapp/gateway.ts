import type { chatKind } from '@casillero/shared/contract/conversations'
import type * as z from 'zod/mini'

/** The phone that a session is linked to: its name, else its number, and the number's digits. */
export type LinkedPhone = { linkedName: string | null; linkedPhone: string | null }

/** A session as the gateway reports it; until `barredUntil` WhatsApp lets it write to no new contact. */
export type GatewaySession = LinkedPhone & { name: string; status: string; barredUntil: string | null }

/**
 * The outcome of a send; `id` is the one that its acknowledgements will name, where that is not the requested one. Only `sent`
 * and `ambiguous` may have reached the phone; after `ambiguous` nothing but an acknowledgement or a user decides.
 */
export type SendOutcome =
  | { kind: 'sent'; id: string | null }
  | { kind: 'ambiguous' }
  | { kind: 'down' | 'notReady' | 'transient' | 'refused'; reason: string }
  | { kind: 'paused'; reason: string; minutes: number; isFirstContactsOnly: boolean }

/**
 * An event of the gateway; `id` stays the same when the event is delivered again. An alias is WhatsApp's name for a chat whose
 * number it hides.
 */
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

/** The chat with a number: at least one of `phone` and `alias` is known. */
export type Chat = { phone: string | null; alias: string | null }

export type ChatKind = z.infer<typeof chatKind>

/** A message in a chat; `messageId` is WhatsApp's own, and `edits` that of the message whose text it changes. */
export type ChatMessage = Chat & {
  messageId: string
  edits: string | null
  /** The name that the client gave themselves; null of what the phone wrote. */
  name: string | null
  at: string
  kindOfMessage: ChatKind
  text: string
  /** Of audio and video. */
  seconds: number | null
  /** A picture or a document; `path` says to `readFile` where it is, null where the gateway has not got the file. */
  file: { path: string | null; name: string | null } | null
}

/** The settings with which the gateway keeps a company's session. */
export type GatewaySetting = { name: string; webhookToken: string; hmacKey: string }

/** The messaging gateway, whatever program implements it. All calls but `sendText` throw when they fail. */
export type Gateway = {
  listSessions(): Promise<GatewaySession[]>
  /** Makes the session, or updates its settings where they differ, and starts it where it is stopped. */
  ensureSession(setting: GatewaySetting): Promise<void>
  /** Reconnects the session under these settings; makes it where there is none. */
  restart(setting: GatewaySetting): Promise<void>
  /** Unlinks the phone, at WhatsApp too where it is connected; the session starts again and shows a new QR. */
  logout(setting: GatewaySetting): Promise<void>
  /** The QR as PNG in base64, or null when there is none. */
  qr(name: string): Promise<string | null>
  /**
   * Lists the messages in the company's chats since an instant, oldest first, without what left from here; nothing where the gateway
   * keeps no messages.
   */
  listMessages(name: string, since: Date): Promise<(ChatMessage & { isOwn: boolean })[]>
  /**
   * A file of a message by its path, which the gateway fetches from WhatsApp where it has it not or no more; null for one that is gone,
   * or has more than `most` bytes.
   */
  readFile(path: string, most: number): Promise<Buffer | null>
  /** The number behind an alias, digits only; null where the gateway does not know it. */
  phoneOf(name: string, alias: string): Promise<string | null>
  /** The gateway's own version, and whether this server can work with it. */
  version(): Promise<{ text: string; isSupported: boolean }>
  /** Says in a sentence for people why a call failed. */
  explain(error: unknown): string
  sendText(message: { session: string; phone: string; text: string; id: string }): Promise<SendOutcome>
  /** Says whether the gateway is the fake, which reaches no real phone; null while it does not answer. Never throws. */
  isFake(): Promise<boolean | null>
}
