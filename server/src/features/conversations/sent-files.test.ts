import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import sharp from 'sharp'
import { beforeEach, expect, test } from 'vitest'
import { shareMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addPhoto } from '../../../../tests/support/package-photos.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { greyPng } from '../../../../tools/grey-png.ts'
import type { Db, Session } from '../../platform/database/database.ts'
import { fetchingJob } from './jobs.ts'
import { sendPaper } from './send-paper.ts'

const world = openWorld()
const shop = openShops(world)
const messenger = shareMessenger(world)
let id: string
let session: string
beforeEach(async () => {
  world.setTime(undefined)
  messenger.fake.behaveToSends('normal')
  messenger.fake.beVersion('2026.7.1')
  session = await messenger.link(shop)
  id = await shop.receiveChat()
})

const pdf = Buffer.from('%PDF-1.7 hola')
const files = 'POST /api/conversations/:id/files'
const papers = 'POST /api/conversations/:id/papers'
const send = (content: Buffer, text = '', key = randomUUID(), params = { id }) => ({
  params,
  body: { text, content: content.toString('base64') },
  headers: { 'Idempotency-Key': key },
})
const readThread = async () =>
  (await shop.user.ok('GET /api/conversations/:id/messages', { params: { id } })).data.entries
const listSent = async () => (await readThread()).filter(({ source }) => source === 'user')
const untilStates = (...states: string[]) =>
  messenger.until(async () => {
    const sent = (await listSent()).map(({ state }) => state)
    return sent.length === states.length && sent.every((state, index) => state === states[index])
  })

test('a picture leaves as a JPEG and a PDF as a document, each with its caption, once, and the thread shows both', async () => {
  const key = randomUUID()
  const { data: first } = await shop.user.ok(files, send(greyPng(1800, 900), 'Así quedó', key))
  expect(first).toMatchObject({ kind: 'picture', text: 'Así quedó', state: 'queued', file: { state: 'kept' } })
  expect((await shop.user.ok(files, send(greyPng(1800, 900), 'Así quedó', key))).data.id).toBe(first.id)
  expect((await shop.user.refused(files, send(pdf, 'Así quedó', key))).code).toBe('key_reused')
  const { data: chat } = await shop.user.ok('GET /api/conversations/:id', { params: { id } })
  expect(chat.isWaiting).toBe(false)
  // The receipts of this one come before the gateway's answer, which says its id.
  messenger.fake.behaveToSends('slow')
  await shop.user.ok(files, send(pdf))
  await untilStates('read', 'read')
  const [picture, document, ...more] = messenger.fake.sentBy(session)
  expect(more).toEqual([])
  expect([picture?.text, picture?.file?.mimetype, document?.text]).toEqual(['Así quedó', 'image/jpeg', ''])
  expect(await sharp(picture?.file?.content).metadata()).toMatchObject({ format: 'jpeg', width: 1600, height: 800 })
  expect(document?.file).toEqual({ mimetype: 'application/pdf', name: 'documento.pdf', content: pdf })
  for (const { file, kind } of await listSent()) {
    const params = { id, fileId: file?.id ?? '' }
    const { headers, statusCode } = await shop.user.send('GET /api/conversations/:id/files/:fileId', { params })
    const type = kind === 'picture' ? 'image/webp' : 'application/pdf'
    expect([statusCode, headers['content-type'], headers['x-content-type-options']]).toEqual([200, type, 'nosniff'])
    const other = { ...params, id: await shop.receiveChat({ phone: '50577231180' }) }
    expect((await shop.user.refused('GET /api/conversations/:id/files/:fileId', { params: other })).code).toBe(
      'not_found',
    )
    // What staff send is no proof of a client's payment.
    expect((await shop.user.refused('POST /api/conversations/:id/files/:fileId/voucher', { params })).code).toBe(
      'not_found',
    )
  }
  const { data: listed } = await shop.user.ok('GET /api/messages', { query: { clientId: shop.client.id } })
  expect(listed.map(({ body }) => body)).toEqual(['[Documento]', '[Foto] Así quedó'])
})

