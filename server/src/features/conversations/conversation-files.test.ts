import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { type Messenger, openMessenger } from '../../../../tests/support/messenger.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import { fetchingJob } from './jobs.ts'

const world = openWorld()
let shop: Shop
let messenger: Messenger
beforeAll(async () => {
  messenger = await openMessenger(world)
})
afterAll(() => messenger.close())
beforeEach(async () => {
  shop = await openShop(world)
})

const list = async () => (await shop.user.ok('GET /api/conversations', { query: {} })).data
const read = async (id: string) => (await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })).data

test('a picture and a PDF are fetched at once, and what is gone or neither is said to be lost', async () => {
  const session = await messenger.link(shop)
  const play = (file: { mimetype: string; name?: string; content: Buffer }) =>
    messenger.fake.play({ session, phone: '50586904417', body: '', file })
  play({ mimetype: 'image/png', content: greyPng(60, 80) })
  play({ mimetype: 'application/pdf', name: 'Factura.pdf', content: Buffer.from('%PDF-1.7 hola') })
  play({ mimetype: 'image/jpeg', content: Buffer.from('<html>') })
  play({ mimetype: 'audio/ogg', content: Buffer.from('no se pide') })
  await messenger.until(async () => (await list())[0]?.waitingCount === 4)
  const job = fetchingJob(world.database, messenger.gateway)
  while (await job.run());
  const id = (await list())[0]?.id ?? ''
  const { entries } = await read(id)
  const byKind = entries.map(({ kind, file }) => [kind, file?.state, file?.name])
  expect(byKind).toHaveLength(4)
  expect(byKind).toEqual(
    expect.arrayContaining([
      ['picture', 'kept', null],
      ['document', 'kept', 'Factura.pdf'],
      ['picture', 'lost', null],
      ['audio', undefined, undefined],
    ]),
  )
  for (const { kind, file } of entries.filter(({ file }) => file?.id != null)) {
    const params = { id, fileId: file?.id ?? '' }
    const { headers, statusCode } = await shop.user.send('GET /api/conversations/:id/files/:fileId', { params })
    const isPdf = kind === 'document'
    expect([statusCode, headers['content-type']]).toEqual([200, isPdf ? 'application/pdf' : 'image/webp'])
    expect(String(headers['content-disposition']).startsWith('attachment')).toBe(isPdf)
  }
  expect(messenger.fake.calls.filter((call) => call.includes('/api/files/'))).toHaveLength(3)
})

test('a picture of one who owes becomes a voucher where the rule answers it, else where a clerk says so', async () => {
  const session = await messenger.link(shop)
  await shop.invoice([await shop.receive()])
  const setRule = async (isOn: boolean) => {
    const { data } = await shop.admin.ok('GET /api/auto-answers')
    const answers = data.answers.map(({ key, words, content }) => ({
      ...{ key, words, content, isOn: isOn && key === 'voucher' },
    }))
    await shop.admin.ok('PUT /api/auto-answers', { body: { answers, version: data.version } })
  }
  const job = fetchingJob(world.database, messenger.gateway)
  const send = async (width: number, count: number) => {
    const file = { mimetype: 'image/png', content: greyPng(width, 80) }
    messenger.fake.play({ session, phone: '50586904417', body: 'Mi comprobante', file })
    await messenger.until(async () => (await list())[0]?.waitingCount === count)
    while (await job.run());
  }
  const pending = async () => (await shop.user.ok('GET /api/vouchers/counts', { query: {} })).data.pending
  await send(60, 1)
  expect([await pending(), (await list())[0]?.hasVoucher]).toEqual([0, false])
  await setRule(true)
  await send(70, 2)
  const [row] = await list()
  const id = row?.id ?? ''
  expect([await pending(), row?.hasVoucher]).toEqual([1, true])
  const { entries } = await read(id)
  const [first, second] = entries.filter(({ kind }) => kind === 'picture')
  expect([first?.voucherId, second?.voucherId]).toEqual([null, expect.any(String)])
  const params = { id, fileId: first?.file?.id ?? '' }
  const taken = await shop.user.ok('POST /api/conversations/:id/files/:fileId/voucher', { params })
  const again = await shop.user.ok('POST /api/conversations/:id/files/:fileId/voucher', { params })
  expect([again.data.id, await pending()]).toEqual([taken.data.id, 2])
})

test('a file that the gateway deleted before it was fetched is fetched anew, and one that is still there before what was missed', async () => {
  const session = await messenger.link(shop)
  const play = (width: number, isMissed = false) => {
    const file = { mimetype: 'image/png', content: greyPng(width, 80) }
    messenger.fake.play({ session, phone: '50586904417', body: '', file, isMissed })
  }
  play(60)
  await messenger.until(async () => (await list())[0]?.waitingCount === 1)
  messenger.fake.expireFiles()
  const job = fetchingJob(world.database, messenger.gateway)
  while (await job.run());
  play(61, true)
  await world.owner.query("update gateway_turns set taken_at = now() - interval '5 minutes' where name = 'poll'")
  await messenger.until(async () => (await list())[0]?.waitingCount === 2)
  play(62)
  await messenger.until(async () => (await list())[0]?.waitingCount === 3)
  const states = async () => (await read((await list())[0]?.id ?? '')).entries.map(({ file }) => file?.state)
  await job.run()
  expect(await states()).toEqual(['kept', 'fetching', 'kept'])
  await job.run()
  expect(await states()).toEqual(['kept', 'kept', 'kept'])
})

test('a company whose files are being fetched leaves the next turn to another company', async () => {
  const other = await openShop(world)
  const many = await messenger.link(shop)
  const few = await messenger.link(other)
  const play = (session: string) =>
    messenger.fake.play({
      ...{ session, phone: '50586904417', body: '' },
      file: { mimetype: 'application/pdf', name: 'Factura.pdf', content: Buffer.from('%PDF-1.7 hola') },
    })
  for (let count = 0; count < 3; count += 1) play(many)
  await messenger.until(async () => (await list())[0]?.waitingCount === 3)
  play(few)
  await messenger.until(async () => (await other.user.ok('GET /api/conversations', { query: {} })).data.length === 1)
  const claim = () =>
    world.database.withoutCompany(async (db) => {
      const { rows } = await sql<{ id: string }>`select company_id as id from claim_incoming_file()`.execute(db)
      return rows[0]?.id
    })
  expect([await claim(), await claim(), await claim()]).toEqual([shop.id, other.id, shop.id])
})
