import fc from 'fast-check'
import { expect, test } from 'vitest'
import { letPass, receiveChat, turnOnAnswers, writeChat } from '../../../../tests/support/conversations.ts'
import { openHook, writes } from '../../../../tests/support/hook.ts'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { isWholeRun } from '../../../../tests/support/sampling.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import type { ChatMessage, GatewayEvent } from '../../platform/whatsapp/gateway.ts'
import { type KnownMessage, mergeMessage, type Said } from './merge-message.ts'
import { receiveEvent } from './receive-event.ts'

const world = openWorld()
const shop = openShops(world)

/** A moment of today, some seconds ago. */
const ago = (seconds: number): string => new Date(Date.now() - seconds * 1000).toISOString()

const turnOn = () => turnOnAnswers(shop)

const receive = (values: Partial<ChatMessage>, kind?: 'incoming' | 'written') =>
  receiveChat(world.database, shop.id, values, kind)
const find = async (phone = '50586904417') =>
  (await shop.user.ok('GET /api/conversations', { query: { state: 'all' } })).data.find((row) => row.phone === phone)
const countWaiting = async (phone?: string) => (await find(phone))?.waitingCount ?? 0
const listAnswers = async () =>
  (
    await world.owner.query<{ rule: string }>(
      'select answer_rule as rule from messages where company_id = $1 and answer_rule is not null order by id',
      [shop.id],
    )
  ).rows.map(({ rule }) => rule)

test('a question is attended, and one with a complaint, a file or a wish beside it waits', async () => {
  await turnOn()
  await receive({ text: 'mis paquetes' })
  expect([await listAnswers(), await countWaiting()]).toEqual([['packages'], 0])
  const texts = [
    'Me robaron mi paquete',
    'Ya le pagué mi saldo ayer',
    'cuánto debo y a qué hora abren',
    'BAJA, ya pagué',
  ]
  for (const [index, text] of texts.entries()) {
    await letPass(world, shop.id, '1 hour')
    await receive({ text })
    expect(await countWaiting(), text).toBe(index + 1)
  }
  await letPass(world, shop.id, '1 hour')
  await receive({ text: 'mis paquetes', kindOfMessage: 'video' })
  await receive({ text: 'BAJA', kindOfMessage: 'picture', file: { path: null, name: null } })
  expect([(await listAnswers()).length, await countWaiting()]).toEqual([5, 6])
})

test('an edit waits for a person, of a message that a rule attended and before its message', async () => {
  await turnOn()
  await receive({ messageId: '3A1', text: 'mis paquetes' })
  await receive({ messageId: '3A2', edits: '3A1', text: 'mis paquetes vinieron rotos' })
  expect(await countWaiting()).toBe(1)
  await letPass(world, shop.id, '1 hour')
  // What it said first is not known.
  await receive({ messageId: '3A4', edits: '3A3', text: 'mis paquetes' })
  expect([(await listAnswers()).length, await countWaiting()]).toEqual([2, 2])
})

test('no rule answers within 30 minutes after the last word of staff, from here or on the phone, and BAJA is confirmed all the same', async () => {
  await turnOn()
  const id = await receive({ text: 'Hola' })
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text: 'Buenas' } })
  await receive({ text: 'mis paquetes' })
  expect([await listAnswers(), await countWaiting()]).toEqual([[], 1])
  await receive({ text: 'BAJA' })
  expect([await listAnswers(), await countWaiting()]).toEqual([['opt_out'], 1])
  await letPass(world, shop.id, '31 minutes')
  await receive({ text: 'Ya vino', at: ago(60) })
  await receive({ text: 'Sí, pase cuando guste', at: ago(30) }, 'written')
  await letPass(world, shop.id, '20 minutes')
  await receive({ text: 'mis paquetes' })
  expect([(await listAnswers()).length, await countWaiting()]).toEqual([2, 1])
  await letPass(world, shop.id, '11 minutes')
  await receive({ text: 'mis paquetes' })
  expect([(await listAnswers()).length, await countWaiting()]).toEqual([3, 1])
})

test('an event without content is answered by no rule and hides no text that comes after it', async () => {
  await turnOn()
  await receive({ messageId: '3A1', kindOfMessage: 'other', text: '' })
  expect([await listAnswers(), await countWaiting()]).toEqual([[], 1])
  await receive({ messageId: '3A1', text: 'mis paquetes' })
  expect([await listAnswers(), await countWaiting()]).toEqual([['packages'], 0])
  expect((await find())?.last).toEqual({ kind: 'text', text: 'mis paquetes' })
})

const greeting = 'Gracias por comunicarse con nosotros, en un momento le atendemos'

