export const userTypes = ['admin', 'user', 'viewer'] as const
export type UserType = (typeof userTypes)[number]

export const permissions = [
  'clients',
  'receiving',
  'invoicing',
  'payments',
  'handovers',
  'conversations',
  'discounts',
  'weights',
  'imports',
  'exports',
] as const
export type Permission = (typeof permissions)[number]

export const permissionLabels: Record<Permission, string> = {
  clients: 'Clientes',
  receiving: 'Recepción y embarques',
  invoicing: 'Facturar',
  payments: 'Cobrar y caja',
  handovers: 'Entregar',
  conversations: 'Conversaciones',
  discounts: 'Descuentos',
  weights: 'Cambiar el peso ya recibido',
  imports: 'Importar',
  exports: 'Exportar',
}

/** `discountLimit` is in percent; null is no limit. */
export type Restrictions = { denials: readonly Permission[]; discountLimit: number | null }

export type Actor = Restrictions & { type: UserType; isOperator: boolean }

export const unrestricted: Restrictions = { denials: [], discountLimit: null }

type Grant = 'everyone' | 'staff' | 'admins' | 'operatorAdmins'

/** Which users have each right, and the permission whose denial removes it from a `user`. */
const matrix = {
  'clients.read': ['everyone'],
  'clients.write': ['staff', 'clients'],
  'clients.delete': ['admins'],
  'clients.merge': ['admins'],
  'tariffs.read': ['everyone'],
  'tariffs.write': ['staff', 'discounts'],
  'tariffs.delete': ['admins'],
  'packages.read': ['everyone'],
  'packages.write': ['staff', 'receiving'],
  /** Applies to packages that were received. */
  'weights.change': ['staff', 'weights'],
  'packages.delete': ['admins'],
  'invoices.read': ['everyone'],
  'invoices.write': ['staff', 'invoicing'],
  'invoices.delete': ['admins'],
  'discounts.give': ['staff', 'discounts'],
  /** Applies to charges that another user added. */
  'charges.lower': ['staff', 'discounts'],
  'handovers.read': ['everyone'],
  'handovers.write': ['staff', 'handovers'],
  'handovers.undo': ['admins'],
  'dispatches.read': ['everyone'],
  'dispatches.write': ['staff', 'handovers'],
  'consignments.read': ['everyone'],
  'consignments.write': ['staff', 'receiving'],
  'consignments.close': ['admins'],
  /** The imported records also need their own right. */
  'imports.write': ['staff', 'imports'],
  'payments.write': ['staff', 'payments'],
  'payments.reverse': ['admins'],
  'credit.adjust': ['admins'],
  'cash.read': ['everyone'],
  'cash.write': ['staff', 'payments'],
  'cash.manage': ['admins'],
  'settings.read': ['everyone'],
  'settings.write': ['admins'],
  'users.manage': ['admins'],
  'templates.manage': ['admins'],
  'whatsapp.manage': ['admins'],
  'messages.read': ['everyone'],
  'messages.send': ['staff'],
  'conversations.answer': ['staff', 'conversations'],
  'messageQueue.read': ['admins'],
  /** Money needs permission from an admin, stored with the user. */
  'reports.read': ['everyone'],
  /** Limited to what the user may read. */
  'lists.export': ['everyone', 'exports'],
  'programs.manage': ['admins'],
  'audit.read': ['admins'],
  'company.export': ['admins'],
  'companies.manage': ['operatorAdmins'],
} as const satisfies Record<string, readonly [Grant, Permission?]>

export type Right = keyof typeof matrix

export const rights: readonly Right[] = Object.keys(matrix).filter((name): name is Right => Object.hasOwn(matrix, name))

function findEntry(right: Right): readonly [Grant?, Permission?] {
  return Object.hasOwn(matrix, right) ? matrix[right] : []
}

/** A lower tariff acts as a discount on every package, and a removed charge escapes the limit. */
const withoutLimit: readonly Right[] = ['tariffs.write', 'charges.lower']

/** Undefined if the right is not denied; only users of type `user` have denials. docs/product/permissions.md, "Permissions". */
export function findDenial({ type, denials, discountLimit }: Actor, right: Right): Permission | undefined {
  const [, permission] = findEntry(right)
  if (type !== 'user' || permission === undefined) return undefined
  if (withoutLimit.includes(right) && discountLimit !== null) return permission
  return denials.includes(permission) ? permission : undefined
}

/**
 * Never throws: an unknown type or right gets false. Only `companies.manage` reaches other companies.
 * docs/product/companies-and-users.md, "Rights".
 */
export function may(actor: Actor, right: Right): boolean {
  const [grant] = findEntry(right)
  if (findDenial(actor, right) !== undefined) return false
  switch (grant) {
    case 'everyone':
      return userTypes.includes(actor.type)
    case 'staff':
      return actor.type === 'user' || actor.type === 'admin'
    case 'admins':
      return actor.type === 'admin'
    case 'operatorAdmins':
      return actor.type === 'admin' && actor.isOperator
    default:
      return false
  }
}
