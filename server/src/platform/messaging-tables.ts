import type { MessageState } from '@casillero/shared/contract/message-state'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fixed, Instant, Tenant, Versioned } from './column-kinds.ts'

type Templates = Tenant &
  Versioned & {
    key: Fixed<string>
    title: Fixed<string>
    default_content: Fixed<string>
    custom_content: string | null
    expires_after: GeneratedAlways<unknown>
    position: Fixed<number>
  }

type WhatsappSessions = Tenant & {
  name: Fixed<string>
  webhook_token: Fixed<string>
  hmac_key: Fixed<string>
  status: Generated<string>
  status_at: Generated<Instant | null>
  linked_name: Generated<string | null>
  linked_phone: Generated<string | null>
  linked_at: Generated<Instant | null>
  status_since: GeneratedAlways<Instant>
  failed_from: GeneratedAlways<string | null>
  is_unlinked: GeneratedAlways<boolean>
  problem: GeneratedAlways<string | null>
  tries: Generated<number>
  next_try_at: GeneratedAlways<Instant | null>
  error: Generated<string | null>
  qr: Generated<string | null>
  qr_at: Generated<Instant | null>
  qr_wanted_until: Generated<Instant | null>
  wanted: Generated<'start' | 'restart' | 'logout' | null>
  lease_until: GeneratedAlways<Instant | null>
  next_send_at: Generated<Instant>
  next_first_contact_at: Generated<Instant>
  paused_until: Generated<Instant>
  pause_reason: Generated<string | null>
  pace: Generated<unknown>
  updated_at: Generated<Instant>
}

type Messages = Tenant & {
  event_key: Fixed<string>
  /** What it tells of; null in rows of the version before. */
  occasion: Fixed<'status' | 'shipping' | 'correction' | null>
  status_id: Fixed<string | null>
  client_id: Fixed<string>
  template_id: Fixed<string>
  invoice_id: Fixed<string | null>
  phone: string
  /** While it waits its text of when it was written, from then on what was handed to the gateway. */
  body: string
  gateway_message_id: string
  state: Generated<MessageState>
  attempts: Generated<number>
  next_at: Generated<Instant>
  expires_at: Instant
  lease_until: Generated<Instant | null>
  to_stranger: Generated<boolean>
  first_contact_at: ColumnType<Instant | null, never, null>
  error: string | null
  created_at: GeneratedAlways<Instant>
  updated_at: Generated<Instant>
  sent_at: Generated<Instant | null>
  confirmed_at: Generated<Instant | null>
  chat_alias: Generated<string | null>
  cancelled_by: Generated<string | null>
}

type MessagePackages = {
  company_id: GeneratedAlways<string>
  message_id: Fixed<string>
  package_id: Fixed<string>
  /** False once the package has left a message that waited. */
  is_told: Generated<boolean>
  /** What the body says of the package: what the client was told, once the message has left. */
  told_weight: Generated<number | null>
  told_price: Generated<number | null>
}

type WebhookEvents = {
  company_id: GeneratedAlways<string>
  event_id: Fixed<string>
  received_at: GeneratedAlways<Instant>
}

type ChatAliases = {
  company_id: GeneratedAlways<string>
  alias: Fixed<string>
  phone: string | null
  wants_none: Generated<boolean>
  next_ask_at: Instant | null
}

/** The tables of what is told to clients. */
export type MessagingTables = {
  templates: Templates
  whatsapp_sessions: WhatsappSessions
  messages: Messages
  message_packages: MessagePackages
  webhook_events: WebhookEvents
  chat_aliases: ChatAliases
}
