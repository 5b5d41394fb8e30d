import { connect } from 'node:net'
import type { Call } from '../support/actor.ts'
import { openShop, type Shop } from '../support/shop.ts'
import type { World } from '../support/world.ts'
import { on } from './support/on-world.ts'
import { type Held, threat, tries } from './support/threat.ts'

type Sent = { params?: unknown; body: unknown; headers: Record<string, string> }

const keyed = (key: string) => ({ 'idempotency-key': key })

async function countOf(world: World, table: string, { id }: Shop): Promise<number> {
  const { rows } = await world.owner.query<{ count: number }>(
    `select count(*)::int as count from ${table} where company_id = $1`,
    [id],
  )
  return rows[0]?.count ?? 0
}

/** Sends one click eight times at once, to both servers; each must be answered as if it had been sent once. */
async function sendEightTimes({ user }: Shop, call: Call, sent: Sent, held: Held): Promise<void> {
  const answers = await Promise.all(Array.from({ length: 8 }, () => user.send(call, sent)))
  for (const { statusCode, body } of answers) {
    held(statusCode === 201 && body === answers[0]?.body, `${call} ${sent.headers['idempotency-key']}: ${body}`)
  }
}

async function submitTwice(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const rounds = tries(8, 200)
  for (let round = 0; round < rounds; round += 1) {
    const invoice = { body: shop.invoiceBodyOf(await shop.receiveMany(2)), headers: keyed(`invoice-${round}`) }
    await sendEightTimes(shop, 'POST /api/invoices', invoice, held)
    const { data } = await shop.user.ok('GET /api/invoices', { query: { page: '1', limit: '1' } })
    const payment = { params: { id: data[0]?.id }, body: { total: 1, method: 'cash' }, headers: keyed(`pay-${round}`) }
    await sendEightTimes(shop, 'POST /api/invoices/:id/payments', payment, held)
  }
  const [invoices, payments] = [await countOf(world, 'invoices', shop), await countOf(world, 'invoice_payments', shop)]
  held(invoices === rounds, `${invoices} invoices of ${rounds} clicks`)
  held(payments === rounds, `${payments} payments of ${rounds} clicks`)
}

/** Sends two invoices under one key at once: one of them is made, and the other is refused with its name. */
async function shareKey(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const rounds = tries(5, 100)
  for (let round = 0; round < rounds; round += 1) {
    const bodies = [shop.invoiceBodyOf([await shop.receive()]), shop.invoiceBodyOf([await shop.receive()])]
    const sent = [...bodies, ...bodies].map((body) => ({ body, headers: keyed(`shared-${round}`) }))
    const answers = await Promise.all(sent.map((one) => shop.user.send('POST /api/invoices', one)))
    const outcome = answers.map(({ statusCode }) => statusCode).join(' ')
    held(['201 422 201 422', '422 201 422 201'].includes(outcome), `round ${round}: ${outcome}`)
  }
  held((await countOf(world, 'invoices', shop)) === rounds, 'one invoice a key')
}

/** Sends an invoice and disconnects when it is made, without reading the answer. */
async function loseReply(world: World, { host, user }: Shop, address: string, { body, headers }: Sent): Promise<void> {
  const content = JSON.stringify(body)
  const key = headers['idempotency-key']
  const socket = connect(Number(new URL(address).port), '127.0.0.1').pause()
  socket.write(
    `POST /api/invoices HTTP/1.1\r\nHost: ${host}\r\nAuthorization: Bearer ${user.token}\r\nIdempotency-Key: ${key}\r\n` +
      `Content-Type: application/json\r\nContent-Length: ${Buffer.byteLength(content)}\r\n\r\n${content}`,
  )
  const made = 'select from idempotency_keys where key = $1 and response is not null'
  for (let polls = 0; (await world.owner.query(made, [key])).rowCount === 0; polls += 1) {
    if (polls > 5_000) throw new Error('The invoice was not made')
  }
  socket.destroy()
}

async function repeatAfterLoss(world: World, held: Held): Promise<void> {
  const shop = await openShop(world)
  const address = await world.app.listen({ port: 0, host: '127.0.0.1' })
  for (let round = 1; round <= tries(4, 50); round += 1) {
    const sent = { body: shop.invoiceBodyOf(await shop.receiveMany(1)), headers: keyed(`lost-${round}`) }
    await loseReply(world, shop, address, sent)
    const again = await shop.user.send('POST /api/invoices', sent)
    const number = again.json().data?.companyInvoiceId
    held(again.statusCode === 201 && number === round, `round ${round}: ${again.statusCode}, number ${number}`)
  }
}

const forgetKeys = (world: World) =>
  world.owner.query('alter table idempotency_keys drop constraint idempotency_keys_pkey')

threat('T-17', { what: 'one click that arrives several times', asvs: ['2.3.3', '2.3.4'] }, ({ proof, control }) => {
  proof('eight equal calls at once on two servers do one thing', on(submitTwice, { instances: 2 }))
  control('eight equal calls, without the unique key', on(submitTwice, { instances: 2, weaken: forgetKeys }))
  proof('a key with two invoices at once makes one of them', on(shareKey, { instances: 2 }))
  control('two invoices with one key, without the unique key', on(shareKey, { instances: 2, weaken: forgetKeys }))
  proof('an invoice with a lost answer is not made again', on(repeatAfterLoss, { instances: 2 }))
  control('a lost answer, without the unique key', on(repeatAfterLoss, { instances: 2, weaken: forgetKeys }))
})
