import { expect, test } from 'vitest'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { withConnection } from '../../server/src/platform/database/single-connection.ts'
import { migrateUpTo } from '../support/earlier-state.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

test('an installation with two users of one phone is upgraded without a change of them, and accepts no third one', async () => {
  const database = await createEmptyDatabase()
  try {
    await migrateUpTo('0011', database.ownerUrl)
    await withConnection(database.ownerUrl, async (client) => {
      const { rows } = await client.query(`select open_company('Una', 'una', false) as id`)
      const add = (phone: string) =>
        client.query(`insert into users (company_id, first_name, phone, password_hash) values ($1, $2, $2, 'x')`, [
          rows[0].id,
          phone,
        ])
      const users = async () =>
        (await client.query('select first_name as phone, version, phone = first_name as same from users order by id'))
          .rows
      await add('50577771234')
      await add('77771234')
      const entries = 'select count(*)::int as count from audit_entries'
      const before = (await client.query(entries)).rows
      await migrate(database.ownerUrl, { say: () => undefined })
      const untouched = { version: 1, same: true }
      expect(await users()).toEqual([
        { phone: '50577771234', ...untouched },
        { phone: '77771234', ...untouched },
      ])
      expect((await client.query(entries)).rows).toEqual(before)
      for (const phone of ['50577771234', '77771234']) {
        await expect(add(phone), phone).rejects.toMatchObject({ constraint: 'users_company_id_phone_key' })
        // The function belongs to a role of its own, which alone may call it.
        await client.query('set role casillero_definer')
        const found = await client.query(
          `select u.phone from user_of_sign_in($1, $2) s join users u on u.id = s.user_id`,
          [rows[0].id, [phone, phone === '77771234' ? '50577771234' : '77771234']],
        )
        await client.query('reset role')
        expect(found.rows, 'each signs in by the phone as it is kept').toEqual([{ phone }])
      }
      await client.query(`update users set last_name = 'Ruiz', phone = phone`)
      const change = `update users set phone = '50588880000' where phone = '77771234'`
      await client.query(change)
      await expect(add('88880000')).rejects.toMatchObject({ constraint: 'users_company_id_phone_key' })
    })
  } finally {
    await database.drop()
  }
})
