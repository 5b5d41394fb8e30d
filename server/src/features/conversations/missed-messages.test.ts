import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { turnOnAnswers, writeChat } from '../../../../tests/support/conversations.ts'
import { type Messenger, notifyReady, quickConnection, shareMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import { connectionJobs } from '../whatsapp/jobs.ts'
import { fetchingJob } from './jobs.ts'
import { receiveEvent } from './receive-event.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let session: string
beforeEach(async () => {
  session = await messenger.link(shop)
})

const phone = '50586904417'
const minuteMs = 60_000
const pdf = Buffer.from('%PDF-1.7 hola')

type Played = Parameters<Messenger['fake']['play']>[0]
const playMissed = (values: Partial<Played>) =>
  messenger.fake.play({ session, phone, body: '', isMissed: true, ...values })

const list = async () => (await shop.user.ok('GET /api/conversations', { query: { state: 'all' } })).data
async function read() {
  const [row] = await list()
  const params = { id: row?.id ?? '' }
  const { entries } = (await shop.user.ok('GET /api/conversations/:id/messages', { params })).data
  return { waitingCount: row?.waitingCount, entries }
}
const countKept = async () =>
  (await world.owner.query('select from conversation_messages where company_id = $1', [shop.id])).rows.length
const missedSince = async (): Promise<string | null> =>
  (
    await world.owner.query(
      "select missed_since::text as at from whatsapp_sessions where company_id = $1 and status = 'WORKING'",
      [shop.id],
    )
  ).rows[0]?.at
const letPollsStop = () =>
  world.owner.query("update gateway_turns set taken_at = now() - interval '5 minutes' where name = 'poll'")

async function untilRead(): Promise<void> {
  await messenger.until(async () => (await missedSince()) === null)
}

const countReads = () => messenger.fake.calls.filter((call) => call.includes('/chats/all/messages')).length

/** Reads what was missed by a gap between two polls. */
async function readMissed(): Promise<void> {
  const before = countReads()
  await letPollsStop()
  await messenger.until(() => countReads() > before)
  await untilRead()
}

const answerAll = () => turnOnAnswers(shop, (key) => key !== 'closed')
const countAnswers = async () =>
  (await world.owner.query("select from messages where company_id = $1 and occasion = 'answer'", [shop.id])).rows.length

test('what came while no server ran is kept once, with its picture and its PDF, which the gateway fetches one by one', async () => {
  playMissed({ body: 'Le mando la factura' })
  playMissed({ body: 'Foto de la caja', file: { mimetype: 'image/png', content: greyPng(60, 80) } })
  playMissed({ file: { mimetype: 'application/pdf', name: 'Factura.pdf', content: pdf } })
  playMissed({ file: { mimetype: 'image/jpeg', content: pdf, isGone: true } })
  playMissed({ file: { mimetype: 'image/jpeg', content: Buffer.alloc(5 * 1024 * 1024 + 1) } })
  playMissed({ file: { mimetype: 'application/zip', name: 'fotos.zip', content: pdf } })
  playMissed({ file: { mimetype: 'audio/ogg', content: Buffer.from('no se pide') } })
  const before = messenger.fake.calls.length
  await readMissed()
  await readMissed()
  const job = fetchingJob(world.database, messenger.gateway)
  while (await job.run());
  const { entries, waitingCount } = await read()
  expect(waitingCount).toBe(7)
  const byKind = entries.map(({ kind, text, file }) => [kind, text, file?.state, file?.name])
  expect(byKind).toHaveLength(7)
  expect(byKind).toEqual(
    expect.arrayContaining([
      ['text', 'Le mando la factura', undefined, undefined],
      ['picture', 'Foto de la caja', 'kept', null],
      ['document', '', 'kept', 'Factura.pdf'],
      ['picture', '', 'lost', null],
      ['picture', '', 'lost', null],
      ['document', '', 'lost', 'fotos.zip'],
      ['audio', '', 'offered', null],
    ]),
  )
  expect(entries.find(({ kind }) => kind === 'audio')?.seconds).toBe(4)
  const calls = messenger.fake.calls.slice(before)
  const ofLists = calls.filter((call) => call.includes('/chats/all/messages'))
  expect(ofLists.length).toBeGreaterThan(0)
  expect(ofLists.filter((call) => !call.includes('downloadMedia=false'))).toEqual([])
  expect(calls.filter((call) => call.includes('downloadMedia=true'))).toHaveLength(3)
})

test('what no event brought is found in the gateway’s store within minutes, and the screen says so until an event comes', async () => {
  const doubt = async () => (await shop.admin.ok('GET /api/companies/waha-status')).error
  const letTimePass = () =>
    world.owner.query(
      `update whatsapp_sessions set linked_at = linked_at - interval '9 minutes', compared_at = compared_at - interval '9 minutes'
       where company_id = $1`,
      [shop.id],
    )
  playMissed({ body: '¿Ya vino?', agoMs: 5 * minuteMs })
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect([await countKept(), await doubt()]).toEqual([0, null])
  await letTimePass()
  await messenger.until(async () => (await countKept()) === 1)
  await messenger.until(async () => (await doubt()) !== null)
  expect(await doubt()).toBe('Los mensajes llegan con minutos de retraso: la pasarela no alcanza este servidor')
  await letTimePass()
  playMissed({ body: '¿Hay alguien?', agoMs: 5 * minuteMs })
  await messenger.until(async () => (await countKept()) === 2)
  messenger.fake.play({ session, phone, body: 'Hola' })
  await messenger.until(async () => (await doubt()) === null)
})

test('another number that is linked knows no client, and the same one again knows all', async () => {
  const isKnown = async () =>
    (await world.owner.query('select chat_known_at from clients where id = $1', [shop.client.id])).rows[0]
      .chat_known_at !== null
  const link = (number: string | null) =>
    world.owner.query('update whatsapp_sessions set linked_phone = $2 where company_id = $1', [shop.id, number])
  await world.owner.query('update clients set chat_known_at = now() where id = $1', [shop.client.id])
  await link(null)
  await link('50577778888')
  expect(await isKnown()).toBe(true)
  await link(null)
  await link('50577779999')
  expect(await isKnown()).toBe(false)
})

test('a hidden chat has its client as soon as its number is known, from wherever that comes', async () => {
  const hidden = writeChat({ phone: null, alias: '1772@lid' })
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    receiveEvent(db, { id: 'evt_hidden', kind: 'incoming', ...hidden }),
  )
  await world.owner.query('update chat_aliases set phone = $2 where company_id = $1', [shop.id, phone])
  expect((await list())[0]?.client).toMatchObject({ id: shop.client.id })
})

