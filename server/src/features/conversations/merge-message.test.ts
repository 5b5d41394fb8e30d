import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openHook, writes } from '../../../../tests/support/hook.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { type KnownMessage, mergeMessage, type Said } from './merge-message.ts'

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

const world = openWorld()

test('two hundred messages that come twice and in any order are each kept once, and a chat is answered once a minute', async () => {
  const shop = await openShop(world)
  const hook = await openHook(world, shop)
  const { data } = await shop.admin.ok('GET /api/auto-answers')
  const answers = data.answers.map(({ key, words, content }) => ({ key, words, content, isOn: true }))
  await shop.admin.ok('PUT /api/auto-answers', { body: { answers, version: data.version } })
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
