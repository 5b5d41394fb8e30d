/** A linked phone as the gateway tells of it. */
export type GatewaySession = { name: string; status: string; linkedName: string | null }

/**
 * What became of a send; `id` is what its acknowledgements will name, where that is not the id that was asked for. Only `sent` and `ambiguous` may have reached the phone; after `ambiguous` nothing but an
 * acknowledgement or a person decides.
 */
export type SendOutcome =
  | { kind: 'sent'; id: string | null }
  | { kind: 'ambiguous' }
  | { kind: 'down' | 'notReady' | 'transient' | 'refused'; reason: string }
  | { kind: 'paused'; reason: string; minutes: number; isFirstContactsOnly: boolean }

/**
 * What the gateway tells of its own accord; `id` is the same each time that it tells it. An alias is what WhatsApp calls a
 * chat by where it keeps the number to itself.
 */
export type GatewayEvent = { id: string } & (
  | { kind: 'status'; status: string; at: string; linkedName: string | null }
  /** Below 0 an error, 1 taken by the server, 2 by the phone, 3 read. */
  | { kind: 'acknowledgement'; messageId: string; level: number; alias: string | null }
  | { kind: 'incoming'; from: { phone: string } | { alias: string }; text: string }
  | { kind: 'other' }
)

/** The messaging gateway; another program could stand behind the same type. All but `sendText` throw when they fail. */
export type Gateway = {
  listSessions(): Promise<GatewaySession[]>
  /** Makes the session or gives it our settings, and starts it. */
  ensureSession(session: { name: string; webhookToken: string; hmacKey: string }): Promise<void>
  restart(name: string): Promise<void>
  /** Unlinks the phone; the session starts again and shows a new QR. */
  logout(name: string): Promise<void>
  /** The QR as PNG in base64, or null when there is none. */
  qr(name: string): Promise<string | null>
  sendText(message: { session: string; phone: string; text: string; id: string }): Promise<SendOutcome>
}
