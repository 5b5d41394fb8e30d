import type { MessageState } from '@casillero/shared/contract/message-state'
import type { Generated, GeneratedAlways } from 'kysely'
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
  linked_at: Generated<Instant | null>
  error: Generated<string | null>
  qr: Generated<string | null>
  qr_at: GeneratedAlways<Instant | null>
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
  client_id: Fixed<string>
  template_id: Fixed<string>
  invoice_id: Fixed<string | null>
  phone: string
  body: Fixed<string>
  gateway_message_id: string
  state: Generated<MessageState>
  attempts: Generated<number>
  next_at: Generated<Instant>
  expires_at: Instant
  lease_until: Generated<Instant | null>
  to_stranger: Generated<boolean>
  first_contact_at: GeneratedAlways<Instant | null>
  error: string | null
  created_at: GeneratedAlways<Instant>
  updated_at: Generated<Instant>
  sent_at: Generated<Instant | null>
  confirmed_at: Generated<Instant | null>
  chat_alias: Generated<string | null>
}

type MessagePackages = { company_id: GeneratedAlways<string>; message_id: Fixed<string>; package_id: Fixed<string> }

type WebhookEvents = {
  company_id: GeneratedAlways<string>
  event_id: Fixed<string>
  received_at: GeneratedAlways<Instant>
}

/** The tables of what is told to clients. */
export type MessagingTables = {
  templates: Templates
  whatsapp_sessions: WhatsappSessions
  messages: Messages
  message_packages: MessagePackages
  webhook_events: WebhookEvents
}
