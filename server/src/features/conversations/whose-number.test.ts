import { sql } from 'kysely'
import { beforeEach, expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { turnOnAnswers } from '../../../../tests/support/conversations.ts'
import { openMessenger } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { asOwnClient } from '../own-account/as-own-client.ts'

const world = openWorld()
const shop = openShops(world)
const [first, second] = ['50577231180', '50588112233']
beforeEach(async () => {
  await world.owner.query("update companies set us_address = '{{casillero}}' where id = $1", [shop.id])
  await turnOnAnswers(shop, (key) => key === 'address')
})

const get = async (id: string) => (await shop.user.ok('GET /api/conversations/:id', { params: { id } })).data
const readClient = async (id = shop.client.id) => (await shop.user.ok('GET /api/client/:id', { params: { id } })).data
const edit = async (id: string, values: object) =>
  shop.admin.send('PUT /api/client/:id', { params: { id }, body: { ...(await readClient(id)), ...values } })

/** Writes from a number, and gives its chat with the rule and the text that answered. */
async function write(phone: string, text: string) {
  const chat = await get(await shop.receiveChat({ phone, text }))
  const { rows } = await world.owner.query<{ rule: string; body: string }>(
    `select m.answer_rule as rule, m.body from messages m join conversation_messages c on m.event_key = 'answer:' || c.id
     where c.conversation_id = $1 order by c.id desc limit 1`,
    [chat.id],
  )
  return { chat, rule: rows[0]?.rule, answer: rows[0]?.body }
}

/** Asks for the address, a minute after the last answer; gives the casillero that was answered. */
async function ask(phone: string): Promise<string | undefined> {
  await world.owner.query("update messages set created_at = created_at - interval '2 days' where company_id = $1", [
    shop.id,
  ])
  const { chat, answer } = await write(phone, 'mi dirección')
  return chat.client === null ? undefined : /[A-Z]{3}\d{4}/.exec(answer ?? '')?.[0]
}

async function give(phone: string, clientId: string | null, text = 'Hola') {
  const { id, version } = (await write(phone, text)).chat
  return await shop.user.send('PUT /api/conversations/:id', {
    params: { id },
    body: { attended: false, clientId, version },
  })
}

test('a number that is a client’s phone is theirs alone, whatever way another client takes to have it as their second one', async () => {
  const victim = await shop.addClient({ firstName: 'Berta', phone: first })
  const { secret } = await addClientAccess(world, shop, shop.client.id)
  const form = { secondPhone: first, email: '', address: '', city: '', department: '' }
  const saved = await visitPage(world, shop.host, '/mi/datos', { secret, form })
  expect(saved.headers.location).toBe('/mi/datos?listo')
  const taken = await readClient()
  // Neither the page nor a code of the number itself tells that it is another client's.
  const page = await visitPage(world, shop.host, '/mi/datos', { secret })
  expect(page.body).toContain(`VINCULAR ${taken.secondPhoneCode}`)
  expect((await write(first, `VINCULAR ${taken.secondPhoneCode}`)).chat.client?.id).toBe(victim.id)
  expect(await ask(first)).toBe(victim.casillero)

  const refusals = [
    await edit(shop.client.id, { secondPhone: first.slice(3) }),
    await shop.admin.send('POST /api/client', { body: { ...taken, secondPhone: first } }),
    await give(first, shop.client.id),
  ].map((answer) => answer.json())
  expect(refusals.map(({ code }) => code)).toEqual(Array(3).fill('phone_of_client'))
  const sentence = `Este número es el teléfono de ${victim.casillero}; si ya no es suyo, cámbielo antes en su ficha`
  expect(refusals.map(({ fields }) => fields)).toEqual([
    { secondPhone: sentence },
    { secondPhone: sentence },
    { clientId: sentence },
  ])
  const gone = await shop.addClient({ phone: '50588880000' })
  await visitPage(world, shop.host, '/mi/datos', { ...(await addClientAccess(world, shop, gone.id)), form })
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: gone.id },
    body: { intoClientId: shop.client.id },
  })
  const proven = world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
    asOwnClient(db, shop.client.id, (client) =>
      client.updateTable('clients').set({ second_phone_proven_at: sql`now()` }).execute(),
    ),
  )
  await expect(proven).rejects.toMatchObject({ code: '42501' })
  await world.owner.query('update clients set second_phone_proven_at = now() where id = $1', [shop.client.id])
  expect(await ask(first)).toBe(victim.casillero)
  expect((await readClient()).isSecondPhoneProven).toBe(false)
})

