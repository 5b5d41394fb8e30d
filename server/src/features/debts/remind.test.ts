import { afterEach, beforeEach, expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
let shop: Shop
beforeEach(async () => {
  shop = await openShop(world)
})
afterEach(() => world.setTime(undefined))

async function addDebtor(values: Parameters<Shop['addClient']>[0] = {}) {
  const client = await shop.addClient(values)
  const invoice = await shop.invoice([await shop.receive({ clientId: client.id })], { clientId: client.id })
  return { id: client.id, invoice }
}

const remind = (id: string) => shop.user.send('POST /api/clients/:id/reminders', { params: { id } })
const pay = (id: string) =>
  shop.user.ok('POST /api/invoices/:id/payments', { params: { id }, body: { total: 7.5, method: 'transfer' } })
const rowOf = async (id: string) => (await shop.viewer.ok('GET /api/debts')).data.find((row) => row.id === id)
const remindersOf = async (id: string) => {
  const { data } = await shop.viewer.ok('GET /api/messages', { query: { clientId: id, page: '1' } })
  return data.filter(({ templateTitle }) => templateTitle === 'Cobro')
}
const setMessage = (id: string, state: string, sentAt: string | null = null) =>
  world.owner.query('update messages set state = $2, sent_at = $3 where id = $1', [id, state, sentAt])

test('a reminder says what is owed by currency, for how many invoices and to whom', async () => {
  const { id } = await addDebtor({ firstName: 'Guadalupe' })
  await shop.invoice([await shop.receive({ clientId: id })], { clientId: id, currencyId: shop.nio })
  const { data } = (await remind(id)).json()
  const { company } = await shop.viewer.ok('GET /api/company/info')
  expect(data).toMatchObject({ state: 'queued', templateTitle: 'Cobro' })
  expect(data.body).toContain('Hola Guadalupe Núñez Báez')
  expect(data.body).toContain(company.name)
  expect(data.body).toContain('tiene 2 facturas por pagar')
  expect(data.body).toContain('*C$276.00 · US$7.50*')
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log).toMatchObject([{ entityId: data.id, action: 'insert' }])
})

test('of thirty attempts at once by several users one makes the message, and the others are told of it', async () => {
  const { id } = await addDebtor()
  const callers = [shop.user, shop.admin]
  const answers = await Promise.all(
    Array.from({ length: 30 }, (_, at) =>
      (callers[at % 2] ?? shop.user).send('POST /api/clients/:id/reminders', { params: { id } }),
    ),
  )
  const made = answers.filter(({ statusCode }) => statusCode === 201)
  const refused = answers.filter(({ statusCode }) => statusCode !== 201)
  expect(made).toHaveLength(1)
  expect(new Set(refused.map((answer) => answer.json().code))).toEqual(new Set(['already_reminded']))
  expect(await remindersOf(id)).toHaveLength(1)
})

test('a second reminder within seven days is refused with both days, and allowed on the seventh', async () => {
  const { id } = await addDebtor()
  world.setTime(new Date('2026-11-15T05:30:00Z'))
  const { data } = (await remind(id)).json()
  await setMessage(data.id, 'delivered', '2026-11-15T05:31:00Z')
  expect(await rowOf(id)).toMatchObject({ reminder: { state: 'delivered', nextOn: '2026-11-21', isDue: false } })
  world.setTime(new Date('2026-11-21T05:59:00Z'))
  const early = await remind(id)
  expect([early.statusCode, early.json().message]).toEqual([
    409,
    'Ya se le recordó al cliente el 14 nov 2026; otra vez, desde el 21 nov 2026',
  ])
  world.setTime(new Date('2026-11-21T06:00:00Z'))
  expect((await rowOf(id))?.reminder?.isDue).toBe(true)
  expect((await remind(id)).statusCode).toBe(201)
})

test.each(['failed', 'cancelled', 'expired'])(
  'a reminder that is %s keeps no other one back, and is not sent again beside it',
  async (state) => {
    const { id } = await addDebtor()
    const first = (await remind(id)).json().data
    await setMessage(first.id, state)
    expect(await rowOf(id)).toMatchObject({ reminder: { state, nextOn: null, isDue: true } })
    expect((await remind(id)).statusCode).toBe(201)
    const again = await shop.user.send('POST /api/messages/:id/resend', { params: { id: first.id } })
    expect([again.statusCode, again.json().code]).toEqual([409, 'already_reminded'])
  },
)

test('of a reminder and one that is sent again at once, one leaves', async () => {
  for (let round = 0; round < 5; round += 1) {
    const { id } = await addDebtor()
    const first = (await remind(id)).json().data
    await setMessage(first.id, 'failed')
    const answers = await Promise.all([
      remind(id),
      shop.admin.send('POST /api/messages/:id/resend', { params: { id: first.id } }),
      remind(id),
    ])
    expect(answers.map(({ statusCode }) => statusCode).toSorted()).toEqual([201, 409, 409])
    expect((await remindersOf(id)).filter(({ state }) => state === 'queued')).toHaveLength(1)
  }
})

test('a reminder that failed is sent again, unless all was paid since', async () => {
  const { id, invoice } = await addDebtor()
  const { data } = (await remind(id)).json()
  await setMessage(data.id, 'failed')
  const resend = () => shop.user.send('POST /api/messages/:id/resend', { params: { id: data.id } })
  expect((await resend()).statusCode).toBe(201)
  await setMessage(data.id, 'failed')
  await pay(invoice.id)
  const refused = await resend()
  expect([refused.statusCode, refused.json().message]).toEqual([409, 'El cliente no debe nada'])
})

test('a client who owes nothing, wants no messages, has no usable phone or is another company’s is not reminded', async () => {
  const { id, invoice } = await addDebtor()
  const refusalOf = async (client: string) => {
    const answer = await remind(client)
    return [answer.statusCode, answer.json().message]
  }
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id }, body: { allowed: false } })
  expect(await refusalOf(id)).toEqual([409, 'El cliente pidió no recibir mensajes'])
  await shop.user.ok('PUT /api/client/:id/messages', { params: { id }, body: { allowed: true } })
  await world.owner.query(`update clients set phone = '2278990' where id = $1`, [id])
  expect(await refusalOf(id)).toEqual([409, 'El teléfono del cliente no sirve para WhatsApp; corríjalo antes'])
  await world.owner.query(`update clients set phone = '50522789900' where id = $1`, [id])
  await pay(invoice.id)
  expect(await refusalOf(id)).toEqual([409, 'El cliente no debe nada'])
  const other = await openShop(world)
  expect((await remind(other.client.id)).statusCode).toBe(404)
  expect(await remindersOf(id)).toEqual([])
  const byViewer = await shop.viewer.send('POST /api/clients/:id/reminders', { params: { id } })
  expect(byViewer.statusCode).toBe(403)
})
