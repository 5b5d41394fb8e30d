/** `company` exports everything. docs/product/exports.md, "Exportar". */
export const exportedLists = [
  'packages',
  'clients',
  'invoices',
  'users',
  'tariffs',
  'messages',
  'audit',
  'shipments',
  'waiting',
  'handovers',
  'cash_sessions',
  'invoice_shipments',
  'dispatches',
  'report',
  'company',
] as const
export type ExportedList = (typeof exportedLists)[number]

export const exportedNames: Record<ExportedList, { label: string; file: string }> = {
  packages: { label: 'Paquetes', file: 'paquetes' },
  clients: { label: 'Clientes', file: 'clientes' },
  invoices: { label: 'Facturas', file: 'facturas' },
  users: { label: 'Usuarios', file: 'usuarios' },
  tariffs: { label: 'Tarifas', file: 'tarifas' },
  messages: { label: 'Mensajes', file: 'mensajes' },
  audit: { label: 'Bitácora', file: 'bitacora' },
  shipments: { label: 'Embarques', file: 'embarques' },
  waiting: { label: 'Por retirar', file: 'por-retirar' },
  handovers: { label: 'Entregas', file: 'entregas' },
  cash_sessions: { label: 'Turnos de caja', file: 'turnos' },
  invoice_shipments: { label: 'Envíos', file: 'envios' },
  dispatches: { label: 'Despachos', file: 'despachos' },
  report: { label: 'Reporte', file: 'reporte' },
  company: { label: 'Todos los datos', file: 'empresa' },
}