test('a second phone says who writes once its code came from it, and the client is told so', async () => {
  await edit(shop.client.id, { secondPhone: second.slice(3) })
  const { secondPhoneCode: code } = await readClient()
  expect(await write(second, 'mi dirección')).toMatchObject({ chat: { client: null }, rule: 'unknown' })
  expect((await write(first, `VINCULAR ${code}`)).chat.client).toBeNull()
  expect((await write(second, 'VINCULAR AAAAAA')).chat.client).toBeNull()
  const { chat, rule, answer } = await write(second, `Para vincular numero: *vincular ${code?.toLowerCase()}*`)
  expect([chat.client?.id, rule, answer]).toEqual([
    shop.client.id,
    'proven',
    'Listo: ya puede escribirnos desde este número.',
  ])
  expect(await readClient()).toMatchObject({ isSecondPhoneProven: true, secondPhoneCode: null })
  expect(await ask(second)).toBe(shop.client.casillero)

  // Another client's code from the same number is a text as any other, and so is staff's word against it.
  const other = await shop.addClient({ phone: '50588884444', secondPhone: second })
  expect((await write(second, `VINCULAR ${other.secondPhoneCode}`)).chat.client?.id).toBe(shop.client.id)
  expect((await give(second, other.id)).json().code).toBe('second_phone_of_client')
  // The mark stays as long as the number, however it is written.
  await edit(shop.client.id, { secondPhone: second, city: 'León' })
  expect((await readClient()).isSecondPhoneProven).toBe(true)
  await edit(shop.client.id, { secondPhone: '' })
  expect((await give(second, other.id)).statusCode).toBe(200)
  expect((await readClient(other.id)).isSecondPhoneProven).toBe(true)
})

test('a code proves nothing after 24 hours, nor after five tries of its number, until the next one is given', async () => {
  await edit(shop.client.id, { secondPhone: second })
  const code = async () => (await readClient()).secondPhoneCode
  const late = await code()
  await world.owner.query("update clients set second_phone_code_until = now() - interval '1 s' where id = $1", [
    shop.client.id,
  ])
  expect(await code()).toBeNull()
  expect((await write(second, `VINCULAR ${late}`)).chat.client).toBeNull()
  await edit(shop.client.id, {})
  for (let tries = 2; tries <= 4; tries++) await write(second, 'VINCULAR AAAAAA')
  // An edit takes no try back.
  await shop.receiveChat({ phone: second, messageId: '3ATRIED', text: 'VINCULAR AAAAAA' })
  await shop.receiveChat({ phone: second, messageId: '3ATRIEDE', edits: '3ATRIED', text: 'Hola' })
  expect((await write(second, `VINCULAR ${await code()}`)).chat.client).toBeNull()
  await world.owner.query(
    "update conversation_messages set created_at = created_at - interval '25 hours' where company_id = $1",
    [shop.id],
  )
  expect((await write(second, `VINCULAR ${await code()}`)).chat.client?.id).toBe(shop.client.id)
})

test('a number that is the phone of two clients waits for staff without data, and their choice stays while it is one of the two', async () => {
  const sister = await shop.addClient({ firstName: 'Berta', phone: first })
  await edit(shop.client.id, { phone: first.slice(3) })
  const { chat, rule } = await write(first, 'mi dirección')
  expect([chat.client, chat.isShared, chat.isWaiting, rule]).toEqual([null, true, true, undefined])
  expect((await give(first, sister.id)).statusCode).toBe(200)
  expect(await ask(first)).toBe(sister.casillero)
  await edit(shop.client.id, { city: 'Estelí' })
  expect(await ask(first)).toBe(sister.casillero)
  await edit(sister.id, { phone: '50588880001' })
  expect((await get(chat.id)).client?.id).toBe(shop.client.id)
  await edit(sister.id, { phone: first })
  expect((await get(chat.id)).client).toBeNull()
  await shop.admin.ok('POST /api/clients/:id/merge', {
    params: { id: sister.id },
    body: { intoClientId: shop.client.id },
  })
  expect((await get(chat.id)).client?.id).toBe(shop.client.id)
})

test('a client who gets a number as their phone takes it, its chat included, from the one who proved it, for good', async () => {
  expect((await give(second, shop.client.id)).statusCode).toBe(200)
  expect((await readClient()).isSecondPhoneProven).toBe(true)
  const heir = await shop.addClient({ phone: second })
  const { chat } = await write(second, 'Hola')
  expect([chat.client?.id, (await readClient()).isSecondPhoneProven]).toEqual([heir.id, false])
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: heir.id } })
  expect((await get(chat.id)).client).toBeNull()
  // One who is brought back has not proven it again.
  await edit(shop.client.id, { secondPhone: null })
  const other = await shop.addClient({ phone: '50588884444' })
  expect((await give(second, other.id)).statusCode).toBe(200)
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: other.id } })
  await world.owner.query('update clients set deleted_at = null where id = $1', [other.id])
  expect([(await readClient(other.id)).isSecondPhoneProven, (await get(chat.id)).client]).toEqual([false, null])
})

test('an answer that waits does not leave once the number is no longer its client’s', async () => {
  const messenger = await openMessenger(world)
  try {
    const session = await messenger.link(shop)
    await give(second, shop.client.id)
    const { chat } = await write(second, '¿Cuánto debo?')
    const params = { id: chat.id }
    await shop.user.ok('POST /api/conversations/:id/messages', { params, body: { text: 'Debe 500' } })
    await edit(shop.client.id, { secondPhone: '' })
    await shop.user.ok('POST /api/conversations/:id/messages', { params, body: { text: '¿Quién escribe?' } })
    await messenger.until(() => messenger.fake.sentBy(session).some(({ text }) => text === '¿Quién escribe?'))
    expect(messenger.fake.sentBy(session).map(({ text }) => text)).not.toContain('Debe 500')
    const { entries } = (await shop.user.ok('GET /api/conversations/:id/messages', { params })).data
    expect(entries.find(({ text }) => text === 'Debe 500')?.error).toBe(
      'El número dejó de ser del cliente antes de que saliera la respuesta',
    )
  } finally {
    await messenger.close()
  }
})
