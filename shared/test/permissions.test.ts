import { allEndpoints } from '@casillero/shared/contract/api'
import { may, type Right, rights, type UserType, userTypes } from '@casillero/shared/domain/permissions'
import { describe, expect, test } from 'vitest'
import { type Callers, isOf } from './callers.ts'
import { whoMayCall } from './who-may-call.ts'

const of = (type: UserType, isOperator = false) => ({ type, isOperator })
const actors = [false, true].flatMap((isOperator) => userTypes.map((type) => of(type, isOperator)))
const [viewer, user, admin] = [of('viewer'), of('user'), of('admin')]

const groups = new Map<string, Callers>(Object.entries(whoMayCall))

/** The groups of callers that the sheet gives a right to, by the calls that ask for it. */
const groupsOf = (right: Right) => [
  ...new Set(
    allEndpoints.filter(({ who }) => who === right).map(({ method, path }) => groups.get(`${method} ${path}`)),
  ),
]

describe('the rights matrix', () => {
  test.each(rights)('%s is given to exactly the people that the sheet lets make its calls', (right) => {
    const [group, ...others] = groupsOf(right)
    expect(others).toEqual([])
    for (const actor of actors) expect([actor, may(actor, right)]).toEqual([actor, group && isOf[group](actor)])
  })

  test('the calls without a right are those that the sheet gives to anyone or to everyone', () => {
    for (const { method, path, who } of allEndpoints) {
      const group = groups.get(`${method} ${path}`)
      if (who === 'anyone') expect(group, path).toBe('anyone')
      if (who === 'signedIn') expect(group, path).toBe('everyone')
    }
  })

  test('a viewer reads all that a user reads and writes nothing', () => {
    for (const right of rights) {
      const reads = right.endsWith('.read')
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
    for (const right of rights) expect(may({ type: unknownType, isOperator: true }, right)).toBe(false)
    for (const type of userTypes) expect(may({ type, isOperator: true }, unknownRight)).toBe(false)
  })
})