test('a greeting of the phone attends nothing, whether it leaves at once or stands in several chats, and whichever comes first', async () => {
  await receive({ text: greeting, at: ago(57) }, 'written')
  await receive({ text: 'Quiero reclamar', at: ago(60) })
  expect(await countWaiting()).toBe(1)
  const other = '50577001122'
  await receive({ text: '¿Me ayuda?', phone: other, at: ago(60) })
  await receive({ text: greeting, phone: other, at: ago(20) }, 'written')
  expect(await countWaiting(other)).toBe(1)
  // A short answer is written by people again and again.
  for (const phone of [other, '50586904417']) await receive({ text: 'Ya voy', phone, at: ago(5) }, 'written')
  expect([await countWaiting(), await countWaiting(other)]).toEqual([0, 0])
})

test('an answer that staff deleted, or that is known by its edit alone, is none, and an old message that is put back waits until staff write again', async () => {
  const id = await receive({ messageId: '3A1', text: 'Hola', at: ago(100) })
  await receive({ messageId: '3B9', edits: '3B0', text: 'Un momento', at: ago(80) }, 'written')
  expect(await countWaiting()).toBe(1)
  await receive({ messageId: '3B1', text: 'Buenas', at: ago(60) }, 'written')
  expect(await countWaiting()).toBe(0)
  const { version } = (await shop.user.ok('GET /api/conversations/:id', { params: { id } })).data
  const body = { attended: false, clientId: shop.client.id, version }
  await shop.user.ok('PUT /api/conversations/:id', { params: { id }, body })
  await receive({ messageId: '3B1', edits: '3B1', text: 'Buenas tardes', at: ago(50) }, 'written')
  expect(await countWaiting()).toBe(1)
  await letPass(world, shop.id, '1 minute')
  await receive({ messageId: '3B2', text: 'Claro' }, 'written')
  expect(await countWaiting()).toBe(0)
  const chat = { phone: '50586904417', alias: null, isOwn: true }
  const unsay = (messageId: string) => {
    const revoked: GatewayEvent = { id: `evt_${messageId}`, kind: 'revoked', messageId, ...chat }
    return world.database.asUser({ companyId: shop.id, userId: '' }, (db) => receiveEvent(db, revoked))
  }
  await unsay('3B2')
  expect(await countWaiting()).toBe(1)
  await receive({ messageId: '3B3', text: 'Ya le aviso' }, 'written')
  // What was answered here too stays attended.
  await shop.user.ok('POST /api/conversations/:id/messages', { params: { id }, body: { text: 'Puede pasar' } })
  await unsay('3B3')
  expect(await countWaiting()).toBe(0)
})

test('a chat says the same in whatever order its events come: the latest edit, the latest message, and what waits', async () => {
  const begun = Date.now() - 600_000
  const at = (seconds: number) => new Date(begun + seconds * 1000).toISOString()
  const events: [kind: 'incoming' | 'written' | 'revoked', values: Partial<ChatMessage>][] = [
    ['incoming', { messageId: '3A1', at: at(0), text: 'Hola' }],
    ['written', { messageId: '3B1', at: at(3), text: 'Gracias por escribirnos' }],
    ['incoming', { messageId: '3A2', at: at(30), text: 'mis paquetes' }],
    ['incoming', { messageId: '3E1', edits: '3A2', at: at(40), text: 'Me robaron' }],
    ['incoming', { messageId: '3E2', edits: '3A2', at: at(50), text: 'Me robaron mi paquete' }],
    ['written', { messageId: '3B2', at: at(120), text: 'Ya voy' }],
    ['incoming', { messageId: '3A3', at: at(130), kindOfMessage: 'other', text: '' }],
    ['incoming', { messageId: '3A3', at: at(130), text: 'Gracias' }],
    ['incoming', { messageId: '3E3', edits: '3A1', at: at(200), text: '¡Hola!' }],
    ['revoked', { messageId: '3A3' }],
    ['written', { messageId: '3E4', edits: '3B1', at: at(300), text: 'Le atendemos' }],
  ]
  await turnOn()
  let count = 0
  const play = async (order: typeof events) => {
    count += 1
    const phone = `505870${10_000 + count}`
    await shop.addClient({ phone })
    for (const [index, [kind, values]] of order.entries()) {
      const message = writeChat({ phone, ...values })
      const ofChat = (id: string) => `${id}-${count}`
      const named = { messageId: ofChat(message.messageId), edits: message.edits && ofChat(message.edits) }
      const event = { id: `evt_${count}_${index}`, ...message, ...named }
      await world.database.asUser({ companyId: shop.id, userId: '' }, (db) =>
        receiveEvent(db, kind === 'revoked' ? { ...event, kind, isOwn: false } : { ...event, kind }),
      )
    }
    const row = await find(phone)
    const params = { id: row?.id ?? '' }
    const { entries } = (await shop.user.ok('GET /api/conversations/:id/messages', { params })).data
    const written = entries.filter(({ source }) => source !== 'rule')
    return {
      ...{ waiting: row?.waitingCount, last: row?.last, lastAt: row?.lastIncomingAt },
      texts: written.map(({ text, isEdited, isRevoked }) => [text, isEdited, isRevoked]),
    }
  }
  const inOrder = await play(events)
  expect(inOrder).toMatchObject({
    waiting: 2,
    last: { kind: 'text', text: 'Gracias' },
    texts: [
      ['¡Hola!', true, false],
      ['Le atendemos', true, false],
      ['Me robaron mi paquete', true, false],
      ['Ya voy', false, false],
      ['Gracias', false, true],
    ],
  })
  const orders = fc.shuffledSubarray(events, { minLength: events.length })
  const check = fc.asyncProperty(orders, async (order) => {
    expect(await play(order)).toEqual(inOrder)
  })
  await fc.assert(check, { numRuns: isWholeRun ? 12 : 4, endOnFailure: true })
})

