/** The tables whose writes stand in the log. docs/product/audit.md, "What is written". */
export const auditedEntities = [
  'companies',
  'users',
  'sessions',
  'statuses',
  'currencies',
  'shipping_methods',
  'tariffs',
  'clients',
  'packages',
  'invoices',
  'invoice_payments',
  'cash_drawers',
  'cash_sessions',
  'cash_movements',
  'client_credits',
  'templates',
  'messages',
  'whatsapp_sessions',
] as const
export type AuditedEntity = (typeof auditedEntities)[number]

/** How people call them in the log: one of them, with its article, and all. */
export const auditedNames: Record<AuditedEntity, { one: string; many: string }> = {
  companies: { one: 'la empresa', many: 'Empresas' },
  users: { one: 'el usuario', many: 'Usuarios' },
  sessions: { one: 'la sesión de', many: 'Sesiones' },
  statuses: { one: 'el estado', many: 'Estados' },
  currencies: { one: 'la moneda', many: 'Monedas' },
  shipping_methods: { one: 'el método de envío', many: 'Métodos de envío' },
  tariffs: { one: 'la tarifa', many: 'Tarifas' },
  clients: { one: 'el cliente', many: 'Clientes' },
  packages: { one: 'el paquete', many: 'Paquetes' },
  invoices: { one: 'la factura', many: 'Facturas' },
  invoice_payments: { one: 'el pago', many: 'Pagos' },
  cash_drawers: { one: 'la caja', many: 'Cajas' },
  cash_sessions: { one: 'el turno', many: 'Turnos de caja' },
  cash_movements: { one: 'el movimiento de caja de', many: 'Movimientos de caja' },
  client_credits: { one: 'el saldo a favor de', many: 'Saldos a favor' },
  templates: { one: 'la plantilla', many: 'Plantillas' },
  messages: { one: 'el mensaje', many: 'Mensajes' },
  whatsapp_sessions: { one: 'la conexión de WhatsApp', many: 'Conexión de WhatsApp' },
}
