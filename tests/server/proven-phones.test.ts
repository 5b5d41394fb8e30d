import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Client } from 'pg'
import { expect, test } from 'vitest'
import { migrate } from '../../server/src/platform/database/migrate.ts'
import { migrationsFolder } from '../support/adopted-state.ts'
import { createEmptyDatabase } from '../support/test-database.ts'

const companyId = '01890000-0000-7000-8000-000000000001'
const idOf = (row: number) => `01890000-0000-7000-8000-0000000001${row}`
const userId = idOf(99)

type Row = {
  id: number
  phone: string
  second?: string
  by?: string | null
  chat?: string
  chosen?: true
  becomes: object
}

const rows: Row[] = [
  // Of a user, of the client, the phone of another client, and of two clients.
  { id: 10, phone: '50577000001', second: '88000001', by: userId, chat: '50588000001', becomes: [true, 10] },
  { id: 11, phone: '50577000002', second: '50588000002', by: null, chat: '50588000002', becomes: [false, null] },
  { id: 12, phone: '50577000003', second: '77000001', by: userId, chat: '50577000001', becomes: [false, 10] },
  { id: 13, phone: '50577000004', second: '88000004', by: userId, chat: '50588000004', becomes: [false, null] },
  { id: 14, phone: '50577000005', second: '50588000004', by: userId, becomes: [false, null] },
  // Two phones of two clients each, one chat by the choice of staff.
  { id: 15, phone: '50577000006', chat: '50577000006', becomes: [false, null] },
  { id: 16, phone: '77000006', becomes: [false, null] },
  { id: 17, phone: '50577000007', chat: '50577000007', chosen: true, becomes: [false, 17] },
  { id: 18, phone: '77000007', becomes: [false, null] },
]

test('a second phone of before counts as proven where a user wrote it and no other client has it, and chats follow', async () => {
  const database = await createEmptyDatabase()
  const directory = mkdtempSync(join(tmpdir(), 'casillero-phones-'))
  const isBefore = (path: string) => !path.endsWith('.sql') || path.slice(migrationsFolder.length + 1) < '0100'
  cpSync(migrationsFolder, join(directory, 'migrations'), { recursive: true, filter: isBefore })
  const owner = new Client({ connectionString: database.ownerUrl })
  try {
    await migrate(database.ownerUrl, { directory, say: () => undefined })
    await owner.connect()
    const log = (entity: string, id: number, by: string | null, after: object) =>
      owner.query(
        `insert into audit_entries (company_id, user_id, user_name, action, entity, entity_id, label, after)
         values ($1, $2, 'Ana', 'update', $3, $4, '', $5)`,
        [companyId, by, entity, idOf(id), after],
      )
    await owner.query("insert into companies (id, name, subdomain) values ($1, 'Demo', 'demo')", [companyId])
    for (const { id, phone, second, by = null } of rows) {
      await owner.query(
        `insert into clients (company_id, id, casillero, first_name, last_names, phone, second_phone, sort_name, search_text)
         values ($1, $2, $3, 'Ana', 'Báez', $4, $5, 'ana', 'ana')`,
        [companyId, idOf(id), `DEM00${id}`, phone, second],
      )
      if (second !== undefined) await log('clients', id, by, { second_phone: second })
    }
    for (const { id, chat, chosen } of rows) {
      if (chat === undefined) continue
      await owner.query(
        `insert into conversations (company_id, id, phone, client_id, last_kind, last_text, last_incoming_at, search_text)
         values ($1, $2, $3, $2, 'text', '', now(), '')`,
        [companyId, idOf(id), chat],
      )
      if (chosen) await log('conversations', id, userId, { client_id: idOf(id) })
    }
    await migrate(database.ownerUrl, { say: () => undefined })
    const { rows: found } = await owner.query(
      `select right(c.id::text, 2)::int as id, c.second_phone_proven_at is not null as proven, right(v.client_id::text, 2)::int as chat
       from clients c left join conversations v on v.id = c.id order by 1`,
    )
    expect(found.map(({ id, proven, chat }) => [id, [proven, chat]])).toEqual(
      rows.map(({ id, becomes }) => [id, becomes]),
    )
  } finally {
    await owner.end()
    await database.drop()
    rmSync(directory, { recursive: true })
  }
})
