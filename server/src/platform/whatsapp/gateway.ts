import type { chatKind } from '@casillero/shared/contract/conversations'
import type * as z from 'zod/mini'

export type LinkedPhone = { linkedName: string | null; linkedPhone: string | null }

/** Until `barredUntil` WhatsApp allows no new contacts. */
export type GatewaySession = LinkedPhone & { name: string; status: string; barredUntil: string | null }

/** `id` is what acknowledgements will name, if not the requested one. Only `sent` and `ambiguous` may have reached the phone. */
export type SendOutcome =
  | { kind: 'sent'; id: string | null }
  | { kind: 'ambiguous' }
  | { kind: 'down' | 'notReady' | 'transient' | 'refused'; reason: string }
  | { kind: 'paused'; reason: string; minutes: number; isFirstContactsOnly: boolean }

/** A repeated delivery keeps its `id`. An alias is WhatsApp's name for a chat whose number it hides. */
export type GatewayEvent = { id: string } & (
  | ({ kind: 'status'; status: string; at: string } & LinkedPhone)
  /** `level`: below 0 an error, 1 taken by the server, 2 by the phone, 3 read. */
  | { kind: 'acknowledgement'; messageId: string; level: number; alias: string | null; isBarred: boolean }
  | ({ kind: 'incoming' } & ChatMessage)
  /** Written by staff on the linked phone itself. */
  | ({ kind: 'written' } & ChatMessage)
  | ({ kind: 'revoked'; messageId: string; isOwn: boolean } & Chat)
  /** To the message of that id; an empty text takes it back. */
  | { kind: 'reaction'; messageId: string; isOwn: boolean; text: string; at: string }
  | { kind: 'other' }
)

/** At least one of them is known. */
export type Chat = { phone: string | null; alias: string | null }

export type ChatKind = z.infer<typeof chatKind>

/** `messageId` is WhatsApp's; `edits` is the id of the message whose text it changes. */
export type ChatMessage = Chat & {
  messageId: string
  edits: string | null
  /** The client's own name; null for messages of the phone. */
  name: string | null
  at: string
  kindOfMessage: ChatKind
  text: string
  /** Length of audio and video. */
  seconds: number | null
  /** `path` is for `readFile`; null if the gateway lacks the file. Audio is read on demand. */
  file: { path: string | null; name: string | null } | null
}

/**
 * Oldest first, without messages sent from here; empty if the gateway keeps none. `failure` is there if some could not be read; `isOver`
 * if none behind them was tried either.
 */
export type ReadMessages = {
  messages: (ChatMessage & { isOwn: boolean })[]
  failure?: { error: unknown; isOver: boolean } | undefined
}

/** Settings of a company's session. */
export type GatewaySetting = { name: string; webhookToken: string; hmacKey: string }

type Leaving = { session: string; phone: string; text: string; id: string }

export type SentFile = { mimetype: 'image/jpeg' | 'application/pdf'; name: string; content: Buffer }

/** Independent of the program behind it. All calls but `sendText` and `sendFile` throw when they fail. */
export type Gateway = {
  listSessions(): Promise<GatewaySession[]>
  /** Updates settings that differ, and starts a stopped session. */
  ensureSession(setting: GatewaySetting): Promise<void>
  /** Creates a missing session. */
  restart(setting: GatewaySetting): Promise<void>
  /** Also logs out at WhatsApp if connected; the session restarts and shows a new QR. */
  logout(setting: GatewaySetting): Promise<void>
  /** A PNG in base64, or null. */
  qr(name: string): Promise<string | null>
  /** Never throws for what the gateway fails to list. */
  listMessages(name: string, since: Date): Promise<ReadMessages>
  /** Fetches the file from WhatsApp if the gateway lacks it; null if it is gone, or exceeds `most` bytes. */
  readFile(path: string, most: number): Promise<Buffer | null>
  /** Digits only; null if unknown to the gateway. */
  phoneOf(name: string, alias: string): Promise<string | null>
  /** `isSupported`: this server can work with it. */
  version(): Promise<{ text: string; isSupported: boolean }>
  /** Returns a sentence for people. */
  explain(error: unknown): string
  sendText(message: Leaving): Promise<SendOutcome>
  /** The text is the caption; the gateway chooses the id, which the outcome has. */
  sendFile(message: Leaving & { file: SentFile }): Promise<SendOutcome>
  /** A fake reaches no real phone; null while the gateway does not answer. Never throws. */
  isFake(): Promise<boolean | null>
}
