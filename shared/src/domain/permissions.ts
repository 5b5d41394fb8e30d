/** The types of users, from the one with every right down to the reader. */
export const userTypes = ['admin', 'user', 'viewer'] as const
export type UserType = (typeof userTypes)[number]

/** The user whose rights are checked: their type, and whether their company carries `is_operator`. */
export type Actor = { type: UserType; isOperator: boolean }

type Grant = 'everyone' | 'staff' | 'admins' | 'operatorAdmins'

const matrix = {
  'clients.read': 'everyone',
  'clients.write': 'staff',
  'clients.delete': 'admins',
  'clients.merge': 'admins',
  'tariffs.read': 'everyone',
  'tariffs.write': 'staff',
  'tariffs.delete': 'admins',
  'packages.read': 'everyone',
  'packages.write': 'staff',
  'packages.delete': 'admins',
  'invoices.read': 'everyone',
  'invoices.write': 'staff',
  'invoices.delete': 'admins',
  'handovers.read': 'everyone',
  'handovers.write': 'staff',
  'handovers.undo': 'admins',
  'dispatches.read': 'everyone',
  'dispatches.write': 'staff',
  'consignments.read': 'everyone',
  'consignments.write': 'staff',
  'consignments.close': 'admins',
  /** To bring in a file; of what, the right to write it decides. */
  'imports.write': 'staff',
  'payments.reverse': 'admins',
  'credit.adjust': 'admins',
  'cash.read': 'everyone',
  'cash.write': 'staff',
  'cash.manage': 'admins',
  /** The settings of a company: its own data, and the catalogues that its admins keep and all its users read. */
  'settings.read': 'everyone',
  'settings.write': 'admins',
  'users.manage': 'admins',
  'templates.manage': 'admins',
  'whatsapp.manage': 'admins',
  'messages.read': 'everyone',
  'messages.send': 'staff',
  'messageQueue.read': 'admins',
  /** Figures and reports; of money only for those whom an admin lets see it, which is asked of the user's row. */
  'reports.read': 'everyone',
  'programs.manage': 'admins',
  'audit.read': 'admins',
  /** All that is stored of the company, as one file. */
  'company.export': 'admins',
  'companies.manage': 'operatorAdmins',
} as const satisfies Record<string, Grant>

export type Right = keyof typeof matrix

/** Every right, for loops over the whole matrix. */
export const rights: readonly Right[] = Object.keys(matrix).filter((name): name is Right => Object.hasOwn(matrix, name))

/**
 * Says whether a user has a right inside their own company. Total: it never throws,
 * and a type or a right that the matrix does not know gets nothing. `companies.manage` alone reaches beyond the own company.
 * docs/product/companies-and-users.md, "Rights".
 */
export function may(actor: Actor, right: Right): boolean {
  const grant: Grant | undefined = Object.hasOwn(matrix, right) ? matrix[right] : undefined
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