test('a file that surely was not sent is tried again, one that may have left is not, and an old gateway says why', async () => {
  messenger.fake.behaveToSends('closed', 'unavailable', 'normal')
  await shop.user.ok(files, send(greyPng(60, 60)))
  await untilStates('read')
  messenger.fake.behaveToSends('lostAfterSending')
  await shop.user.ok(files, send(pdf))
  await untilStates('read', 'unknown')
  for (let round = 0; round < 3; round += 1) await messenger.round()
  expect(messenger.fake.sentBy(session)).toHaveLength(2)
  messenger.fake.behaveToSends('normal')
  messenger.fake.beVersion('2026.5.1')
  await shop.user.ok(files, send(pdf))
  await untilStates('read', 'unknown', 'failed')
  expect((await listSent()).at(-1)?.error).toBe('La pasarela es demasiado antigua para enviar archivos')
  messenger.fake.beVersion('2026.7.1')
  const failed = (await listSent()).at(-1)?.id ?? ''
  await shop.user.ok('POST /api/messages/:id/resend', { params: { id: failed } })
  await untilStates('read', 'unknown', 'read')
})

test('a server of the version before leaves a file to those who can send it, and a file that was given up does not leave', async () => {
  await shop.user.ok(files, send(pdf, 'Su factura'))
  const claim = () =>
    world.database.withoutCompany(async (db) => {
      const { rows } = await sql<{ company_id: string }>`select * from claim_next_message(true)`.execute(db)
      return rows.filter(({ company_id }) => company_id === shop.id).length
    })
  expect(await claim()).toBe(0)
  await world.owner.query('update received_files set content = null where company_id = $1', [shop.id])
  await untilStates('cancelled')
  expect(await listSent()).toMatchObject([
    { file: { id: null, state: 'expired' }, error: 'El archivo venció antes de que saliera' },
  ])
  expect(messenger.fake.sentBy(session)).toEqual([])
})

test('what is neither picture nor PDF, what is too much for the company, and a hidden number are refused before anything is kept', async () => {
  const refuse = async (content: Buffer, params = { id }) =>
    (await shop.user.refused(files, send(content, '', randomUUID(), params))).code
  expect(await refuse(Buffer.from('<html>'))).toBe('file_not_usable')
  expect(await refuse(pdf, { id: await shop.receiveChat({ phone: null, alias: '987@lid' }) })).toBe('number_hidden')
  // What a client sent today is no limit of what staff send to them; what the company has is.
  for (const limit of ['content', 'bytes'])
    await world.owner.query(`alter table received_files drop constraint received_files_${limit}_check`)
  const fill = (clientId: string | null, mb: number) =>
    world.owner.query(
      `insert into received_files (company_id, client_id, kind, digest, content, bytes)
       values ($1, $2, 'pdf', sha256('full'), 'x', $3::int * 1024 * 1024)`,
      [shop.id, clientId, mb],
    )
  await fill(shop.client.id, 40)
  await shop.user.ok(files, send(pdf))
  const voice = { mimetype: 'audio/ogg', content: Buffer.from('OggS voz') }
  messenger.fake.play({ session, phone: '50586904417', body: '', file: voice })
  const findVoice = async () => (await readThread()).find(({ kind }) => kind === 'audio')
  await messenger.until(async () => (await findVoice()) !== undefined)
  await fill(null, 1024)
  expect(await refuse(pdf)).toBe('no_file_room')
  const press = { params: { id, messageId: (await findVoice())?.id ?? '' } }
  expect((await shop.user.refused('PUT /api/conversations/:id/messages/:messageId/audio', press)).code).toBe(
    'no_file_room',
  )
  expect((await shop.user.refused(papers, { params: { id }, body: { paper: 'statement' } })).code).toBe('no_file_room')
  expect(await listSent()).toHaveLength(1)
  // An address is no file.
  await world.owner.query(`update companies set us_address = 'Miami, FL' where id = $1`, [shop.id])
  await shop.user.ok(papers, { params: { id }, body: { paper: 'address' } })
})