test('a long text says that it goes on, and the name of a file has no path and no marks of direction', async () => {
  const file = { path: null, name: '../../Factura\u202Efdp.exe' }
  const long = writeChat({ text: 'x'.repeat(65_000), kindOfMessage: 'document', file })
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    receiveEvent(db, { id: 'evt_long', kind: 'incoming', ...long }),
  )
  const [entry] = (await read()).entries
  expect(entry?.text).toMatch(/^x+… \[sigue en el teléfono\]$/)
  expect(entry?.file?.name).toBe('Facturafdp.exe')
})

test('one message that cannot be kept stops none of the others, and stands without its content at last', async () => {
  for (const body of ['Antes', 'veneno', 'Después']) playMissed({ body })
  const missed = connectionJobs(
    world.database,
    messenger.gateway,
    async (db, event) => {
      if ('text' in event && event.text === 'veneno') throw new Error('It cannot be kept')
      return await receiveEvent(db, event)
    },
    quickConnection,
  ).find(({ name }) => name === 'whatsapp missed')
  await letPollsStop()
  await world.database.withoutCompany((db) => sql`select take_poll_turn(0, 0)`.execute(db))
  const texts = async () => (await read()).entries.map(({ kind, text }) => (text === '' ? kind : text)).toSorted()
  for (const expected of [
    ['Antes', 'Después'],
    ['Antes', 'Después'],
    ['Antes', 'Después', 'contact'],
  ]) {
    await world.owner.query("delete from gateway_turns where name like 'missed %'")
    while (await missed?.run());
    expect(await texts()).toEqual(expected)
  }
  expect(await missedSince()).toBeNull()
})

test('a message that the gateway fails to list keeps none before or after it from being read, and is given up and said at last', async () => {
  for (const body of ['Antes', 'veneno', 'Después']) playMissed({ body, isUnreadable: body === 'veneno' })
  const said: string[] = []
  const missed = connectionJobs(world.database, messenger.gateway, receiveEvent, quickConnection, (error) =>
    said.push(String(error)),
  ).find(({ name }) => name === 'whatsapp missed')
  await letPollsStop()
  await world.database.withoutCompany((db) => sql`select take_poll_turn(0, 0)`.execute(db))
  let tries = 0
  while (tries < 20 && (await missedSince()) !== null) {
    tries += 1
    await world.owner.query("delete from gateway_turns where name like 'missed %'")
    while (await missed?.run());
    expect((await read()).entries.map(({ text }) => text)).toEqual(['Antes', 'Después'])
  }
  expect(tries).toBe(10)
  expect(said).toEqual([
    expect.stringContaining('answered 500'),
    expect.stringContaining('could not be read 10 times and are given up'),
  ])
})

