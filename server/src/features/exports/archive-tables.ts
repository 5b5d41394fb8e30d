import { archivedLogs } from './archive-logs.ts'
import { archivedMoney } from './archive-money.ts'
import type { ArchiveTable } from './archive-table.ts'
import { archivedWork } from './archive-work.ts'

/** What of each table the file of a company holds. docs/product/exports.md, "Everything of the company". */
export const archiveTables: Readonly<Record<string, ArchiveTable>> = {
  ...archivedWork,
  ...archivedMoney,
  ...archivedLogs,
}

/** The tables that it leaves out, and why. */
export const leftOutTables: Readonly<Record<string, string>> = {
  address_failures: 'belongs to no company',
  token_calls: 'how many calls a token has left',
  applied_sql: 'belongs to no company',
  bulk_status_changes: 'matters for ten seconds; the history of the packages has the changes',
  chat_aliases: 'names by which WhatsApp hides numbers',
  client_credit_balances: 'is the sum of the credits',
  company_counters: 'is counted from the rows',
  gateway_turns: 'belongs to no company',
  idempotency_keys: 'matters for the repetition of a call',
  import_layouts: 'remembers how files looked',
  import_rows: 'is swept; what was written of them is in its own table',
  installation_pace: 'belongs to no company',
  invoice_links: 'is the key to an invoice',
  known_origins: 'is for the guard of sign-ins',
  package_search_texts: 'is made of the packages and their owners',
  schema_migrations: 'belongs to no company',
  sessions: 'is the key to an account',
  sign_in_failures: 'is for the guard of sign-ins',
  sign_in_tries: 'is for the guard of sign-ins',
  webhook_deliveries: 'is swept; what it says stands in the tables it is about',
  webhook_events: 'is for the repetition of an event',
  webhook_turns: 'matters for the next call',
  whatsapp_sessions: 'holds the keys of the gateway',
}

/** The columns that it leaves out of the tables it has: secrets, and what the server makes of other columns to find rows. */
export const leftOutColumns: readonly string[] = [
  'company_id',
  'version',
  'search_text',
  'client_search_text',
  'sort_name',
  'maritimo',
  'aereo',
  'entry',
  'password_hash',
  'token_hash',
  'secret',
  'phone_key',
  'chat_known_at',
  'chat_alias',
  'event_key',
  'preview',
  'link',
  'lease_until',
  'gateway_message_id',
  'is_counted',
  'logo_url',
  'is_operator',
  'is_demo',
]
