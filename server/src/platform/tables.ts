import type { ShippingKind } from '@casillero/shared/contract/tariffs'
import type { DiscountType } from '@casillero/shared/domain/discount'
import type { UserType } from '@casillero/shared/domain/permissions'
import type { ColumnType, Generated, GeneratedAlways } from 'kysely'
import type { Fixed, Instant, Tenant, Versioned } from './column-kinds.ts'
import type { MessagingTables } from './messaging-tables.ts'

type Companies = Versioned & {
  id: GeneratedAlways<string>
  name: string
  subdomain: Fixed<string>
  ruc: string | null
  address: string | null
  phone: string | null
  email: string | null
  logo_url: string | null
  status: 'active' | 'inactive' | 'suspended'
  is_operator: Fixed<boolean>
  /** Seeded: its clients are invented, and nothing of it goes to real phones. */
  is_demo: GeneratedAlways<boolean>
  casillero_prefix: string | null
  created_at: GeneratedAlways<Instant>
}

type CompanyCounters = {
  company_id: GeneratedAlways<string>
  kind: Fixed<'client' | 'package' | 'invoice'>
  last_number: number
  live_count: number
}

type Users = Tenant &
  Versioned & {
    first_name: string
    last_name: string | null
    full_name: GeneratedAlways<string>
    email: string | null
    phone: string | null
    password_hash: string
    type: UserType
    status: Generated<'active' | 'inactive'>
    cedula: string | null
    search_text: string
    created_at: GeneratedAlways<Instant>
    deleted_at: Generated<Instant | null>
  }

type IdempotencyKeys = {
  company_id: GeneratedAlways<string>
  key: Fixed<string>
  user_id: Generated<string>
  endpoint: Fixed<string>
  request_hash: Fixed<Buffer>
  response: ColumnType<unknown, never, string>
  created_at: GeneratedAlways<Instant>
}

type Statuses = Tenant &
  Versioned & {
    name: string
    is_final_status: boolean
    order_position: number
    role: 'warehouse_us' | 'ready' | null
    template_id: string | null
    deleted_at: Generated<Instant | null>
  }

type Currencies = Tenant &
  Versioned & {
    code: string
    name: string
    symbol: string
    rate_compra: number
    rate_venta: number
    is_default: boolean
    search_text: string
    deleted_at: Generated<Instant | null>
  }

type ShippingMethods = Tenant &
  Versioned & {
    name: string
    is_active: boolean
    is_default: boolean
    deleted_at: Generated<Instant | null>
  }

type Tariffs = Tenant &
  Versioned & {
    name: string
    type: ShippingKind
    price_per_pound: number
    start_date: string | null
    end_date: string | null
    notes: string | null
    is_default: boolean
    is_active: boolean
    search_text: string
    created_at: GeneratedAlways<Instant>
    deleted_at: Generated<Instant | null>
  }

type Clients = Tenant &
  Versioned & {
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
    messages_allowed: Generated<boolean>
    chat_known_at: Generated<Instant | null>
    sort_name: string
    search_text: string
    created_at: GeneratedAlways<Instant>
    deleted_at: Generated<Instant | null>
  }

type Packages = Tenant &
  Versioned & {
    company_package_id: Fixed<number>
    client_id: string | null
    tariff_id: string | null
    status_id: string | null
    shipping_method: ShippingKind
    tracking: string | null
    warehouse_tracking: string | null
    weight: number | null
    description: string | null
    contents: string | null
    provider: string | null
    client_package_name: string | null
    comments: string | null
    discount_type: DiscountType
    discount_value: number
    should_notify_storage: boolean
    price_per_pound: number | null
    final_price_per_pound: number | null
    total_price: number | null
    search_text: string
    client_search_text: string
    created_at: GeneratedAlways<Instant>
    updated_at: Generated<Instant>
    deleted_at: Generated<Instant | null>
  }

type PackageStatusChanges = Tenant & {
  package_id: Fixed<string>
  from_status_id: Fixed<string | null>
  to_status_id: Fixed<string | null>
  from_name: Fixed<string | null>
  to_name: Fixed<string | null>
  user_id: GeneratedAlways<string | null>
  user_name: Fixed<string>
  comment: Fixed<string | null>
  bulk_change_id: ColumnType<string | null, string | null | undefined, never>
  created_at: GeneratedAlways<Instant>
  entry: GeneratedAlways<string>
}

