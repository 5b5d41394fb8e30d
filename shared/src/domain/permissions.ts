/** The types of users, from the one with every right down to the reader. */
export const userTypes = ['admin', 'user', 'viewer'] as const
export type UserType = (typeof userTypes)[number]

/** The permissions that an admin can take from a user of type `user`. */
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

/** Their names on the screens and in a refusal. */
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

/** The restrictions of a user: the permissions that an admin took, and the largest discount in percent; null is no limit. */
export type Restrictions = { denials: readonly Permission[]; discountLimit: number | null }

/** The user whose rights are checked: their type, whether their company carries `is_operator`, and their restrictions. */
export type Actor = Restrictions & { type: UserType; isOperator: boolean }

/** The restrictions of a user from whom nothing was taken. */
export const unrestricted: Restrictions = { denials: [], discountLimit: null }

type Grant = 'everyone' | 'staff' | 'admins' | 'operatorAdmins'

/** Each right with the users who have it, and the permission with which a user of type `user` loses it. */
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
  /** To change the weight or the measures of a package that was received. */
  'weights.change': ['staff', 'weights'],
  'packages.delete': ['admins'],
  'invoices.read': ['everyone'],
  'invoices.write': ['staff', 'invoicing'],
  'invoices.delete': ['admins'],
  'discounts.give': ['staff', 'discounts'],
  /** To take off or lower a charge that another user put on a package. */
  'charges.lower': ['staff', 'discounts'],
  'handovers.read': ['everyone'],
  'handovers.write': ['staff', 'handovers'],
  'handovers.undo': ['admins'],
  'dispatches.read': ['everyone'],
  'dispatches.write': ['staff', 'handovers'],
  'consignments.read': ['everyone'],
  'consignments.write': ['staff', 'receiving'],
  'consignments.close': ['admins'],
  /** To bring in a file; of what, the right to write it decides. */
  'imports.write': ['staff', 'imports'],
  /** To take money: payments, collections, vouchers. */
  'payments.write': ['staff', 'payments'],
  'payments.reverse': ['admins'],
  'credit.adjust': ['admins'],
  'cash.read': ['everyone'],
  'cash.write': ['staff', 'payments'],
  'cash.manage': ['admins'],
  /** The settings of a company: its own data, and the catalogues that its admins keep and all its users read. */
  'settings.read': ['everyone'],
  'settings.write': ['admins'],
  'users.manage': ['admins'],
  'templates.manage': ['admins'],
  'whatsapp.manage': ['admins'],
  'messages.read': ['everyone'],
  'messages.send': ['staff'],
  /** To read the conversations with clients, and to answer in them. */
  'conversations.answer': ['staff', 'conversations'],
  'messageQueue.read': ['admins'],
  /** Figures and reports; of money only for those whom an admin lets see it, which is asked of the user's row. */
  'reports.read': ['everyone'],
  /** To take out as a file what a list shows, of what may be read. */
  'lists.export': ['everyone', 'exports'],
  'programs.manage': ['admins'],
  'audit.read': ['admins'],
  /** All that is stored of the company, as one file. */
  'company.export': ['admins'],
  'companies.manage': ['operatorAdmins'],
} as const satisfies Record<string, readonly [Grant, Permission?]>

export type Right = keyof typeof matrix

/** Every right, for loops over the whole matrix. */
export const rights: readonly Right[] = Object.keys(matrix).filter((name): name is Right => Object.hasOwn(matrix, name))

/** The grant of a right, and its permission; neither of a name that the matrix does not know. */
function findEntry(right: Right): readonly [Grant?, Permission?] {
  return Object.hasOwn(matrix, right) ? matrix[right] : []
}

/** Rights that a limit of discounts takes: a lower tariff is a discount on every package, and a charge that is gone counts in no limit. */
const withoutLimit: readonly Right[] = ['tariffs.write', 'charges.lower']

/**
 * Finds the permission that a right needs and that was taken from this user; undefined where none is in the way. Only users of
 * type `user` are restricted.
 * docs/product/permissions.md, "Permissions".
 */
export function findDenial({ type, denials, discountLimit }: Actor, right: Right): Permission | undefined {
  const [, permission] = findEntry(right)
  if (type !== 'user' || permission === undefined) return undefined
  if (withoutLimit.includes(right) && discountLimit !== null) return permission
  return denials.includes(permission) ? permission : undefined
}

/**
 * Says whether a user has a right inside their own company. Total: it never throws,
 * and a type or a right that the matrix does not know gets nothing. `companies.manage` alone reaches beyond the own company.
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