const said = (values: Partial<Said>): Said => ({
  says: 'message',
  isOwn: false,
  at: 0,
  kind: 'text',
  text: '',
  ...values,
})
const merge = (events: readonly Said[]): KnownMessage | undefined => {
  let known: KnownMessage | undefined
  for (const event of events) {
    const merged = mergeMessage(known, event)
    if (merged) {
      const { isNews: _, ...rest } = merged
      known = rest
    }
  }
  return known
}

test('a message, its edits, its deletion and an event without content say the same in whatever order they come', () => {
  const events = [
    said({ at: 1_000, kind: 'picture', text: 'Mi paquete' }),
    said({ at: 1_000, kind: 'other' }),
    said({ says: 'edit', at: 5_000, text: 'Me robaron' }),
    said({ says: 'edit', at: 9_000, text: 'Me robaron mi paquete' }),
    said({ says: 'deletion', at: 20_000, kind: 'other' }),
  ]
  const all = fc.shuffledSubarray([...events, ...events], { minLength: 10 })
  fc.assert(
    fc.property(all, (order) => {
      expect(merge(order)).toEqual({
        ...{ kind: 'picture', text: 'Me robaron mi paquete', writtenAt: 1_000, editedAt: 9_000 },
        ...{ isRevoked: true, waitsFrom: 9_000 },
      })
    }),
    { numRuns: 500 },
  )
})

test('what the phone wrote and a deletion alone wait for nothing, and a text that comes after an attended edit does not wait anew', () => {
  expect(
    merge([said({ says: 'edit', isOwn: true, at: 5 }), said({ isOwn: true, at: 1, text: 'a' })])?.waitsFrom,
  ).toBeNull()
  expect(merge([said({ says: 'deletion', at: 5 })])?.waitsFrom).toBeNull()
  const edited = merge([said({ says: 'edit', at: 5_000, text: 'Hola' })])
  const attended = edited && { ...edited, waitsFrom: null }
  expect(mergeMessage(attended, said({ at: 1_000, text: 'Ola' }))).toMatchObject({ waitsFrom: null, isNews: false })
  expect(mergeMessage(attended, said({ says: 'edit', at: 6_000, text: 'No llegó' }))).toMatchObject({
    waitsFrom: 6_000,
  })
})

test('two hundred messages that come twice and in any order are each kept once, and a chat is answered once a minute', async () => {
  const shop = await openShop(world)
  const hook = await openHook(world, shop)
  await turnOnAnswers(shop)
  await shop.addClient({ phone: '50587000001' })
  const phones = ['50586904417', '50587000001', '50587000002', '50587000003']
  const sent = Array.from({ length: 200 }, (_, index) => {
    const first = writes(`¿Ya vino mi paquete? ${index}`, phones[index % phones.length])
    return [first, { ...first, event: 'message.any' }]
  })
  // Every second of them comes a second time before the one before it came at all.
  const events = [
    ...sent
      .flat()
      .filter((_, at) => at % 2 === 0)
      .toReversed(),
    ...sent.flat().filter((_, at) => at % 2 === 1),
  ]
  const queue = events.values()
  await Promise.all(
    Array.from({ length: 12 }, async () => {
      for (const event of queue) await hook.deliver(event)
    }),
  )
  const ask = async (text: string) => (await world.owner.query(text, [shop.id])).rows
  expect(await ask('select count(*)::int as kept from conversation_messages where company_id = $1')).toEqual([
    { kept: 200 },
  ])
  expect(
    await ask(
      `select v.phone, count(m.id)::int as answers, count(m.id) filter (where m.answer_rule = 'unknown')::int as unknown
       from conversations v left join messages m on m.company_id = v.company_id and m.conversation_id = v.id
       where v.company_id = $1 group by 1 order by 1`,
    ),
  ).toEqual(phones.map((phone, at) => ({ phone, answers: 1, unknown: at < 2 ? 0 : 1 })))
})
