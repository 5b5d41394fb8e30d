/** What the values of the database are called on the screens. */
export const kindWords = { maritimo: 'Marítimo', aereo: 'Aéreo' }

export const invoiceWords = { pending: 'Pendiente', paid: 'Pagada', cancelled: 'Anulada' }

export const userTypeWords = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

export const activityWords = { active: 'Activo', inactive: 'Inactivo', suspended: 'Suspendido' }

export const consignmentWords = {
  open: 'Abierto',
  in_transit: 'En tránsito',
  received: 'Recibido',
  closed: 'Cerrado',
}

export const messageWords = {
  queued: 'En cola',
  sending: 'Enviando',
  sent: 'Enviado',
  delivered: 'Entregado',
  read: 'Leído',
  failed: 'Fallido',
  unknown: 'Desconocido',
  cancelled: 'Cancelado',
  expired: 'Vencido',
}

export const deedWords = { insert: 'Creó', update: 'Cambió', delete: 'Eliminó' }
