import { beforeEach, expect, test } from 'vitest'
import { type Hook, openHook, writes } from '../../../../tests/support/hook.ts'
import { notifyReady } from '../../../../tests/support/messenger.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { readWish } from './read-wish.ts'

const world = openWorld()
const shop = openShops(world)
let hook: Hook
beforeEach(async () => {
  hook = await openHook(world, shop)
})

test('a client who writes BAJA gets no more messages, and one who asks for a package goes on getting them', async () => {
  await hook.deliver(writes('¿Ya vino mi paquete?'))
  expect(await hook.isAllowed()).toBe(true)
  await hook.deliver(writes('Quiero darme de baja'))
  expect(await hook.isAllowed()).toBe(false)
})

test('a text near it is shown to staff, who say whether the client wants no more messages', async () => {
  const question = async () =>
    (await shop.viewer.ok('GET /api/client/:id', { params: { id: shop.client.id } })).data.optOutText
  const answer = (allowed: boolean) =>
    shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed } })
  for (const allowed of [true, false]) {
    await hook.deliver(writes('  No quiero la baja  '))
    expect([await question(), await hook.isAllowed()]).toEqual(['No quiero la baja', true])
    await answer(allowed)
    expect([await question(), await hook.isAllowed()]).toEqual([null, allowed])
  }
  // A client who gets none is not asked about.
  await hook.deliver(writes('No quiero la baja'))
  expect(await question()).toBe(null)
  await hook.deliver(writes('ALTA'))
  expect(await hook.isAllowed()).toBe(true)
  await hook.deliver(writes(`No quiero la baja ${'x📦'.repeat(3_000)}`))
  expect((await question())?.length).toBeLessThanOrEqual(300)
})

test('a text near it under an alias is shown as soon as the number is known', async () => {
  await hook.deliver(writes('No quiero la baja', '987654321098765', 'lid'))
  const data = { key: { remoteJidAlt: '50586904417@s.whatsapp.net' } }
  await hook.deliver(writes('Hola', '987654321098765', 'lid', data))
  const { data: client } = await shop.user.ok('GET /api/client/:id', { params: { id: shop.client.id } })
  expect(client.optOutText).toBe('No quiero la baja')
})

test('a message that is edited to BAJA counts', async () => {
  await hook.deliver(writes('hola'))
  await hook.deliver({ ...writes('BAJA'), event: 'message.edited' })
  expect(await hook.isAllowed()).toBe(false)
})

test('a BAJA ends the messages to every client at that number, with or without its country, and makes the chat known', async () => {
  const others = [await shop.addClient({ phone: '86904417' }), await shop.addClient({ phone: '+505 8690-4417' })]
  const other = await shop.addClient({ phone: '88881111' })
  await hook.deliver(writes('BAJA'))
  for (const { id } of [shop.client, ...others]) expect(await hook.isAllowed(id)).toBe(false)
  expect(await hook.isAllowed(other.id)).toBe(true)
  const { rows } = await world.owner.query(
    'select count(*)::int as known from clients where company_id = $1 and chat_known_at is not null',
    [shop.id],
  )
  expect(rows[0].known).toBe(3)
})

test('a BAJA from the second phone of a client ends their messages once it is proven, and the chat with the first one is known no better', async () => {
  const other = await shop.addClient({ phone: '88881111', secondPhone: '8811 2233' })
  await hook.deliver(writes('BAJA', '50588112233'))
  expect(await hook.isAllowed(other.id)).toBe(true)
  await hook.deliver(writes(`VINCULAR ${other.secondPhoneCode}`, '50588112233'))
  await hook.deliver(writes('BAJA', '50588112233'))
  expect(await hook.isAllowed(other.id)).toBe(false)
  const { rows } = await world.owner.query(
    'select id from clients where company_id = $1 and chat_known_at is not null',
    [shop.id],
  )
  expect(rows).toEqual([])
})

test('a BAJA in a group, in a channel or by the company itself ends no messages', async () => {
  for (const place of ['g.us', 'newsletter', 'broadcast']) await hook.deliver(writes('BAJA', undefined, place))
  await hook.deliver({ event: 'message', payload: { from: '50586904417@c.us', fromMe: true, body: 'BAJA' } })
  expect(await hook.isAllowed()).toBe(true)
})

test('a BAJA under an alias counts from the first message on that was acknowledged under it', async () => {
  const alias = '987654321098765'
  await hook.deliver(writes('Hola', alias, 'lid'))
  const id = await notifyReady(shop)
  const { rows } = await world.owner.query(
    "update messages set state = 'sent' where id = $1 returning gateway_message_id as name",
    [id],
  )
  await hook.deliver({
    event: 'message.ack',
    payload: {
      id: `true_${alias}@lid_${rows[0].name}`,
      from: `${alias}@lid`,
      fromMe: true,
      ack: 2,
      ackName: 'DEVICE',
    },
  })
  const neighbour = await openShop(world)
  await (await openHook(world, neighbour)).deliver(writes('BAJA', alias, 'lid'))
  expect([await hook.isAllowed(), await hook.isAllowed(neighbour.client.id)]).toEqual([true, true])
  await hook.deliver(writes('BAJA', alias, 'lid'))
  expect(await hook.isAllowed()).toBe(false)
})

const [phone, lid, other] = ['50586904417', '17750588484726', '17750588484727']
const beside = { key: { remoteJidAlt: `${phone}@s.whatsapp.net`, addressingMode: 'lid' } }

test.each([
  ['NOWEB', beside],
  ['GOWS', { Info: { Sender: `${lid}:3@lid`, SenderAlt: `${phone}:3@s.whatsapp.net`, AddressingMode: 'lid' } }],
])('a BAJA under an alias counts where the event of %s has the number beside it', async (_, data) => {
  await hook.deliver(writes('BAJA', lid, 'lid', data))
  expect(await hook.isAllowed()).toBe(false)
})