test('papers, photos and address of the conversation’s own client are sent with one call, and never those of another', async () => {
  await world.owner.query('update companies set us_address = $2 where id = $1', [
    shop.id,
    '{{nombre}} {{casillero}}\nMiami, FL',
  ])
  const other = await shop.addClient({ phone: '50577001122' })
  const [own, foreign] = [await shop.receive(), await shop.receive({ clientId: other.id })]
  for (const one of [own, own, foreign]) await addPhoto(shop, one.id)
  const [invoice, theirs] = [await shop.invoice([own]), await shop.invoice([foreign], { clientId: other.id })]
  const { data: offered } = await shop.user.ok('GET /api/conversations/:id/papers', { params: { id } })
  expect(offered).toEqual([
    { paper: 'invoice', sourceId: invoice.id, number: invoice.companyInvoiceId },
    { paper: 'statement', sourceId: null, number: null },
    { paper: 'photos', sourceId: own.id, number: own.companyPackageId },
    { paper: 'address', sourceId: null, number: null },
  ])
  for (const { paper, sourceId } of offered) await shop.user.ok(papers, { params: { id }, body: { paper, sourceId } })
  await untilStates('read', 'read', 'read', 'read', 'read')
  const sent = messenger.fake.sentBy(session).slice(0, 5)
  expect(sent.map(({ text, file }) => file?.name ?? text)).toEqual([
    `Factura-${invoice.companyInvoiceId}.pdf`,
    `Estado-de-cuenta-${shop.client.casillero}.pdf`,
    ...['foto.jpg', 'foto.jpg', `Ana Núñez Báez ${shop.client.casillero}\nMiami, FL`],
  ])
  expect((await pagesOf(sent[0]?.file?.content ?? pdf)).join(' ')).toContain(`#${invoice.companyInvoiceId}`)

  const refuse = async (paper: 'invoice' | 'photos' | 'statement', sourceId?: string | null, params = { id }) =>
    (await shop.user.refused(papers, { params, body: { paper, sourceId } })).code
  const neighbour = await openShop(world)
  const voided = await shop.invoice([await shop.receive()])
  const twice = {
    params: { id },
    body: { paper: 'invoice' as const, sourceId: voided.id },
    headers: { 'Idempotency-Key': randomUUID() },
  }
  const { data: first } = await shop.user.ok(papers, twice)
  await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: voided.id } })
  expect((await shop.user.ok(papers, twice)).data.map((one) => one.id)).toEqual(first.map((one) => one.id))
  expect([
    await refuse('invoice', theirs.id),
    await refuse('invoice', voided.id),
    await refuse('photos', foreign.id),
    await refuse('photos', (await shop.receive()).id),
    await refuse('invoice', null),
    await refuse('invoice', (await neighbour.invoice([await neighbour.receive()])).id),
    await refuse('statement', null, { id: await shop.receiveChat({ phone: '50577231180' }) }),
  ]).toEqual([...Array(6).fill('not_found'), 'chat_without_client'])
  expect((await listSent()).length).toBe(6)

  // The chat is given to another client while the paper is drawn.
  const asCaller = <T>(run: (db: Db, session: Session) => Promise<T>) =>
    world.database.asUser({ companyId: shop.id, userId: shop.user.userId }, (db) => run(db, {} as Session))
  const draw = async () => {
    await world.owner.query('update conversations set client_id = $2 where id = $1', [id, other.id])
    return pdf
  }
  const serving = { once: <T>(_: Db, work: () => Promise<T>) => work(), draw }
  await expect(sendPaper(asCaller, id, { paper: 'statement' }, serving)).rejects.toMatchObject({ code: 'stale' })
})

