import { sql } from 'kysely'
import { expect, test } from 'vitest'
import { letPass, turnOnAnswers, writeChat } from '../../../../tests/support/conversations.ts'
import { shareMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import { fetchingJob } from './jobs.ts'
import { receiveEvent } from './receive-event.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)

const confirmation = 'Listo: ya no le enviaremos más avisos. Escriba ALTA para volver a recibirlos.'

const list = async (state: 'waiting' | 'attended' | 'all' = 'waiting', search?: string) =>
  (await shop.user.ok('GET /api/conversations', { query: { state, ...(search === undefined ? {} : { search }) } })).data
const get = async (id: string) => (await shop.user.ok('GET /api/conversations/:id', { params: { id } })).data
const read = async (id: string) => (await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })).data
const listTexts = async (id: string) => (await read(id)).entries.map(({ source, text }) => [source, text])

test('what a client writes is kept once, whichever events bring it and in whatever order', async () => {
  const message = writeChat({ messageId: '3A1', text: 'Hola' })
  const receive = (id: string, values: object = {}) =>
    world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
      receiveEvent(db, { id, kind: 'incoming', ...message, ...values }),
    )
  await Promise.all(['evt_1', 'evt_1', 'evt_2', 'evt_3'].map((id) => receive(id)))
  const [only, ...others] = await list()
  expect(others).toEqual([])
  expect(only).toMatchObject({
    phone: '50586904417',
    name: 'Ana',
    client: { id: shop.client.id },
    isWaiting: true,
    waitingCount: 1,
    last: { kind: 'text', text: 'Hola' },
  })
  // An edit and a deletion may come before the message itself.
  await receive('evt_4', { messageId: '3A9', edits: '3A2', text: 'Buenas tardes' })
  await receive('evt_5', { messageId: '3A2', text: 'Buenas' })
  await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    receiveEvent(db, {
      id: 'evt_6',
      kind: 'revoked',
      messageId: '3A1',
      isOwn: false,
      phone: '50586904417',
      alias: null,
    }),
  )
  // The newest reaction counts, in whatever order they come; of a message that is not known none is kept.
  const react = (id: string, messageId: string, text: string, at: string) =>
    world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
      receiveEvent(db, { id, kind: 'reaction', messageId, isOwn: false, text, at }),
    )
  await react('evt_7', '3A2', '👍', '2026-11-25T15:00:02Z')
  await react('evt_8', '3A2', '😮', '2026-11-25T15:00:01Z')
  await react('evt_9', '3A1', '❤️', '2026-11-25T15:00:01Z')
  await react('evt_10', '3A1', '', '2026-11-25T15:00:02Z')
  await react('evt_11', '3A9', '👍', '2026-11-25T15:00:02Z')
  const { entries } = await read(only?.id ?? '')
  expect(entries.map(({ text, isEdited, isRevoked, reactions }) => [text, isEdited, isRevoked, reactions])).toEqual([
    ['Hola', false, true, []],
    ['Buenas tardes', true, false, ['👍']],
  ])
  expect((await list())[0]).toMatchObject({ waitingCount: 2, last: { kind: 'text', text: 'Buenas tardes' } })
})

