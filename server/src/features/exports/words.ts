/** The words of the screens. */
export const unitWords = { pound: 'Libra', cubic_foot: 'Pie cúbico', piece: 'Pieza' }

export const kindWords = { maritimo: 'Marítimo', aereo: 'Aéreo' }

export const invoiceWords = { pending: 'Pendiente', paid: 'Pagada', cancelled: 'Cancelada' }

export const userTypeWords = { admin: 'Administrador', user: 'Usuario', viewer: 'Visualizador' }

export const activityWords = { active: 'Activo', inactive: 'Inactivo', suspended: 'Suspendido' }

export const consignmentWords = {
  open: 'Abierto',
  in_transit: 'En tránsito',
  received: 'Recibido',
  closed: 'Cerrado',
}

export const deedWords = { insert: 'Creó', update: 'Cambió', delete: 'Eliminó' }
