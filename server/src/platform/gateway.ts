/** A linked phone as the gateway tells of it. */
export type GatewaySession = { name: string; status: string; linkedName: string | null }

/**
 * What became of a send. Only `sent` and `ambiguous` may have reached the phone; after `ambiguous` nothing but an
 * acknowledgement or a person decides.
 */
export type SendOutcome =
  | { kind: 'sent' | 'ambiguous' }
  | { kind: 'down' | 'notReady' | 'transient' | 'refused'; reason: string }
  | { kind: 'paused'; reason: string; minutes: number; isFirstContactsOnly: boolean }

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