test('an answer of staff leaves at night before all notices, to one who wants none too, and attends the conversation', async () => {
  const session = await messenger.link(shop)
  const quiet = { pace: { quietFromHour: 0, quietToHour: 23, knownLeastMs: 0, knownMostMs: 0 } }
  await shop.receive()
  await messenger.round(quiet)
  expect(messenger.fake.sentBy(session)).toEqual([])
  messenger.fake.play({ session, phone: '50586904417', body: 'BAJA' })
  await messenger.until(async () => (await list('attended')).length === 1, quiet)
  messenger.fake.play({ session, phone: '50586904417', body: '¿Me lo guarda?', pushName: 'Ana' })
  await messenger.until(async () => (await list()).length === 1, quiet)
  const [row] = await list()
  const params = { id: row?.id ?? '' }
  const body = { text: 'Sí, hasta el lunes.' }
  const sent = { params, body, headers: { 'idempotency-key': 'una-respuesta' } }
  const [first, second] = [
    await shop.user.ok('POST /api/conversations/:id/messages', sent),
    await shop.user.ok('POST /api/conversations/:id/messages', sent),
  ]
  expect(first.data).toMatchObject({ source: 'user', text: body.text, state: 'queued' })
  expect(second).toEqual(first)
  await messenger.until(() => messenger.fake.sentBy(session).length > 1, quiet)
  expect(messenger.fake.sentBy(session).map(({ text }) => text)).toEqual([confirmation, body.text])
  expect([await list(), (await list('attended')).length]).toEqual([[], 1])
  // A message of the phone itself attends, too, and is shown as its own.
  messenger.fake.play({ session, phone: '50586904417', body: '¿Seguro?' })
  await messenger.until(async () => (await list()).length === 1, quiet)
  await letPass(world, shop.id, '20 seconds')
  messenger.fake.play({ session, phone: '50586904417', body: 'Seguro', isOwn: true })
  await messenger.until(async () => (await list()).length === 0, quiet)
  const texts = (await listTexts(params.id)).slice(1)
  expect(texts).toEqual([
    ['client', 'BAJA'],
    ['rule', confirmation],
    ['client', '¿Me lo guarda?'],
    ['user', body.text],
    ['client', '¿Seguro?'],
    ['phone', 'Seguro'],
  ])
  const log = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log.data.map(({ action, userName }) => [action, userName])).toContainEqual(['insert', expect.any(String)])
})

test('a number that is no client becomes the second phone of one, and its chat theirs', async () => {
  const id = await shop.receiveChat({ phone: '50577231180', name: 'Denis' })
  const chat = await get(id)
  expect(chat).toMatchObject({ client: null, name: 'Denis' })
  const body = { attended: false, clientId: shop.client.id, version: chat.version }
  const { data } = await shop.user.ok('PUT /api/conversations/:id', { params: { id }, body })
  expect(data).toMatchObject({ client: { id: shop.client.id }, isWaiting: true })
  const { data: client } = await shop.user.ok('GET /api/client/:id', { params: { id: shop.client.id } })
  expect(client.secondPhone).toBe('50577231180')
  const late = await shop.user.refused('PUT /api/conversations/:id', { params: { id }, body })
  expect(late.code).toBe('stale')
  // They have a second phone by now; a third number is not taken over it.
  const third = await shop.receiveChat({ phone: '50577231181' })
  const { version } = await get(third)
  const refused = await shop.user.refused('PUT /api/conversations/:id', {
    params: { id: third },
    body: { ...body, version },
  })
  expect(refused.code).toBe('second_phone_taken')
})

test('what was written under an alias belongs to the chat of its number as soon as that is known', async () => {
  const hidden = await shop.receiveChat({ phone: null, alias: '987@lid', text: 'Primero' })
  const answer = await shop.user.refused('POST /api/conversations/:id/messages', {
    params: { id: hidden },
    body: { text: 'Hola' },
  })
  expect(answer.code).toBe('number_hidden')
  const known = await shop.receiveChat({ text: 'Segundo' })
  const both = await shop.receiveChat({ alias: '987@lid', text: 'Tercero' })
  expect(both).toBe(known)
  expect((await list()).map(({ id, waitingCount }) => [id, waitingCount])).toEqual([[known, 3]])
  expect((await listTexts(known)).map(([, text]) => text).toSorted()).toEqual(['Primero', 'Segundo', 'Tercero'])
})

test('a list finds a conversation by what was written in it, by its name and by its client, of the own company alone', async () => {
  const other = await openShop(world)
  const id = await shop.receiveChat({ text: '¿Y la cafetera?', name: 'Ana del Mercado' })
  await shop.receiveChat({ phone: '50577231180', name: 'Denis', text: 'Buenas' })
  for (const search of ['cafetera', 'mercado', shop.client.casillero]) {
    expect(
      (await list('all', search)).map((one) => one.id),
      search,
    ).toEqual([id])
  }
  const counted = await shop.user.ok('GET /api/conversations/counts')
  expect(counted.data).toEqual({ waiting: 2, mine: 0, answered: 0 })
  for (const call of ['GET /api/conversations/:id', 'GET /api/conversations/:id/messages'] as const) {
    expect((await other.admin.refused(call, { params: { id } })).code).toBe('not_found')
  }
  const asViewer = await shop.viewer.refused('GET /api/conversations')
  expect(asViewer.code).toBe('forbidden')
})

