import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'
import { hashToken } from '../auth/session.ts'
import { AppError } from '../errors.ts'
import { createDatabase, type Database, type Session } from './database.ts'

const world = openWorld()
let company: Company
let other: Company
/** One connection, so that what a read leaves behind would meet the next one. */
let single: Database
const sent: string[] = []
beforeAll(async () => {
  ;[company, other] = [await world.openCompany(), await world.openCompany()]
  single = createDatabase({ url: world.loginUrl, poolSize: 1, onStatement: (text) => sent.push(text) })
})
afterAll(() => single.close())

const credentialsOf = ({ subdomain, admin }: Company, token = admin.token) => ({
  tokenHash: hashToken(token),
  subdomain,
})

function signedIn(session: Session | undefined): void {
  if (!session) throw new AppError('unauthorized')
}

const opening = 'select * from open_reading($1, $2)'

const visible = sql<{ id: string }>`select id from companies`

test('a read sees its own company and no other, and leaves nothing of it behind', async () => {
  for (const each of [company, other, company]) {
    const { rows } = await single.readAsSession(credentialsOf(each), signedIn, (db) => visible.execute(db))
    expect(rows).toEqual([{ id: each.id }])
  }
  const left = sql<{ company: string | null; readOnly: string }>`
      select nullif(current_setting('app.company_id', true), '') as company, current_setting('transaction_read_only') as "readOnly"`
  const { rows } = await single.withoutCompany((db) => left.execute(db))
  expect(rows).toEqual([{ company: null, readOnly: 'off' }])
  expect((await single.withoutCompany((db) => visible.execute(db))).rows).toEqual([])
})

test('a read travels with its session: one packet, no begin and no commit', async () => {
  sent.length = 0
  await single.readAsSession(credentialsOf(company), signedIn, (db) => visible.execute(db))
  expect(sent).toEqual([opening, 'select id from companies'])
})

test('statements of a read that travel together look their session up once, later ones once more', async () => {
  sent.length = 0
  await single.readAsSession(credentialsOf(company), signedIn, async (db) => {
    await Promise.all([visible.execute(db), visible.execute(db)])
    await visible.execute(db)
  })
  const read = 'select id from companies'
  expect(sent).toEqual([opening, read, read, opening, read])
})

test('a read cannot write, not even where a right would let it', async () => {
  const write = sql`update statuses set name = 'Otro'`
  await expect(single.readAsSession(credentialsOf(company), signedIn, (db) => write.execute(db))).rejects.toMatchObject(
    {
      code: '25006',
    },
  )
  expect((await company.admin.ok('GET /api/statuses')).data.map(({ name }) => name)).not.toContain('Otro')
})

test('statements of a read that travel together are answered while another call holds their session', async () => {
  await world.owner.query(`update sessions set last_seen_at = now() - interval '2 minutes' where company_id = $1`, [
    company.id,
  ])
  const holder = await world.owner.connect()
  await holder.query('begin')
  await holder.query('select 1 from sessions where company_id = $1 for update', [company.id])
  const both = single.readAsSession(credentialsOf(company), signedIn, (db) =>
    Promise.all([visible.execute(db), visible.execute(db)]),
  )
  const answered = await both.then(
    (answers) => answers.map(({ rows }) => rows),
    (error: unknown) => error,
  )
  await holder.query('rollback')
  holder.release()
  expect(answered).toEqual([[{ id: company.id }], [{ id: company.id }]])
})

test.each([
  ['a token that is worth nothing', (): ReturnType<typeof credentialsOf> => credentialsOf(company, 'T'.repeat(43))],
  ["another company's address", () => ({ ...credentialsOf(company), subdomain: other.subdomain })],
])('a read with %s sees nothing, and nothing leaves', async (_, credentials) => {
  const seen: unknown[] = []
  const spying = single.readAsSession(
    credentials(),
    () => undefined,
    async (db) => {
      seen.push(...(await visible.execute(db)).rows)
    },
  )
  await spying
  expect(seen).toEqual([])
  await expect(single.readAsSession(credentials(), signedIn, (db) => visible.execute(db))).rejects.toMatchObject({
    code: 'unauthorized',
  })
})

test.each([
  ['passes over the refusal', (read: () => Promise<unknown>) => read().catch(() => 'something')],
  ['asks for nothing', async () => 'something'],
  ['fails before it asks', () => Promise.reject(new AppError('invalid'))],
  ['asks for what does not exist', () => Promise.reject(new AppError('not_found'))],
])('a read is refused also when what it runs %s', async (_, run) => {
  const refuse = () => {
    throw new AppError('forbidden')
  }
  const refused = single.readAsSession(credentialsOf(company), refuse, (db) => run(() => visible.execute(db)))
  await expect(refused).rejects.toMatchObject({ code: 'forbidden' })
})

test('a read that fails says why, and the next one works', async () => {
  const failing = sql`select 1 / (select count(*) - 1 from companies)`
  for (let round = 0; round < 2; round += 1) {
    const read = single.readAsSession(credentialsOf(company), signedIn, (db) => failing.execute(db))
    await expect(read).rejects.toMatchObject({ code: '22012' })
  }
  expect((await single.readAsSession(credentialsOf(company), signedIn, (db) => visible.execute(db))).rows).toHaveLength(
    1,
  )
})

test('a read takes and gives values as they are', async () => {
  const words = ['plain', 'with "quotes"', 'a \\ backslash', '{braces}, commas', 'ñandú 📦', 'NULL', '']
  const echo = sql<{ words: string[]; bytes: Buffer; none: null; yes: boolean; at: string }>`
      select ${words}::text[] as words, ${Buffer.from([0, 255])}::bytea as bytes, ${null}::text as none, ${true}::boolean as yes,
        ${new Date(0)}::timestamptz as at`
  for (let round = 0; round < 2; round += 1) {
    const { rows } = await single.readAsSession(credentialsOf(company), signedIn, (db) => echo.execute(db))
    const at = '1970-01-01T00:00:00.000Z'
    expect(rows).toEqual([{ words, bytes: Buffer.from([0, 255]), none: null, yes: true, at }])
  }
})
