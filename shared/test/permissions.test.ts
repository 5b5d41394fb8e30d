import { allEndpoints } from '@casillero/shared/contract/api'
import {
  findDenial,
  may,
  type Permission,
  permissions,
  type Right,
  rights,
  type UserType,
  unrestricted,
  userTypes,
} from '@casillero/shared/domain/permissions'
import { describe, expect, test } from 'vitest'
import { type Callers, isOf } from './callers.ts'
import { callsOfPermissions } from './calls-of-permissions.ts'
import { whoMayCall } from './who-may-call.ts'

const of = (type: UserType, isOperator = false) => ({ ...unrestricted, type, isOperator })
const actors = [false, true].flatMap((isOperator) => userTypes.map((type) => of(type, isOperator)))
const [viewer, user, admin] = [of('viewer'), of('user'), of('admin')]

const groups = new Map<string, Callers>(Object.entries(whoMayCall))

/** The groups of callers that the sheet gives a right to, by the calls that ask for it. */
const groupsOf = (right: Right) => [
  ...new Set(
    allEndpoints.filter(({ who }) => who === right).map(({ method, path }) => groups.get(`${method} ${path}`)),
  ),
]

/** Asked for inside calls, by what these send. */
const withoutCall: readonly Right[] = ['discounts.give', 'charges.lower', 'weights.change']

describe('the rights matrix', () => {
  test.each(rights.filter((right) => !withoutCall.includes(right)))(
    '%s is given to exactly the people that the sheet lets make its calls',
    (right) => {
      const [group, ...others] = groupsOf(right)
      expect(others).toEqual([])
      for (const actor of actors) expect([actor, may(actor, right)]).toEqual([actor, group && isOf[group](actor)])
    },
  )

  test('the calls without a right are those that the sheet gives to anyone or to everyone', () => {
    for (const { method, path, who } of allEndpoints) {
      const group = groups.get(`${method} ${path}`)
      if (who === 'anyone') expect(group, path).toBe('anyone')
      if (who === 'signedIn') expect(group, path).toBe('everyone')
    }
  })

  test('a viewer reads all that a user reads and writes nothing', () => {
    for (const right of rights) {
      const reads = right.endsWith('.read') || right === 'lists.export'
      expect(may(viewer, right)).toBe(reads && may(user, right))
    }
  })

  test('each type may do what the type below it may do', () => {
    for (const right of rights) {
      if (may(viewer, right)) expect(may(user, right)).toBe(true)
      if (may(user, right)) expect(may(admin, right)).toBe(true)
      if (may(admin, right)) expect(may(of('admin', true), right)).toBe(true)
    }
  })

  test('a type that does not exist may do nothing, and no type holds a right that does not exist', () => {
    const unknownType: UserType = JSON.parse('"root"')
    const unknownRight: Right = JSON.parse('"toString"')
    for (const right of rights) expect(may({ ...unrestricted, type: unknownType, isOperator: true }, right)).toBe(false)
    for (const type of userTypes) expect(may({ ...unrestricted, type, isOperator: true }, unknownRight)).toBe(false)
  })
})

const without = (type: UserType, ...denials: Permission[]) => ({ ...of(type), denials })

describe('the permissions', () => {
  test.each(permissions)('a user without %s is refused exactly the calls that the sheet has under it', (permission) => {
    const refused = allEndpoints.filter(
      ({ who }) =>
        who !== 'anyone' && who !== 'signedIn' && findDenial(without('user', permission), who) === permission,
    )
    expect(refused.map(({ method, path }) => `${method} ${path}`).toSorted()).toEqual(
      callsOfPermissions[permission].toSorted(),
    )
  })

  test('a permission that was taken counts for a user of type user alone, and takes nothing else', () => {
    for (const right of rights) {
      for (const type of ['admin', 'viewer'] as const)
        expect(may(without(type, ...permissions), right)).toBe(may(of(type), right))
      for (const permission of permissions) {
        const isTaken = findDenial(without('user', permission), right) !== undefined
        expect([right, may(without('user', permission), right)]).toEqual([right, may(user, right) && !isTaken])
      }
    }
  })

  test('a user with a limit of discounts sets no tariffs, lowers no charges of others, and gives discounts', () => {
    const limited = { ...user, discountLimit: 10 }
    const asked = ['tariffs.write', 'charges.lower', 'discounts.give'] as const
    expect(asked.map((right) => may(limited, right))).toEqual([false, false, true])
    expect(may({ ...admin, discountLimit: 10 }, 'tariffs.write')).toBe(true)
  })
})
