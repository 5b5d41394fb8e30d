import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const shop = openShops(world)

const list = async (of: Shop = shop) => (await of.user.ok('GET /api/quick-replies', { query: {} })).data
const fill = async (id: string, replyId: string) =>
  (await shop.user.ok('GET /api/conversations/:id/quick-replies/:replyId', { params: { id, replyId } })).data
const add = async (content: string, shortWord: string) =>
  (await shop.admin.ok('POST /api/quick-replies', { body: { name: shortWord, shortWord, content } })).data

const words = ['saludo', 'horario', 'direccion', 'cuentas', 'ya-salio', 'falta-factura', 'gracias', 'un-momento']

test('a company begins with eight quick replies, those that the migration gives to companies of before', async () => {
  const replies = await list()
  expect(replies.map(({ shortWord }) => shortWord)).toEqual(words)
  const migration = readFileSync('server/migrations/0150_quick_replies.sql', 'utf8')
  for (const { orderPosition, name, shortWord, content } of replies)
    expect(migration).toContain(
      `(${orderPosition}, '${name}', '${shortWord}',\n   E'${content.replaceAll('\n', '\\n')}')`,
    )
})

test('a quick reply comes with the values of the conversation’s client and company, the first eight without a hole', async () => {
  const hours = { days: Array.from({ length: 7 }, () => ({ from: '08:00', to: '17:00' })), closedDates: [] }
  const accounts = [{ bank: 'LAFISE', currency: 'C$', number: '130502847', holder: 'Tres Volcanes' }]
  await world.owner.query(
    'update companies set us_address = $2, opening_hours = $3, payment_accounts = $4 where id = $1',
    [shop.id, '{{nombre}} {{casillero}}\nMiami, FL', JSON.stringify(hours), JSON.stringify(accounts)],
  )
  const luz = await shop.addClient({ firstName: 'Luz', phone: '50588112233' })
  await shop.receive({ description: 'Reloj', clientId: luz.id })
  await shop.receive({ description: 'Lámpara', statusId: shop.statuses.inCustoms })
  const chat = await shop.receiveChat()
  const texts = new Map<string, string>()
  for (const { id, shortWord } of await list()) {
    const { text, missing } = await fill(chat, id)
    expect([missing, /\{\{|—/.test(text)]).toEqual([[], false])
    texts.set(shortWord, text)
  }
  expect(texts.get('direccion')).toContain(`\n\nAna Núñez Báez ${shop.client.casillero}\nMiami, FL\n\n`)
  expect(texts.get('cuentas')).toContain('\n• LAFISE · C$ · 130502847 · Tres Volcanes\n')
  expect(texts.get('horario')).toContain('\nLunes a domingo 8:00 a 17:00\n')
  expect(texts.get('ya-salio')).toMatch(/^Hola Ana, /)
  const { id } = await add('{{casillero}}: {{lista_en_camino}}. Debe {{ debe }}', 'todo')
  expect((await fill(chat, id)).text).toBe(`${shop.client.casillero}: Lámpara (En aduana). Debe nada`)
})

test('what is not known of a conversation stays in its text as a variable and is named, never as a dash', async () => {
  const chat = await shop.receiveChat({ phone: '50577001122' })
  const { id } = await add('Casillero {{casillero}}, de {{nombre_empresa}}\n{{ lista_listos }}\n{{casillero}}', 'todo')
  const { text, missing } = await fill(chat, id)
  expect(text).toMatch(/^Casillero \{\{casillero\}\}, de .+\n\{\{ lista_listos \}\}\n\{\{casillero\}\}$/)
  expect(missing).toEqual(['casillero', 'lista_listos'])
  for (const reply of (await list()).slice(0, words.length)) {
    const filled = await fill(chat, reply.id)
    expect(filled.text).not.toContain('—')
    for (const name of filled.missing) expect(filled.text).toContain(`{{${name}}}`)
  }
})

test('a short word is kept in lower case and is one living reply’s of a company; unknown variables are refused', async () => {
  const first = await add('Hola', '/Hola-1')
  expect(first).toMatchObject({ shortWord: 'hola-1', orderPosition: 9, isActive: true })
  const again = { body: { name: 'Otra', shortWord: 'hola-1', content: 'Hola' } }
  expect(await shop.admin.refused('POST /api/quick-replies', again)).toMatchObject({
    status: 409,
    code: 'duplicate',
    fields: { shortWord: expect.any(String) },
  })
  const other = await openShop(world)
  await other.admin.ok('POST /api/quick-replies', again)
  await shop.admin.ok('DELETE /api/quick-replies/:id', { params: { id: first.id } })
  const { id } = (await shop.admin.ok('POST /api/quick-replies', again)).data
  const off = { ...again.body, isActive: false }
  expect((await shop.admin.ok('PUT /api/quick-replies/:id', { params: { id }, body: off })).data.orderPosition).toBe(9)
  expect((await list()).map(({ shortWord }) => shortWord)).toEqual(words)
  const wrong = (change: object) =>
    shop.admin.refused('POST /api/quick-replies', { body: { ...again.body, shortWord: 'x', ...change } })
  for (const shortWord of ['dirección', 'dos palabras', '/', 'a'.repeat(21)])
    expect(await wrong({ shortWord })).toMatchObject({ status: 400, fields: { shortWord: expect.any(String) } })
  expect(await wrong({ content: 'Hola {{peso}}' })).toMatchObject({
    status: 400,
    fields: { content: 'Variables desconocidas: peso' },
  })
})