test('a client’s file becomes the store’s invoice of their own purchase, announced or received, and of no other', async () => {
  const invoice = 'POST /api/conversations/:id/files/:fileId/invoice'
  const params = await shop.receiveChatFile()
  const use = async (body: { prealertId?: string; packageId?: string }) =>
    (await shop.user.ok(invoice, { params, body })).data
  const announce = (clientId: string, tracking: string) =>
    shop.user.ok('POST /api/prealerts', { body: { clientId, tracking } }).then(({ data }) => data.id)
  const announced = await announce(shop.client.id, '1Z999AA10123456784')
  expect(await use({ prealertId: announced })).toMatchObject({ id: announced, hasFile: true, state: 'expected' })
  const arrived = await shop.receive({ tracking: '9400111899223197428490' })
  const received = await use({ packageId: arrived.id })
  expect(received).toMatchObject({ tracking: arrived.tracking, hasFile: true, state: 'received' })
  expect((await use({ packageId: arrived.id })).id).toBe(received.id)
  const { rawPayload } = await shop.user.send('GET /api/prealerts/:id/file', { params: { id: received.id } })
  expect(rawPayload).toEqual((await shop.user.send('GET /api/conversations/:id/files/:fileId', { params })).rawPayload)

  const other = await shop.addClient({ phone: '50577001122' })
  const refuse = async (body: object, of = params) => (await shop.user.refused(invoice, { params: of, body })).code
  const contested = await shop.receive({ tracking: '1Z999AA10123456793' })
  const cancelled = await announce(shop.client.id, '1Z999AA10123456797')
  await shop.user.ok('DELETE /api/prealerts/:id', { params: { id: cancelled } })
  const deleted = await shop.receive()
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: deleted.id } })
  const { data: sent } = await shop.user.ok(files, send(pdf))
  await announce(other.id, contested.tracking ?? '')
  expect([
    await refuse({ prealertId: await announce(other.id, '1Z999AA10123456795') }),
    await refuse({ packageId: (await shop.receive({ clientId: other.id })).id }),
    await refuse({}),
    await refuse({ prealertId: cancelled }),
    await refuse({ packageId: deleted.id }),
    await refuse({ prealertId: announced }, { id, fileId: sent.file?.id ?? '' }),
    await refuse({ prealertId: announced }, { ...params, id: await shop.receiveChat({ phone: '50577001122' }) }),
    await refuse({ packageId: contested.id }),
    await refuse({ prealertId: announced }, await shop.receiveChatFile({ phone: '50577231180' })),
  ]).toEqual([...Array(7).fill('not_found'), 'prealert_exists', 'chat_without_client'])
  await world.owner.query('update received_files set content = null where id = $1', [params.fileId])
  expect(await refuse({ prealertId: announced })).toBe('file_expired')
})

test('a voice message is fetched when it is pressed, kept as other files, and can be pressed again where that failed', async () => {
  const press = async (messageId: string, params = { id }) =>
    await shop.user.send('PUT /api/conversations/:id/messages/:messageId/audio', { params: { ...params, messageId } })
  const job = fetchingJob(world.database, messenger.gateway)
  const play = (content: Buffer, isGone = false) =>
    messenger.fake.play({ session, phone: '50586904417', body: '', file: { mimetype: 'audio/ogg', content, isGone } })
  const voice = Buffer.from('OggS voz')
  const listVoices = async () => (await readThread()).filter(({ kind }) => kind === 'audio')
  for (const [index, content] of [voice, Buffer.from('<html>')].entries()) {
    play(content)
    await messenger.until(async () => (await listVoices()).length === index + 1)
  }
  // The gateway has deleted what it fetched, and asks WhatsApp anew.
  messenger.fake.expireFiles()
  while (await job.run());
  expect(await listVoices()).toMatchObject([
    { seconds: 4, file: { id: null, state: 'offered' } },
    { file: { state: 'offered' } },
  ])
  const [first, second] = await listVoices()
  for (const one of [first, second, first]) expect((await press(one?.id ?? '')).statusCode).toBe(200)
  while (await job.run());
  const [kept, lost] = await listVoices()
  expect([kept?.file?.state, lost?.file?.state]).toEqual(['kept', 'lost'])
  const params = { id, fileId: kept?.file?.id ?? '' }
  const heard = await shop.user.send('GET /api/conversations/:id/files/:fileId', { params })
  expect([heard.rawPayload, heard.headers['content-type']]).toEqual([voice, 'audio/ogg'])
  for (const take of ['voucher', 'invoice'] as const)
    expect(
      (await shop.user.send(`POST /api/conversations/:id/files/:fileId/${take}`, { params, body: {} })).statusCode,
    ).toBe(404)
  await press(lost?.id ?? '')
  expect((await listVoices())[1]?.file?.state).toBe('fetching')
  const other = { id: await shop.receiveChat({ phone: '50577231180' }) }
  expect((await press(kept?.id ?? '', other)).statusCode).toBe(404)
  expect((await press((await readThread())[0]?.id ?? '')).statusCode).toBe(404)
})
