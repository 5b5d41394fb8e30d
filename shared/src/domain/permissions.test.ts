import { describe, expect, test } from 'vitest'
import { may, type Right, rights, type UserType, userTypes } from './permissions.ts'

const actors = {
  viewer: { type: 'viewer', isOperator: false },
  user: { type: 'user', isOperator: false },
  admin: { type: 'admin', isOperator: false },
  operatorAdmin: { type: 'admin', isOperator: true },
  operatorUser: { type: 'user', isOperator: true },
  operatorViewer: { type: 'viewer', isOperator: true },
} as const

const everyone = ['viewer', 'user', 'admin', 'operatorAdmin', 'operatorUser', 'operatorViewer']
const staff = ['user', 'admin', 'operatorAdmin', 'operatorUser']
const admins = ['admin', 'operatorAdmin']
const operatorAdmins = ['operatorAdmin']

const expected: Record<Right, string[]> = {
  'clients.read': everyone,
  'tariffs.read': everyone,
  'packages.read': everyone,
  'statuses.read': everyone,
  'invoices.read': everyone,
  'currencies.read': everyone,
  'shippingMethods.read': everyone,
  'messages.read': everyone,
  'company.read': everyone,
  'clients.write': staff,
  'tariffs.write': staff,
  'packages.write': staff,
  'invoices.write': staff,
  'messages.send': staff,
  'clients.delete': admins,
  'tariffs.delete': admins,
  'packages.delete': admins,
  'invoices.delete': admins,
  'users.manage': admins,
  'company.write': admins,
  'currencies.write': admins,
  'shippingMethods.write': admins,
  'statuses.write': admins,
  'whatsapp.manage': admins,
  'templates.manage': admins,
  'messageQueue.read': admins,
  'audit.read': admins,
  'companies.manage': operatorAdmins,
}

describe('the rights matrix', () => {
  test.each(Object.entries(expected))(
    '%s is given to exactly the people that the product page names',
    (name, holders) => {
      const right = rights.find((candidate) => candidate === name)
      expect(right).toBeDefined()
      if (right === undefined) return
      const given = Object.entries(actors).flatMap(([who, actor]) => (may(actor, right) ? [who] : []))
      expect(given.toSorted()).toEqual(holders.toSorted())
    },
  )

  test('every right is named by this test', () => {
    expect([...rights].toSorted()).toEqual(Object.keys(expected).toSorted())
  })

  test('a viewer reads all that a user reads and writes nothing', () => {
    for (const right of rights) {
      const reads = right.endsWith('.read')
      expect(may(actors.viewer, right)).toBe(reads && may(actors.user, right))
    }
  })

  test('each type may do whatever the type below it may do', () => {
    for (const right of rights) {
      if (may(actors.viewer, right)) expect(may(actors.user, right)).toBe(true)
      if (may(actors.user, right)) expect(may(actors.admin, right)).toBe(true)
      if (may(actors.admin, right)) expect(may(actors.operatorAdmin, right)).toBe(true)
    }
  })

  test('a type that does not exist may do nothing, and nobody holds a right that does not exist', () => {
    const unknownType: UserType = JSON.parse('"root"')
    const unknownRight: Right = JSON.parse('"toString"')
    for (const right of rights) expect(may({ type: unknownType, isOperator: true }, right)).toBe(false)
    for (const type of userTypes) expect(may({ type, isOperator: true }, unknownRight)).toBe(false)
  })
})