test('a thread is read back by stretches, notices of the client among what was written', async () => {
  await shop.receive()
  let id = ''
  for (const text of ['uno', 'dos', 'tres']) id = await shop.receiveChat({ text })
  const page = async (before?: string) =>
    (
      await shop.user.ok('GET /api/conversations/:id/messages', {
        params: { id },
        query: { limit: '2', ...(before === undefined ? {} : { before }) },
      })
    ).data
  const newest = await page()
  const older = await page(newest.before ?? '')
  expect([...older.entries, ...newest.entries].map(({ source }) => source)).toEqual([
    'notice',
    'client',
    'client',
    'client',
  ])
  expect(older.before).toBeNull()
})

test('an answer to one who wants no notices waits for the connection, as a link that they ask for does', async () => {
  await shop.receiveChat({ text: 'BAJA' })
  const id = await shop.receiveChat()
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text: 'Claro' } })
  await world.database.withoutCompany((db) => sql`select settle_waiting_messages(true)`.execute(db))
  const { entries } = await read(id)
  expect(entries.at(-1)).toMatchObject({ text: 'Claro', state: 'queued' })
})

const listChats = async () => (await shop.user.ok('GET /api/conversations', { query: {} })).data

test('a picture and a PDF are fetched at once, and what is gone or neither is said to be lost', async () => {
  const session = await messenger.link(shop)
  const play = (file: { mimetype: string; name?: string; content: Buffer }) =>
    messenger.fake.play({ session, phone: '50586904417', body: '', file })
  play({ mimetype: 'image/png', content: greyPng(60, 80) })
  play({ mimetype: 'application/pdf', name: 'Factura.pdf', content: Buffer.from('%PDF-1.7 hola') })
  play({ mimetype: 'image/jpeg', content: Buffer.from('<html>') })
  play({ mimetype: 'audio/ogg', content: Buffer.from('no se pide') })
  await messenger.until(async () => (await listChats())[0]?.waitingCount === 4)
  const job = fetchingJob(world.database, messenger.gateway)
  while (await job.run());
  const id = (await listChats())[0]?.id ?? ''
  const { entries } = await read(id)
  const byKind = entries.map(({ kind, file }) => [kind, file?.state, file?.name])
  expect(byKind).toHaveLength(4)
  expect(byKind).toEqual(
    expect.arrayContaining([
      ['picture', 'kept', null],
      ['document', 'kept', 'Factura.pdf'],
      ['picture', 'lost', null],
      ['audio', 'offered', null],
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

const answerFiles = () => turnOnAnswers(shop, (key) => key === 'voucher')

test('a picture of one who owes becomes a voucher where the rule answers it, else where a clerk says so', async () => {
  const session = await messenger.link(shop)
  await shop.invoice([await shop.receive()])
  const job = fetchingJob(world.database, messenger.gateway)
  const send = async (width: number, count: number) => {
    const file = { mimetype: 'image/png', content: greyPng(width, 80) }
    messenger.fake.play({ session, phone: '50586904417', body: 'Mi comprobante', file })
    await messenger.until(async () => (await listChats())[0]?.waitingCount === count)
    while (await job.run());
  }
  const pending = async () => (await shop.user.ok('GET /api/vouchers/counts', { query: {} })).data.pending
  await send(60, 1)
  expect([await pending(), (await listChats())[0]?.hasVoucher]).toEqual([0, false])
  await answerFiles()
  await send(70, 2)
  const [row] = await listChats()
  const id = row?.id ?? ''
  expect([await pending(), row?.hasVoucher]).toEqual([1, true])
  const { entries } = await read(id)
  const [first, second] = entries.filter(({ kind }) => kind === 'picture')
  expect([first?.voucherId, second?.voucherId]).toEqual([null, expect.any(String)])
  const params = { id, fileId: first?.file?.id ?? '' }
  // The answer leaves after the file is kept; one that cannot be kept says so.
  await letPass(world, shop.id, '1 minute')
  const lost = { mimetype: 'application/octet-stream', name: 'recibo', content: Buffer.from('GIF89a') }
  messenger.fake.play({ session, phone: '50586904417', body: 'Ya pagué', file: lost })
  await messenger.until(async () => (await listChats())[0]?.waitingCount === 3)
  const answers = async () =>
    (await read(id)).entries.flatMap(({ source, author }) => (source === 'rule' ? author : []))
  expect(await answers()).toEqual(['Un comprobante'])
  while (await job.run());
  expect([await answers(), await pending()]).toEqual([['Un comprobante', 'Archivo que no se pudo abrir'], 1])
  expect((await listChats())[0]?.isWaiting).toBe(true)
  const taken = await shop.user.ok('POST /api/conversations/:id/files/:fileId/voucher', { params })
  const again = await shop.user.ok('POST /api/conversations/:id/files/:fileId/voucher', { params })
  expect([again.data.id, await pending()]).toEqual([taken.data.id, 2])
})

test('a file is tried for an hour, then kept without what cannot follow from it, and lost where it cannot be kept at all', async () => {
  const session = await messenger.link(shop)
  await shop.invoice([await shop.receive()])
  await answerFiles()
  const job = fetchingJob(world.database, messenger.gateway)
  const state = async (agoHours: number) => {
    await world.owner.query(
      `update conversation_messages set fetch_at = now(), created_at = now() - $2 * interval '1 hour'
       where company_id = $1 and file_state = 'fetching'`,
      [shop.id, agoHours],
    )
    await job.run().catch(() => undefined)
    return (await read((await listChats())[0]?.id ?? '')).entries.at(-1)?.file?.state
  }
  await world.owner.query(`create function spoil() returns trigger language plpgsql as $$ begin
    raise exception 'It cannot be written'; end $$`)
  try {
    for (const [place, table] of ['vouchers', 'received_files'].entries()) {
      await world.owner.query(`create trigger spoil before insert on ${table} for each row
        when (new.company_id = '${shop.id}') execute function spoil()`)
      const file = { mimetype: 'image/png', content: greyPng(60 + place, 80) }
      messenger.fake.play({ session, phone: '50586904417', body: '', file })
      await messenger.until(async () => (await listChats())[0]?.waitingCount === place + 1)
      expect([table, await state(0), await state(2)]).toEqual([table, 'fetching', place === 0 ? 'kept' : 'lost'])
    }
  } finally {
    await world.owner.query('drop function spoil cascade')
  }
})

test('a file that the gateway deleted before it was fetched is fetched anew, and one that is still there before what was missed', async () => {
  const session = await messenger.link(shop)
  const play = (width: number, isMissed = false) => {
    const file = { mimetype: 'image/png', content: greyPng(width, 80) }
    messenger.fake.play({ session, phone: '50586904417', body: '', file, isMissed })
  }
  play(60)
  await messenger.until(async () => (await listChats())[0]?.waitingCount === 1)
  messenger.fake.expireFiles()
  const job = fetchingJob(world.database, messenger.gateway)
  while (await job.run());
  play(61, true)
  await world.owner.query("update gateway_turns set taken_at = now() - interval '5 minutes' where name = 'poll'")
  await messenger.until(async () => (await listChats())[0]?.waitingCount === 2)
  play(62)
  await messenger.until(async () => (await listChats())[0]?.waitingCount === 3)
  const states = async () => (await read((await listChats())[0]?.id ?? '')).entries.map(({ file }) => file?.state)
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
  await messenger.until(async () => (await listChats())[0]?.waitingCount === 3)
  play(few)
  await messenger.until(async () => (await other.user.ok('GET /api/conversations', { query: {} })).data.length === 1)
  const claim = () =>
    world.database.withoutCompany(async (db) => {
      const { rows } = await sql<{ id: string }>`select company_id as id from claim_incoming_file()`.execute(db)
      return rows[0]?.id
    })
  expect([await claim(), await claim(), await claim()]).toEqual([shop.id, other.id, shop.id])
})
