// Written by `npm run tables` from the migrated database.
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fixed, Instant } from './column-kinds.ts'

/** The tables that requests have a right on, as Kysely needs to know them. */
export type Tables = {
  access_tokens: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    user_id: ColumnType<string, string | undefined, never>
    name: Fixed<string>
    is_read_only: Fixed<boolean>
    token_hash: Buffer
    expires_at: Fixed<Instant>
    last_used_at: Fixed<Instant | null>
    ended_at: Instant | null
    created_at: GeneratedAlways<Instant>
  }
  announced_pickups: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: Fixed<string>
    casillero: Fixed<string>
    created_at: GeneratedAlways<Instant>
    counts_from: Fixed<Instant>
    expires_at: Fixed<Instant>
    finished_at: Instant | null
  }
  arrival_measures: {
    company_id: GeneratedAlways<string>
    days: Generated<unknown>
    measured_at: Generated<Instant>
    is_due: Generated<boolean>
  }
  arrival_windows: {
    company_id: GeneratedAlways<string | null>
    package_id: GeneratedAlways<string | null>
    from_on: GeneratedAlways<string | null>
    to_on: GeneratedAlways<string | null>
  }
  audit_entries: {
    company_id: GeneratedAlways<string>
    id: GeneratedAlways<string>
    at: GeneratedAlways<Instant>
    user_id: GeneratedAlways<string | null>
    user_name: GeneratedAlways<string>
    user_company: GeneratedAlways<string | null>
    target_company: GeneratedAlways<string | null>
    action: GeneratedAlways<'insert' | 'update' | 'delete'>
    entity: GeneratedAlways<string>
    entity_id: GeneratedAlways<string>
    label: GeneratedAlways<string>
    before: GeneratedAlways<Record<string, unknown> | null>
    after: GeneratedAlways<Record<string, unknown> | null>
  }
  auto_answers: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    key: 'arrival' | 'packages' | 'price' | 'debts' | 'address' | 'hours' | 'accounts' | 'tracking' | 'voucher' | 'closed'
    is_on: Generated<boolean>
    position: number
    words: string[] | null
    custom_content: string | null
    pages_origin: string
    created_at: GeneratedAlways<Instant>
    updated_at: Generated<Instant>
    version: GeneratedAlways<number>
  }
  bulk_status_changes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    user_id: GeneratedAlways<string>
    to_status_id: Fixed<string>
    created_at: GeneratedAlways<Instant>
    undo_until: Fixed<Instant>
    undone_at: Instant | null
  }
  cash_counts: {
    company_id: GeneratedAlways<string>
    session_id: Fixed<string>
    attempt: Fixed<number>
    currency_id: Fixed<string>
    amount: Fixed<number>
    counted_by: ColumnType<string, string | undefined, never>
    counted_at: ColumnType<Instant, Instant | undefined, never>
  }
  cash_drawers: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: string
    is_active: Generated<boolean>
    created_at: GeneratedAlways<Instant>
    version: GeneratedAlways<number>
  }
  cash_movements: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    session_id: Fixed<string>
    direction: Fixed<'in' | 'out'>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    amount: Fixed<number>
    reason: Fixed<string>
    counterpart_id: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
  }
  cash_session_balances: {
    company_id: GeneratedAlways<string>
    session_id: Fixed<string>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    opening: Fixed<number>
    cash: number | null
    change: number | null
    rounding: number | null
    put_in: number | null
    taken_out: number | null
    expected: number | null
    counted: number | null
    difference: number | null
  }
  cash_sessions: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_session_id: Fixed<number>
    drawer_id: Fixed<string>
    opened_by: ColumnType<string, string | undefined, never>
    opened_at: ColumnType<Instant, Instant | undefined, never>
    closed_by: string | null
    closed_at: Instant | null
    closing_note: string | null
    counted_at: Instant | null
  }
  charges: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: string
    charge_kind: 'per_package' | 'per_pound' | 'percent_of_value' | 'per_invoice' | 'free' | 'advance' | 'storage'
    price: number | null
    minimum: number | null
    is_per_hundred: Generated<boolean>
    is_automatic: Generated<boolean>
    shipping_method: 'maritimo' | 'aereo' | null
    tariff_ids: Generated<string[]>
    value_from: number | null
    asks_reason: Generated<boolean>
    is_active: Generated<boolean>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    free_days: number | null
    is_per_pound: Generated<boolean>
    maximum: number | null
    notice_days: number | null
  }
  chat_aliases: {
    company_id: GeneratedAlways<string>
    alias: Fixed<string>
    phone: string | null
    wants_none: Generated<boolean>
    asks: Generated<number>
    next_ask_at: Instant | null
    opt_out_text: string | null
  }
  client_credit_balances: {
    company_id: GeneratedAlways<string>
    client_id: GeneratedAlways<string>
    currency_id: GeneratedAlways<string>
    balance: GeneratedAlways<number>
  }
  client_credits: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: Fixed<string>
    kind: Fixed<'overpayment' | 'use' | 'void' | 'reversal' | 'adjustment'>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    amount: Fixed<number>
    invoice_id: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    reason: Fixed<string | null>
    collection_id: Fixed<string | null>
  }
  client_debts: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: Fixed<string>
    invoice_id: Fixed<string>
    collection_id: Fixed<string | null>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    amount: Fixed<number>
    pending_total: number
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
  }
  client_devices: {
    company_id: GeneratedAlways<string>
    id: GeneratedAlways<string>
    client_id: GeneratedAlways<string>
    casillero: GeneratedAlways<string>
    token_hash: GeneratedAlways<Buffer>
    name: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    last_used_at: GeneratedAlways<Instant>
    ended_at: ColumnType<Instant | null, never, Instant | null>
    ended_by: ColumnType<string | null, never, string | null>
    network: GeneratedAlways<string | null>
    link_by: GeneratedAlways<string | null>
  }
  client_ledger: {
    company_id: GeneratedAlways<string | null>
    client_id: GeneratedAlways<string | null>
    currency_id: GeneratedAlways<string | null>
    at: GeneratedAlways<Instant | null>
    step: GeneratedAlways<number | null>
    id: GeneratedAlways<string | null>
    kind: GeneratedAlways<string | null>
    invoice_id: GeneratedAlways<string | null>
    debit: GeneratedAlways<number | null>
    credit: GeneratedAlways<number | null>
  }
  client_links: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: Fixed<string>
    casillero: Fixed<string>
    token_hash: Buffer
    created_by: GeneratedAlways<string | null>
    created_at: GeneratedAlways<Instant>
    expires_at: Fixed<Instant>
    ended_at: Fixed<Instant | null>
    asked_from: Fixed<string | null>
    asked_as: ColumnType<'staff' | 'copy' | 'device' | 'network' | 'unknown', 'staff' | 'copy' | 'device' | 'network' | 'unknown' | undefined, never>
    code_hash: Fixed<Buffer | null>
  }
  client_pickers: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: string
    name: string
    cedula: string | null
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
  }
  clients: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    casillero: Fixed<string>
    first_name: string
    middle_name: string | null
    last_names: string
    phone: string
    email: string | null
    address: string | null
    city: string | null
    department: string | null
    default_tariff_maritimo_id: string | null
    default_tariff_aereo_id: string | null
    maritimo: GeneratedAlways<string>
    aereo: GeneratedAlways<string>
    sort_name: string
    search_text: string
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    messages_allowed: Generated<boolean>
    chat_known_at: Instant | null
    cedula: string | null
    updated_at: Instant | null
    merged_into_id: string | null
    former_casilleros: Generated<string[]>
    opt_out_text: string | null
    credit_limit: number | null
    second_phone: string | null
    second_phone_proven_at: Instant | null
    second_phone_code: string | null
    second_phone_code_until: Instant | null
    is_signed_up: Generated<boolean>
    held_at: Instant | null
  }
  collection_changes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    collection_id: Fixed<string>
    kind: Fixed<'cash' | 'credit'>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    amount: Fixed<number>
    converted_total: Fixed<number>
    handed: Fixed<number>
    rounding: Fixed<number>
    cash_session_id: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    reversed_by: string | null
    reversed_at: Instant | null
    reversal_reason: string | null
    is_counted: Generated<boolean>
    reversal_movement_id: string | null
    counts_on_no_day: ColumnType<boolean, boolean | undefined, never>
    shrinks_id: Fixed<string | null>
    reason: Fixed<string | null>
  }
  collection_payments: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    collection_id: Fixed<string>
    position: Fixed<number>
    method: Fixed<'cash' | 'card' | 'transfer' | 'check' | 'credit'>
    reference: Fixed<string | null>
    total: Fixed<number>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    cash_session_id: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    reversed_by: string | null
    reversed_at: Instant | null
    reversal_reason: string | null
    reversal_reference: string | null
    is_counted: Generated<boolean>
    reversal_movement_id: string | null
    counts_on_no_day: ColumnType<boolean, boolean | undefined, never>
  }
  collections: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_collection_id: Fixed<number>
    client_id: Fixed<string>
    client_first_name: Fixed<string>
    client_last_names: Fixed<string>
    client_casillero: Fixed<string>
    client_phone: Fixed<string>
    change_total: Fixed<number>
    change_currency_id: Fixed<string | null>
    change_currency_code: Fixed<string | null>
    change_currency_symbol: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    reversed_by: string | null
    reversed_at: Instant | null
    reversal_reason: string | null
    client_middle_name: Fixed<string | null>
  }
  companies: {
    id: GeneratedAlways<string>
    name: ColumnType<string, never, string>
    subdomain: GeneratedAlways<string>
    ruc: ColumnType<string | null, never, string | null>
    address: ColumnType<string | null, never, string | null>
    phone: ColumnType<string | null, never, string | null>
    email: ColumnType<string | null, never, string | null>
    logo_url: ColumnType<string | null, never, string | null>
    status: ColumnType<'active' | 'inactive' | 'suspended', never, 'active' | 'inactive' | 'suspended'>
    is_operator: GeneratedAlways<boolean>
    casillero_prefix: ColumnType<string | null, never, string | null>
    created_at: GeneratedAlways<Instant>
    version: GeneratedAlways<number>
    is_demo: GeneratedAlways<boolean>
    requires_cash_session: ColumnType<boolean, never, boolean>
    invoice_footer: ColumnType<string | null, never, string | null>
    requires_paid_handover: ColumnType<boolean, never, boolean>
    waiting_reminder_days: ColumnType<number | null, never, number | null>
    allows_cash_on_delivery: ColumnType<boolean, never, boolean>
    has_public_tracking: ColumnType<boolean, never, boolean>
    opening_hours: ColumnType<unknown, never, unknown>
    us_address: ColumnType<string | null, never, string | null>
    payment_accounts: ColumnType<unknown, never, unknown>
    prints_payment_accounts: ColumnType<boolean, never, boolean>
    has_prealert_notice: ColumnType<boolean, never, boolean>
    photo_days: ColumnType<number, never, number>
    second_step_of: ColumnType<'none' | 'admins' | 'all', never, 'none' | 'admins' | 'all'>
    pages_origin: GeneratedAlways<string | null>
    has_voucher_notice: ColumnType<boolean, never, boolean>
    has_public_tariffs: ColumnType<boolean, never, boolean>
    sign_up: ColumnType<'off' | 'approval' | 'automatic', never, 'off' | 'approval' | 'automatic'>
    terms: ColumnType<string | null, never, string | null>
  }
  company_counters: {
    company_id: GeneratedAlways<string>
    kind: Fixed<'client' | 'package' | 'invoice' | 'cash_session' | 'collection' | 'handover' | 'consignment' | 'dispatch'>
    last_number: Generated<number>
    live_count: Generated<number>
    unread_to: Generated<number>
  }
  consignment_bill_lines: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    consignment_id: Fixed<string>
    position: Fixed<number>
    code: Fixed<string>
    weight: Fixed<number>
    package_id: Fixed<string | null>
    is_repeated: Fixed<boolean>
    removed_at: Instant | null
  }
  consignment_changes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    consignment_id: Fixed<string>
    company_consignment_id: Fixed<number>
    deed: Fixed<'added' | 'taken_out' | 'lost'>
    packages: Fixed<string>
    made_by: ColumnType<string, string | undefined, never>
    made_at: ColumnType<Instant, Instant | undefined, never>
  }
  consignment_costs: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    consignment_id: string
    position: number
    concept: string
    price_per_pound: number | null
    amount: number
    currency_id: string
    currency_code: string
    currency_symbol: string
    rate_compra: number
    usd_amount: number
    removed_at: Instant | null
    version: GeneratedAlways<number>
  }
  consignment_packages: {
    company_id: GeneratedAlways<string>
    consignment_id: Fixed<string>
    package_id: Fixed<string>
    added_by: Generated<string>
    added_at: Generated<Instant>
    sent_weight: number | null
    arrival_weight: number | null
    is_extra: Generated<boolean>
    seen_by: string | null
    seen_at: Instant | null
    lost_by: string | null
    lost_at: Instant | null
    lost_reason: string | null
    is_weighed_for_good: Generated<boolean>
    removed_at: Instant | null
    company_package_id: Fixed<number>
  }
  consignment_scans: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    consignment_id: Fixed<string>
    code: Fixed<string>
    result: Fixed<'expected' | 'repeated' | 'other_shipment' | 'extra' | 'unknown'>
    package_id: Fixed<string | null>
    scanned_by: ColumnType<string, string | undefined, never>
    scanned_at: ColumnType<Instant, Instant | undefined, never>
  }
  consignments: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_consignment_id: number
    shipping_method: 'maritimo' | 'aereo'
    state: Generated<'open' | 'in_transit' | 'received' | 'closed'>
    guide: string | null
    carrier: string | null
    note: string | null
    departs_on: string | null
    expected_on: string | null
    arrived_on: string | null
    sent_status_id: string | null
    sent_by: string | null
    sent_at: Instant | null
    received_status_id: string | null
    received_by: string | null
    received_at: Instant | null
    billed_weight: number | null
    closed_by: string | null
    closed_at: Instant | null
    reopened_by: string | null
    reopened_at: Instant | null
    reopen_reason: string | null
    search_text: Generated<string>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    planned_status_id: string | null
    bill_name: string | null
  }
  conversation_messages: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    conversation_id: string
    gateway_message_id: string
    is_own: boolean
    kind: 'text' | 'picture' | 'document' | 'audio' | 'video' | 'sticker' | 'location' | 'contact' | 'other'
    body: string
    seconds: number | null
    file_name: string | null
    file_path: string | null
    file_state: 'fetching' | 'kept' | 'lost' | null
    file_id: string | null
    fetch_at: Instant | null
    written_at: Instant
    edited_at: Instant | null
    revoked_at: Instant | null
    search_text: string
    created_at: GeneratedAlways<Instant>
    waits_from: Generated<Instant | null>
    audio_path: string | null
  }
  conversation_notes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    conversation_id: Fixed<string>
    author_id: ColumnType<string, string | undefined, never>
    body: Fixed<string>
    search_text: Fixed<string>
    created_at: GeneratedAlways<Instant>
  }
  conversation_repliers: {
    company_id: GeneratedAlways<string>
    conversation_id: Fixed<string>
    user_id: GeneratedAlways<string>
    until: Instant
  }
  conversations: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    phone: string | null
    alias: string | null
    name: string | null
    client_id: string | null
    waiting_since: Instant | null
    waiting_count: Generated<number>
    last_kind: string
    last_text: string
    last_incoming_at: Instant
    answered_at: Instant | null
    attended_by: string | null
    attended_at: Instant | null
    search_text: string
    created_at: GeneratedAlways<Instant>
    version: GeneratedAlways<number>
    is_client_chosen: Generated<boolean>
    assigned_to: string | null
  }
  currencies: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    code: string
    name: string
    symbol: string
    rate_compra: number
    rate_venta: number
    is_default: Generated<boolean>
    search_text: Generated<string>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    cash_step: Generated<number>
  }
  currency_rate_changes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    currency_id: Fixed<string>
    user_name: Fixed<string>
    from_compra: Fixed<number>
    from_venta: Fixed<number>
    to_compra: Fixed<number>
    to_venta: Fixed<number>
    created_at: GeneratedAlways<Instant>
  }
  debt_payments: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    debt_id: Fixed<string>
    collection_payment_id: Fixed<string>
    total: Fixed<number>
    converted_total: Fixed<number>
    created_at: GeneratedAlways<Instant>
  }
  departures: {
    company_id: GeneratedAlways<string | null>
    session_id: GeneratedAlways<string | null>
    is_demo: GeneratedAlways<boolean | null>
    next_send_at: GeneratedAlways<Instant | null>
    known_least_ms: GeneratedAlways<number | null>
    known_most_ms: GeneratedAlways<number | null>
    first_least_ms: GeneratedAlways<number | null>
    first_most_ms: GeneratedAlways<number | null>
    lease_ms: GeneratedAlways<number | null>
    quiet_to_hour: GeneratedAlways<number | null>
    pause_reason: GeneratedAlways<string | null>
    is_paused: GeneratedAlways<boolean | null>
    is_quiet: GeneratedAlways<boolean | null>
    are_strangers_barred: GeneratedAlways<boolean | null>
    is_ceiling_reached: GeneratedAlways<boolean | null>
    message_id: GeneratedAlways<string | null>
    is_first: GeneratedAlways<boolean | null>
    is_asked: GeneratedAlways<boolean | null>
    is_cold_link: GeneratedAlways<boolean | null>
    may_leave: GeneratedAlways<boolean | null>
  }
  dispatch_receipts: {
    company_id: GeneratedAlways<string>
    dispatch_id: Fixed<string>
    content: Buffer | null
  }
  dispatch_shipments: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    dispatch_id: Fixed<string>
    position: Fixed<number>
    shipment_id: Fixed<string>
    to_collect: Fixed<number | null>
    undone_at: Instant | null
  }
  dispatches: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_dispatch_id: Fixed<number>
    carrier: Fixed<string>
    guide: Fixed<string | null>
    sent_on: Fixed<string>
    cost: Fixed<number | null>
    cost_currency_id: Fixed<string | null>
    note: Fixed<string | null>
    status_id: Fixed<string>
    bulk_change_id: Fixed<string | null>
    search_text: Fixed<string>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    undone_by: string | null
    undone_at: Instant | null
    version: GeneratedAlways<number>
    receipt_link: string | null
    receipt_set_by: string | null
    receipt_set_at: Instant | null
  }
  exports: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    list: Fixed<'packages' | 'clients' | 'invoices' | 'users' | 'tariffs' | 'messages' | 'audit' | 'shipments' | 'waiting' | 'handovers' | 'cash_sessions' | 'invoice_shipments' | 'dispatches' | 'report' | 'company'>
    format: Fixed<'xlsx' | 'csv' | 'zip'>
    criteria: Fixed<unknown>
    row_count: number | null
    outcome: 'done' | 'cancelled' | 'failed' | 'interrupted' | null
    created_at: GeneratedAlways<Instant>
  }
  handover_packages: {
    company_id: GeneratedAlways<string>
    handover_id: Fixed<string>
    position: Fixed<number>
    package_id: Fixed<string>
    company_package_id: Fixed<number>
    tracking: Fixed<string | null>
    description: Fixed<string | null>
    shipping_method: Fixed<'maritimo' | 'aereo'>
    weight: Fixed<number | null>
    invoice_id: Fixed<string | null>
    previous_status_id: Fixed<string | null>
    undone_at: Instant | null
  }
  handover_signatures: {
    company_id: GeneratedAlways<string>
    handover_id: Fixed<string>
    content: Fixed<Buffer>
  }
  handovers: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_handover_id: Fixed<number>
    client_id: Fixed<string>
    client_first_name: Fixed<string>
    client_last_names: Fixed<string>
    client_casillero: Fixed<string>
    client_phone: Fixed<string>
    status_id: Fixed<string>
    received_by_name: Fixed<string>
    received_by_cedula: Fixed<string | null>
    note: Fixed<string | null>
    reason: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    undone_by: string | null
    undone_at: Instant | null
    undo_reason: string | null
    version: GeneratedAlways<number>
    client_middle_name: Fixed<string | null>
  }
  idempotency_keys: {
    company_id: GeneratedAlways<string>
    key: Fixed<string>
    user_id: Generated<string>
    endpoint: Fixed<string>
    request_hash: Fixed<Buffer>
    response: ColumnType<unknown, never, string>
    created_at: GeneratedAlways<Instant>
  }
  import_files: {
    company_id: GeneratedAlways<string>
    import_id: Fixed<string>
    content: Buffer | null
  }
  import_layouts: {
    company_id: GeneratedAlways<string>
    kind: Fixed<'clients' | 'packages' | 'statuses' | 'tariffs' | 'charges' | 'prealerts'>
    headings: Fixed<string>
    mapping: unknown
    paired: Generated<unknown>
    readings: Generated<unknown>
  }
  import_rows: {
    company_id: GeneratedAlways<string>
    import_id: Fixed<string>
    row_number: Fixed<number>
    cells: unknown
    outcome: 'new' | 'updated' | 'same' | 'error' | null
    state: Generated<'waiting' | 'done' | 'refused' | 'undone' | 'kept'>
    shown: Generated<unknown>
    problems: Generated<unknown>
    plan: unknown
    target: string | null
    target_version: number | null
    before: unknown
    change: string | null
    done_at: Instant | null
    is_hidden: Generated<boolean>
    faults: unknown
  }
  imports: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    kind: 'clients' | 'packages' | 'statuses' | 'tariffs' | 'charges' | 'prealerts'
    file_name: string
    file_size: number
    is_csv: Generated<boolean>
    sheet_name: string | null
    row_count: number
    columns: unknown
    mapping: unknown
    status: Generated<'mapping' | 'preview' | 'running' | 'done' | 'undone' | 'failed'>
    is_undo: Generated<boolean>
    preview: string | null
    counts: Generated<unknown>
    result: Generated<unknown>
    all_or_nothing: Generated<boolean>
    notify: Generated<boolean>
    failure: string | null
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    run_by: string | null
    started_at: Instant | null
    ended_at: Instant | null
    first_number: number | null
    paired: Generated<unknown>
    sheets: Generated<unknown>
    fixed: Generated<unknown>
    hidden_rows: Generated<number>
    with_hidden: Generated<boolean>
    sum_rows: Generated<number>
  }
  invoice_changes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    invoice_id: Fixed<string>
    kind: Fixed<'cash' | 'credit'>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    amount: Fixed<number>
    converted_total: Fixed<number>
    handed: Fixed<number>
    rounding: Fixed<number>
    cash_session_id: Fixed<string | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    reversed_at: Instant | null
    reversed_by: string | null
    reversal_reason: string | null
    is_counted: Generated<boolean>
    reversal_movement_id: string | null
    tender: Fixed<string | null>
    counts_on_no_day: ColumnType<boolean, boolean | undefined, never>
    shrinks_id: Fixed<string | null>
    reason: Fixed<string | null>
  }
  invoice_charges: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    invoice_id: Fixed<string>
    position: Fixed<number>
    charge_id: Fixed<string>
    package_id: Fixed<string | null>
    name: Fixed<string>
    kind: Fixed<'per_package' | 'per_pound' | 'percent_of_value' | 'per_invoice' | 'free' | 'advance' | 'storage'>
    percentage: Fixed<number | null>
    declared_value: Fixed<number | null>
    quantity: Fixed<number>
    unit_price: Fixed<number>
    currency_id: Fixed<string | null>
    currency_code: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    total: Fixed<number>
    is_waived: ColumnType<boolean, boolean | undefined, never>
    waiver_reason: Fixed<string | null>
    days: Fixed<number | null>
    full_total: Fixed<number | null>
  }
  invoice_items: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    invoice_id: Fixed<string>
    position: Fixed<number>
    package_id: Fixed<string>
    company_package_id: Fixed<number>
    tracking: Fixed<string | null>
    description: Fixed<string | null>
    quantity: Fixed<number>
    unit_price: Fixed<number>
    discount_type: Fixed<'none' | 'percentage' | 'fixed_amount'>
    discount_value: Fixed<number>
    amount: Fixed<number>
    final_amount: Fixed<number>
    total: Fixed<number>
    voided_at: Instant | null
    list_price: Fixed<number | null>
    package_discount_type: Fixed<'none' | 'percentage' | 'fixed_amount' | null>
    package_discount_value: Fixed<number | null>
    weight: Fixed<number | null>
    length: Fixed<number | null>
    width: Fixed<number | null>
    height: Fixed<number | null>
    price_rules: Fixed<unknown>
    tariff_id: Fixed<string | null>
    shipping_method: Fixed<string | null>
  }
  invoice_links: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    invoice_id: Fixed<string>
    company_invoice_id: Fixed<number>
    token_hash: Buffer
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    revoked_by: string | null
    revoked_at: Instant | null
  }
  invoice_payments: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    invoice_id: Fixed<string>
    method: Fixed<'cash' | 'card' | 'transfer' | 'check' | 'credit'>
    reference: Fixed<string | null>
    total: Fixed<number>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    converted_total: Fixed<number>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    cash_session_id: Fixed<string | null>
    reversed_at: Instant | null
    reversed_by: string | null
    reversal_reason: string | null
    reversal_reference: string | null
    is_counted: Generated<boolean>
    reversal_movement_id: string | null
    collection_payment_id: Fixed<string | null>
    tender: Fixed<string | null>
    returned: number | null
    counts_on_no_day: ColumnType<boolean, boolean | undefined, never>
  }
  invoice_shipments: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    invoice_id: Fixed<string>
    shipping_method_id: Fixed<string | null>
    shipping_method_name: Fixed<string | null>
    type_delivery: Fixed<string | null>
    status: Generated<'pending_payment' | 'paid' | 'shipped'>
    shipping_price: Fixed<number>
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    converted_price: Fixed<number>
    date_shipped: GeneratedAlways<Instant | null>
    shipping_address: Fixed<string>
    shipping_city: Fixed<string | null>
    shipping_department: Fixed<string | null>
    comments: Fixed<string | null>
  }
  invoices: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_invoice_id: Fixed<number>
    client_id: Fixed<string>
    client_first_name: Fixed<string>
    client_last_names: Fixed<string>
    client_casillero: Fixed<string>
    client_phone: Fixed<string>
    status: 'pending' | 'paid' | 'cancelled'
    currency_id: Fixed<string>
    currency_code: Fixed<string>
    currency_name: Fixed<string>
    currency_symbol: Fixed<string>
    rate_compra: Fixed<number>
    rate_venta: Fixed<number>
    general_discount_type: Fixed<'none' | 'percentage' | 'fixed_amount'>
    general_discount_value: Fixed<number>
    subtotal: Fixed<number>
    shipping_total: Fixed<number>
    discount_total: Fixed<number>
    total_amount: Fixed<number>
    paid_total: number
    pending_total: number
    search_text: Fixed<string>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    voided_by: string | null
    voided_at: Instant | null
    version: GeneratedAlways<number>
    client_middle_name: Fixed<string | null>
    given_total: Generated<number>
    charges_total: ColumnType<number, number | undefined, never>
    advances_total: ColumnType<number, number | undefined, never>
  }
  late_packages: {
    company_id: GeneratedAlways<string | null>
    package_id: GeneratedAlways<string | null>
    from_on: GeneratedAlways<string | null>
    to_on: GeneratedAlways<string | null>
  }
  list_views: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    user_id: Generated<string>
    list: 'packages' | 'invoices' | 'clients' | 'messages' | 'audit' | 'tariffs' | 'invoice_shipments' | 'late_packages'
    name: string
    query: string
    is_shared: Generated<boolean>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
  }
  logos: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    hash: Fixed<string>
    content: Fixed<Buffer>
    created_at: GeneratedAlways<Instant>
  }
  message_packages: {
    company_id: GeneratedAlways<string>
    message_id: Fixed<string>
    package_id: Fixed<string>
    is_told: Generated<boolean>
    told_weight: number | null
    told_price: number | null
  }
  message_reactions: {
    company_id: GeneratedAlways<string>
    gateway_message_id: Fixed<string>
    is_own: Fixed<boolean>
    body: string
    reacted_at: Instant
  }
  messages: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    event_key: Fixed<string>
    client_id: Fixed<string | null>
    template_id: Fixed<string | null>
    invoice_id: Fixed<string | null>
    phone: string
    body: string
    gateway_message_id: string
    state: Generated<'queued' | 'sending' | 'sent' | 'delivered' | 'read' | 'failed' | 'unknown' | 'cancelled' | 'expired'>
    attempts: Generated<number>
    next_at: Generated<Instant>
    expires_at: Instant
    lease_until: Instant | null
    to_stranger: Generated<boolean>
    first_contact_at: ColumnType<Instant | null, never, null>
    error: string | null
    created_at: GeneratedAlways<Instant>
    updated_at: Generated<Instant>
    sent_at: Instant | null
    confirmed_at: Instant | null
    chat_alias: string | null
    occasion: Fixed<'status' | 'shipping' | 'correction' | 'invoice' | 'statement' | 'reminder' | 'waiting' | 'access' | 'prealert' | 'voucher_received' | 'voucher_accepted' | 'voucher_rejected' | 'welcome' | 'phone_added' | 'late' | 'reply' | 'answer' | null>
    status_id: Fixed<string | null>
    cancelled_by: string | null
    link: Fixed<string | null>
    held_at: Instant | null
    conversation_id: string | null
    author_id: string | null
    answer_rule: string | null
    unpriced_at: Instant | null
    search_text: string | null
    waited_seconds: number | null
    missed_at: Instant | null
    missed_by: string | null
    file_id: string | null
    early_receipts: unknown
  }
  open_debts: {
    company_id: GeneratedAlways<string | null>
    client_id: GeneratedAlways<string | null>
    currency_id: GeneratedAlways<string | null>
    created_at: GeneratedAlways<Instant | null>
    pending_total: GeneratedAlways<number | null>
    invoice_id: GeneratedAlways<string | null>
    debt_id: GeneratedAlways<string | null>
  }
  package_charges: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    package_id: string
    company_package_id: number
    charge_id: string
    amount: number | null
    currency_id: string | null
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
  }
  package_corrections: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    package_id: Fixed<string>
    client_id: Fixed<string | null>
    shipping_method: Fixed<string>
    pounds: Fixed<number>
    sign: Fixed<number>
    received_at: Fixed<Instant>
    created_at: GeneratedAlways<Instant>
  }
  package_photo_contents: {
    company_id: GeneratedAlways<string>
    photo_id: Fixed<string>
    content: Buffer | null
    small: Buffer | null
  }
  package_photos: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    package_id: Fixed<string>
    company_package_id: Fixed<number>
    caption: string | null
    weight: Fixed<number | null>
    weight_source: Fixed<'scale' | 'typed' | null>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    photo_link: Fixed<string | null>
  }
  package_promises: {
    company_id: GeneratedAlways<string>
    package_id: Fixed<string>
    first_method: 'maritimo' | 'aereo'
    first_from: string
    first_to: string
    said_at: Generated<Instant>
    shipping_method: 'maritimo' | 'aereo'
    stage: 'received' | 'left' | 'arrived'
    counted_from: string
    from_on: string | null
    to_on: string | null
    is_held: Generated<boolean>
    ready_on: string | null
    gone_on: string | null
    missed_days: number | null
  }
  package_status_changes: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    package_id: Fixed<string>
    from_status_id: Fixed<string | null>
    to_status_id: Fixed<string | null>
    from_name: Fixed<string | null>
    to_name: Fixed<string | null>
    user_id: GeneratedAlways<string | null>
    user_name: Fixed<string>
    comment: Fixed<string | null>
    created_at: GeneratedAlways<Instant>
    entry: GeneratedAlways<string>
    bulk_change_id: Fixed<string | null>
  }
  packages: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    company_package_id: Fixed<number>
    client_id: string | null
    tariff_id: string | null
    status_id: string | null
    shipping_method: 'maritimo' | 'aereo'
    tracking: string | null
    warehouse_tracking: string | null
    weight: number | null
    description: string | null
    contents: string | null
    provider: string | null
    client_package_name: string | null
    comments: string | null
    discount_type: Generated<'none' | 'percentage' | 'fixed_amount'>
    discount_value: Generated<number>
    should_notify_storage: Generated<boolean>
    price_per_pound: number | null
    final_price_per_pound: number | null
    total_price: number | null
    search_text: string
    client_search_text: Generated<string>
    created_at: GeneratedAlways<Instant>
    updated_at: Generated<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    label_code: Generated<string>
    weight_source: 'scale' | 'typed' | null
    status_since: Generated<Instant>
    former_status_since: Instant | null
    typed_tracking: string | null
    typed_warehouse_tracking: string | null
    length: number | null
    width: number | null
    height: number | null
    declared_value: number | null
    price_rules: unknown
    charged_quantity: number | null
    charged_price: number | null
  }
  prealerts: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: string
    tracking: string
    store: string | null
    description: string | null
    declared_value: number | null
    expected_on: string | null
    claim_note: string | null
    asked_at: Instant | null
    is_own: Generated<boolean>
    search_text: string
    created_at: GeneratedAlways<Instant>
    updated_at: Generated<Instant>
    cancelled_at: Instant | null
    version: GeneratedAlways<number>
    file_id: string | null
    rival_id: string | null
  }
  quick_replies: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: string
    short_word: string
    content: string
    order_position: number
    is_active: Generated<boolean>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
  }
  received_files: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: string | null
    kind: Fixed<'picture' | 'pdf' | 'audio'>
    name: Fixed<string | null>
    digest: Fixed<Buffer>
    content: Fixed<Buffer | null>
    bytes: Fixed<number>
    created_at: GeneratedAlways<Instant>
  }
  receptions: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    package_id: Fixed<string>
    package_version: Fixed<number>
    earlier: Fixed<unknown>
    consignment_id: Fixed<string | null>
    received_by: ColumnType<string, string | undefined, never>
    received_at: ColumnType<Instant, Instant | undefined, never>
    undone_by: string | null
    undone_at: Instant | null
  }
  shipping_methods: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: string
    is_active: Generated<boolean>
    is_default: Generated<boolean>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
  }
  signups: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    state: string
    first_name: string
    last_names: string
    email: string | null
    city: string | null
    phone: string | null
    phone_proven_at: Instant | null
    alias: string | null
    chat_code: string | null
    chat_code_until: Instant | null
    accepted_at: Instant | null
    token_hash: Buffer
    asked_from: string
    client_id: string | null
    reject_reason: string | null
    decided_by: string | null
    decided_at: Instant | null
    sort_name: string
    search_text: string
    created_at: GeneratedAlways<Instant>
    version: GeneratedAlways<number>
  }
  statuses: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: string
    is_final_status: Generated<boolean>
    order_position: number
    role: 'warehouse_us' | 'ready' | 'sent' | null
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    template_id: string | null
  }
  tariffs: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: string
    type: 'maritimo' | 'aereo'
    price_per_pound: number
    start_date: string | null
    end_date: string | null
    notes: string | null
    is_default: Generated<boolean>
    is_active: Generated<boolean>
    search_text: Generated<string>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    unit: Generated<'pound' | 'cubic_foot' | 'piece'>
    minimum_pounds: number | null
    round_up_to: number | null
    rounding_grace: number | null
    volumetric_divisor: number | null
    tiers: Generated<unknown>
    is_public: Generated<boolean>
  }
  templates: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    key: Fixed<string>
    title: Fixed<string>
    default_content: Fixed<string>
    custom_content: string | null
    expires_after: GeneratedAlways<unknown>
    position: Fixed<number>
    version: GeneratedAlways<number>
  }
  unbilled_packages: {
    company_id: GeneratedAlways<string | null>
    package_id: GeneratedAlways<string | null>
  }
  users: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    first_name: string
    last_name: string | null
    full_name: GeneratedAlways<string>
    email: string | null
    phone: string | null
    password_hash: string
    type: Generated<'admin' | 'user' | 'viewer'>
    status: Generated<'active' | 'inactive'>
    cedula: string | null
    search_text: Generated<string>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
    phone_key: string | null
    sees_money_reports: Generated<boolean>
    denials: Generated<string[]>
    discount_limit: number | null
  }
  vouchers: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    client_id: string
    casillero: string
    file_id: string
    source: 'page' | 'conversation'
    amount: number | null
    currency_id: string | null
    reference: string | null
    state: Generated<string>
    collection_id: string | null
    repeat_reason: string | null
    reject_reason: string | null
    decided_by: string | null
    decided_at: Instant | null
    created_at: GeneratedAlways<Instant>
    version: GeneratedAlways<number>
  }
  webhook_deliveries: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    webhook_id: Fixed<string>
    event: Fixed<string>
    body: Fixed<string>
    state: Generated<'queued' | 'sending' | 'delivered' | 'failed'>
    attempts: Generated<number>
    next_at: Generated<Instant>
    queued_at: Generated<Instant>
    answer_status: number | null
    error: string | null
    created_at: GeneratedAlways<Instant>
    ended_at: Instant | null
  }
  webhook_events: {
    company_id: GeneratedAlways<string>
    event_id: Fixed<string>
    received_at: GeneratedAlways<Instant>
  }
  webhook_turns: {
    company_id: GeneratedAlways<string>
    webhook_id: Fixed<string>
    next_at: Generated<Instant>
    served_at: ColumnType<Instant, Instant | undefined, never>
    failures: Generated<number>
    failing_since: Instant | null
    last_error: string | null
  }
  webhooks: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    address: string
    events: string[]
    secret: string
    is_paused: Generated<boolean>
    created_at: GeneratedAlways<Instant>
    deleted_at: Instant | null
    version: GeneratedAlways<number>
  }
  whatsapp_sessions: {
    company_id: GeneratedAlways<string>
    id: ColumnType<string, string | undefined, never>
    name: Fixed<string>
    webhook_token: Fixed<string>
    hmac_key: Fixed<string>
    status: Generated<string>
    status_at: Instant | null
    linked_name: string | null
    linked_at: Instant | null
    error: string | null
    qr: string | null
    qr_at: Instant | null
    qr_wanted_until: Instant | null
    wanted: 'start' | 'restart' | 'logout' | null
    lease_until: GeneratedAlways<Instant | null>
    next_send_at: Generated<Instant>
    next_first_contact_at: Generated<Instant>
    paused_until: Generated<Instant>
    pause_reason: string | null
    pace: Generated<unknown>
    updated_at: Generated<Instant>
    linked_phone: string | null
    status_since: GeneratedAlways<Instant>
    failed_from: GeneratedAlways<string | null>
    is_unlinked: GeneratedAlways<boolean>
    problem: GeneratedAlways<string | null>
    tries: Generated<number>
    next_try_at: GeneratedAlways<Instant | null>
    begun_at: GeneratedAlways<Instant | null>
    quiet_from_hour: number | null
    quiet_to_hour: number | null
    known_least_ms: number | null
    known_most_ms: number | null
    first_least_ms: number | null
    first_most_ms: number | null
    first_contacts_per_day: number | null
    first_contacts_most: number | null
    lease_ms: number | null
    missed_since: Instant | null
    next_link_at: Generated<Instant>
    compared_at: Instant | null
    deaf_since: Instant | null
    known_for: string | null
  }
}