type BulkStatusChanges = Tenant & {
  user_id: GeneratedAlways<string>
  to_status_id: Fixed<string>
  created_at: GeneratedAlways<Instant>
  undo_until: Fixed<Instant>
  undone_at: Generated<Instant | null>
}

/** A currency as it was when the row was written. */
type CurrencySnapshot = {
  currency_id: Fixed<string>
  currency_code: Fixed<string>
  currency_name: Fixed<string>
  currency_symbol: Fixed<string>
  rate_compra: Fixed<number>
  rate_venta: Fixed<number>
}

type Invoices = Tenant &
  Versioned &
  CurrencySnapshot & {
    company_invoice_id: Fixed<number>
    client_id: Fixed<string>
    client_first_name: Fixed<string>
    client_last_names: Fixed<string>
    client_casillero: Fixed<string>
    client_phone: Fixed<string>
    status: 'pending' | 'paid' | 'cancelled'
    general_discount_type: Fixed<DiscountType>
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
    voided_by: Generated<string | null>
    voided_at: Generated<Instant | null>
  }

type InvoiceItems = Tenant & {
  invoice_id: Fixed<string>
  position: Fixed<number>
  package_id: Fixed<string>
  company_package_id: Fixed<number>
  tracking: Fixed<string | null>
  description: Fixed<string | null>
  quantity: Fixed<number>
  unit_price: Fixed<number>
  list_price: Fixed<number | null>
  package_discount_type: Fixed<DiscountType | null>
  package_discount_value: Fixed<number | null>
  discount_type: Fixed<DiscountType>
  discount_value: Fixed<number>
  amount: Fixed<number>
  final_amount: Fixed<number>
  total: Fixed<number>
  voided_at: Generated<Instant | null>
}

type InvoiceShipments = Tenant &
  CurrencySnapshot & {
    invoice_id: Fixed<string>
    shipping_method_id: Fixed<string | null>
    shipping_method_name: Fixed<string | null>
    type_delivery: Generated<string | null>
    status: Generated<'pending_payment' | 'paid' | 'shipped'>
    shipping_price: Fixed<number>
    converted_price: Fixed<number>
    date_shipped: GeneratedAlways<Instant | null>
    shipping_address: Fixed<string>
    shipping_city: Fixed<string | null>
    shipping_department: Fixed<string | null>
    comments: Fixed<string | null>
  }

type InvoicePayments = Tenant &
  CurrencySnapshot & {
    invoice_id: Fixed<string>
    method: Fixed<'cash' | 'card' | 'transfer' | 'check'>
    reference: Fixed<string | null>
    total: Fixed<number>
    converted_total: Fixed<number>
    created_by: GeneratedAlways<string>
    created_at: GeneratedAlways<Instant>
  }

type Logos = Tenant & { hash: Fixed<string>; content: Fixed<Buffer>; created_at: GeneratedAlways<Instant> }

type CurrencyRateChanges = Tenant & {
  currency_id: Fixed<string>
  user_name: Fixed<string>
  from_compra: Fixed<number>
  from_venta: Fixed<number>
  to_compra: Fixed<number>
  to_venta: Fixed<number>
  created_at: GeneratedAlways<Instant>
}

/** Written by the database's own triggers alone. */
type AuditEntries = {
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

/** What the migrations made, as Kysely needs to know it. */
export type Tables = MessagingTables & {
  companies: Companies
  company_counters: CompanyCounters
  users: Users
  idempotency_keys: IdempotencyKeys
  statuses: Statuses
  currencies: Currencies
  shipping_methods: ShippingMethods
  tariffs: Tariffs
  clients: Clients
  packages: Packages
  package_status_changes: PackageStatusChanges
  bulk_status_changes: BulkStatusChanges
  invoices: Invoices
  invoice_items: InvoiceItems
  invoice_shipments: InvoiceShipments
  invoice_payments: InvoicePayments
  logos: Logos
  currency_rate_changes: CurrencyRateChanges
  audit_entries: AuditEntries
}