test('a company whose messages cannot be read leaves the next turn to another company, and has its own a minute later', async () => {
  const other = await openShop(world)
  await messenger.link(other)
  await world.owner.query('update whatsapp_sessions set missed_since = null, compared_at = now()')
  await world.owner.query(
    `update whatsapp_sessions set missed_since = now(), linked_at = now() - interval '9 minutes', compared_at = null
     where company_id = any($1)`,
    [[shop.id, other.id]],
  )
  await world.owner.query("delete from gateway_turns where name like 'missed %'")
  const claim = async () => {
    const { rows } = await world.database.withoutCompany((db) =>
      sql<{ id: string }>`select company_id as id from claim_missed()`.execute(db),
    )
    await world.owner.query(
      "update gateway_turns set taken_at = taken_at - interval '61 seconds' where name = 'missed ' || $1",
      [rows[0]?.id],
    )
    return rows[0]?.id
  }
  const turns = [await claim(), await claim(), await claim()]
  expect(new Set(turns.slice(0, 2))).toEqual(new Set([shop.id, other.id]))
  expect(turns[2]).toBe(turns[0])
})

test('a server that starts reads what came since the last poll, however short ago that was', async () => {
  playMissed({ body: 'Hola' })
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect(await countKept()).toBe(0)
  for (const job of connectionJobs(world.database, messenger.gateway, receiveEvent, quickConnection)) await job.run()
  await untilRead()
  expect(await countKept()).toBe(1)
})

test('what came while a session was away, or the gateway, is read when it is back', async () => {
  const status = async () =>
    (await world.owner.query('select status from whatsapp_sessions where company_id = $1', [shop.id])).rows[0]?.status
  messenger.fake.sessions.get(session)?.become('STARTING')
  await messenger.until(async () => (await status()) === 'STARTING')
  playMissed({ body: 'Hola' })
  messenger.fake.sessions.get(session)?.become('WORKING')
  await messenger.until(async () => (await countKept()) === 1)
  await untilRead()
  await messenger.fake.goDown()
  await messenger.round()
  playMissed({ body: '¿Hay alguien?' })
  await messenger.fake.comeUp()
  await messenger.until(async () => (await countKept()) === 2)
  await untilRead()
})

test('a session that says anew that it works was away, also where that event comes before the one of its loss', async () => {
  playMissed({ body: 'Hola' })
  messenger.fake.sessions.get(session)?.become('WORKING')
  await messenger.until(async () => (await countKept()) === 1)
})

test('a loss while missed messages are read has them read again', async () => {
  const { rows } = await world.owner.query(
    "update whatsapp_sessions set missed_since = now() - interval '1 hour' where company_id = $1 returning missed_since",
    [shop.id],
  )
  const since = rows[0].missed_since
  const set = (status: string) =>
    world.owner.query('update whatsapp_sessions set status = $2 where company_id = $1', [shop.id, status])
  const finish = (at: string) =>
    world.database.withoutCompany((db) => sql`select finish_missed(${shop.id}, ${at})`.execute(db))
  await set('STARTING')
  await set('WORKING')
  await finish(since)
  const noted = await missedSince()
  expect(noted).not.toBeNull()
  await finish(noted ?? '')
  expect(await missedSince()).toBeNull()
})

test('a question of the last hour is answered by the rule, and an older one waits for a person', async () => {
  await answerAll()
  playMissed({ body: '¿Ya vino mi paquete?', agoMs: 61 * minuteMs })
  await world.owner.query("update gateway_turns set taken_at = now() - interval '2 hours' where name = 'poll'")
  await messenger.until(async () => (await countKept()) === 1)
  await untilRead()
  expect([await countAnswers(), (await read()).waitingCount]).toEqual([0, 1])
  playMissed({ body: '¿Ya vino mi paquete?', agoMs: minuteMs })
  await readMissed()
  expect([await countKept(), await countAnswers(), (await read()).waitingCount]).toEqual([2, 1, 1])
})

test('what was answered on the phone meanwhile neither waits nor is answered by a rule, and what came after that does', async () => {
  await answerAll()
  playMissed({ body: '¿Ya vino mi paquete?', agoMs: 4 * minuteMs })
  playMissed({ body: 'Sí, ya vino', isOwn: true, agoMs: 3 * minuteMs })
  await readMissed()
  expect([await countKept(), await countAnswers(), (await read()).waitingCount]).toEqual([2, 0, 0])
  playMissed({ body: 'Paso hoy', agoMs: 2 * minuteMs })
  await readMissed()
  playMissed({ body: 'Otra cosa', isOwn: true, agoMs: 2.5 * minuteMs })
  await readMissed()
  expect([await countKept(), (await read()).waitingCount]).toEqual([4, 1])
})

test('what left from here is no message of the phone, whatever a gateway that was started anew calls it', async () => {
  await notifyReady(shop)
  await messenger.until(() => messenger.fake.sentBy(session).length === 1)
  const [sent] = messenger.fake.sentBy(session)
  await readMissed()
  const message = writeChat({ messageId: sent?.id ?? '', text: sent?.text ?? '', name: null })
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    receiveEvent(db, { id: 'evt_of_a_new_gateway', kind: 'written', ...message }),
  )
  expect(await countKept()).toBe(0)
})
