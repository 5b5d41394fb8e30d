import { describe, expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'

const world = openWorld()

const add = async (admin: Actor, name: string) => (await admin.ok('POST /api/cash-drawers', { body: { name } })).data
const all = async (actor: Actor) => (await actor.ok('GET /api/cash-drawers')).data

describe('the drawers of a company', () => {
  test('a company starts with one drawer, and an admin adds others', async () => {
    const { admin, user } = await world.openCompany()
    expect(await all(user)).toEqual([
      { id: expect.any(String), name: 'Caja principal', isActive: true, version: 1, openSession: null },
    ])
    await add(admin, ' Caja 2 ')
    expect((await all(user)).map(({ name }) => name)).toEqual(['Caja 2', 'Caja principal'])
  })

  test('a drawer in use has a name of its own, which is free again when the drawer is retired', async () => {
    const { admin } = await world.openCompany()
    const { id } = await add(admin, 'Caja 2')
    const again = { body: { name: 'CAJA 2' } }
    expect(await admin.refused('POST /api/cash-drawers', again)).toMatchObject({
      status: 409,
      fields: { name: 'Ya existe un registro con este valor' },
    })
    await admin.ok('PUT /api/cash-drawers/:id', { params: { id }, body: { name: 'Caja 2', isActive: false } })
    expect((await add(admin, 'Caja 2')).isActive).toBe(true)
  })

  test('a drawer is not changed over a newer version of it', async () => {
    const { admin } = await world.openCompany()
    const { id } = await add(admin, 'Caja 2')
    const edit = { params: { id }, body: { name: 'Otra', isActive: true, version: 1 } }
    await admin.ok('PUT /api/cash-drawers/:id', edit)
    expect(await admin.refused('PUT /api/cash-drawers/:id', edit)).toMatchObject({ status: 409, code: 'stale' })
  })

  test('a drawer with an open session cannot be retired', async () => {
    const { admin, user } = await world.openCompany()
    const { id } = await add(admin, 'Caja 2')
    await user.ok('POST /api/cash-sessions', { body: { drawerId: id } })
    const retire = { params: { id }, body: { name: 'Caja 2', isActive: false } }
    expect(await admin.refused('PUT /api/cash-drawers/:id', retire)).toMatchObject({
      status: 409,
      fields: { isActive: 'La caja ya tiene un turno abierto: #1' },
    })
  })

  test('a company keeps one drawer in use, also when two admins each retire one of two', async () => {
    const { admin, addUser } = await world.openCompany()
    const second = await addUser('admin')
    for (let round = 0; round < 5; round += 1) {
      await add(admin, `Caja ${round}`)
      const inUse = (await all(admin)).filter(({ isActive }) => isActive)
      const answers = await Promise.all(
        inUse.map(({ id, name }, index) =>
          (index === 0 ? admin : second).send('PUT /api/cash-drawers/:id', {
            params: { id },
            body: { name, isActive: false },
          }),
        ),
      )
      expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([200, 409])
      expect(answers.find(({ statusCode }) => statusCode === 409)?.json().code).toBe('last_cash_drawer')
    }
  })
})
