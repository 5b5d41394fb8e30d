import type { Status } from '@casillero/shared/contract/statuses'

type Role = NonNullable<Status['role']>

const roles: Record<Role, { label: string; effect: string }> = {
  warehouse_us: { label: 'Bodega en EE. UU.', effect: 'Los paquetes nuevos empiezan en este estado.' },
  ready: { label: 'Listo para retirar', effect: 'Los paquetes en este estado se pueden facturar.' },
  sent: { label: 'Enviado a domicilio', effect: 'Los envíos que se despachan pasan a este estado.' },
}

export const roleLabel = (role: Status['role']): string => (role === null ? '—' : roles[role].label)

/** Describes the role's effect, which does not depend on the status's name. */
export const roleEffect = (role: Status['role'] | '' | undefined): string =>
  role ? roles[role].effect : 'El sistema no hace nada especial con este estado.'

export const roleOptions = [
  { value: '', label: 'Sin función' },
  { value: 'warehouse_us', label: roles.warehouse_us.label },
  { value: 'ready', label: roles.ready.label },
  { value: 'sent', label: roles.sent.label },
]