test.each([
  ['a message with alias and number', writes('Hola', lid, 'lid', beside)],
  [
    'a message under the number with the alias beside it',
    writes('Hola', phone, 'c.us', { key: { remoteJidAlt: `${lid}@lid` } }),
  ],
])('a BAJA under an alias counts after %s', async (_, earlier) => {
  await hook.deliver(earlier)
  expect(await hook.isAllowed()).toBe(true)
  await hook.deliver(writes('BAJA', lid, 'lid'))
  expect(await hook.isAllowed()).toBe(false)
})

test('a BAJA under an alias counts as soon as the number is known, and for no other client', async () => {
  await hook.deliver(writes('Hola', other, 'lid'))
  await hook.deliver(writes('BAJA', lid, 'lid'))
  await hook.deliver(writes('Gracias', lid, 'lid'))
  expect(await hook.isAllowed()).toBe(true)
  await hook.deliver(writes('Hola', phone, 'c.us', { key: { remoteJidAlt: `${other}@lid` } }))
  expect(await hook.isAllowed()).toBe(true)
  await hook.deliver(writes('¿Y mi paquete?', phone, 'c.us', { key: { remoteJidAlt: `${lid}@lid` } }))
  expect(await hook.isAllowed()).toBe(false)
})

test('a BAJA under an alias counts once: messages that staff allow again afterwards stay allowed', async () => {
  await hook.deliver(writes('BAJA', lid, 'lid', beside))
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id: shop.client.id }, body: { allowed: true } })
  await hook.deliver(writes('Gracias', lid, 'lid', beside))
  expect(await hook.isAllowed()).toBe(true)
})

test.each([
  ['a number of letters', { key: { remoteJidAlt: "'; --@s.whatsapp.net" } }],
  ['a number that is none', { key: { remoteJidAlt: '1@s.whatsapp.net' } }],
  ['a group', { key: { remoteJidAlt: '50586904417@g.us' } }],
  ['something else', { key: [], Info: 5 }],
])('a BAJA under an alias does not count with %s beside it', async (_, data) => {
  await hook.deliver(writes('BAJA', lid, 'lid', data))
  expect(await hook.isAllowed()).toBe(true)
})

test('a BAJA is kept in the log of the company', async () => {
  await hook.deliver(writes('BAJA'))
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'clients' } })
  expect(data[0]).toMatchObject({ action: 'update', userId: null, after: { messages_allowed: false } })
})

test.each([
  'BAJA',
  ' baja ',
  'Baja.',
  '¡bája!',
  '*BAJA*',
  '"baja"',
  'BAJA 🙏',
  'STOP',
  'alto',
  'Unsubscribe',
  'baja, gracias',
  'BAJA por favor',
  'Baja porfa',
  'baja ya',
  'Hola, baja',
  'BAJA\nSaludos, María',
  'baja mensajes',
  'Baja de los mensajes',
  'quiero la baja',
  'Solicito mi baja',
  'Stop. Thank you',
  'stop please',
  'STOP STOP',
  'STOP STOP STOP STOP STOP STOP',
  'BAJA!!! BAJA!!!',
  'ＢＡＪＡ',
  'b\u200baja',
  'Dar de baja',
  'darme de baja',
  'Deme de baja',
  'Denme de baja por favor',
  'Me dan de baja',
  'quiero darme de baja',
  'Hola, me quiero dar de baja por favor',
  'NO MÁS',
  'no  mas',
  'no más mensajes',
  'NO MAS MENSAJES!!!',
  'Por favor no más mensajes',
  'no quiero mensajes',
  'No quiero más mensajes',
  'No quiero recibir más mensajes',
  'No deseo recibir mensajes',
  'No me envíen más mensajes',
  'no me manden mensajes',
  'Ya no me envíen más avisos',
  'Dejen de enviarme mensajes',
  'dejen de escribirme',
])('%j asks for no more messages', (text) => {
  expect(readWish(text)).toBe('out')
})

test.each(['ALTA', 'alta', 'Alta por favor', '¡Alta!', 'Quiero alta', 'deme de alta'])(
  '%j asks for messages again',
  (text) => {
    expect(readWish(text)).toBe('in')
  },
)

test.each([
  'No quiero la baja',
  'No me den de baja',
  'no, baja no',
  'B A J A',
  'Está muy alto el precio hoy, verdad',
  'El precio está alto',
  'Estoy en planta baja',
  'Baja el precio',
  '¿Me puede explicar cómo se da de baja este servicio de avisos?',
  'Vivo en Barrio Alto',
  'Ya no quiero que me manden tantos mensajes todos los días, por favor',
  '¿Cuándo baja el barco?',
])('%j is asked about, and takes no messages away', (text) => {
  expect(readWish(text)).toBe('near')
})

test.each([
  '',
  '🙏',
  'Cancelar',
  'CANCELAR',
  'Quiero cancelar',
  'Ya cancelé la factura',
  '¿Dónde puedo cancelar?',
  'Hola',
  'Gracias',
  'Ok, paso mañana',
  '¿Ya vino mi paquete?',
  'bajar',
  'Voy bajando',
  'trabaja hoy?',
  'Trabajan los sábados?',
  '¿A qué hora cierran?',
  '¿Cuánto debo?',
  'Mándeme la factura por favor',
  'No tengo el tracking',
  'Se me hizo tarde, llego a las 5',
  'Altagracia Pérez',
  'Está en el altar',
  '¿Pueden mandarme fotos?',
  'no',
  'Hoy no más',
])('%j says nothing of messages', (text) => {
  expect(readWish(text)).toBe('none')
})
