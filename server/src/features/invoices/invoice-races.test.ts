import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../test/locks.ts'
import { openShop, type Shop } from '../../../test/shop.ts'
import { createWorld, type World } from '../../../test/world.ts'

let world: World
beforeAll(async () => {
  world = await createWorld()
})
afterAll(() => world.close())

const statusesOf = (answers: { statusCode: number }[]) => answers.map(({ statusCode }) => statusCode).toSorted()

async function numbersOf({ id }: Shop) {
  const { rows } = await world.owner.query<{ number: string }>(
    'select company_invoice_id as number from invoices where company_id = $1 order by 1',
    [id],
  )
  return rows.map(({ number }) => Number(number))
}

const upTo = (count: number) => Array.from({ length: count }, (_, index) => index + 1)

test('a package is invoiced once, whoever is faster', async () => {
  const shop = await openShop(world)
  const boxes = await shop.receiveMany(100)
  for (const box of boxes) {
    const body = shop.billOf([box])
    const answers = await Promise.all(
      [shop.admin, shop.user].map((clerk) => clerk.send('POST /api/invoices', { body })),
    )
    expect(statusesOf(answers)).toEqual([201, 409])
    const loser = answers.find(({ statusCode }) => statusCode === 409)?.json()
    expect(loser).toMatchObject({ code: 'package_invoiced' })
    expect(loser.message).toContain(`El paquete #${box.companyPackageId} ya está facturado`)
  }
  const { rows } = await world.owner.query(
    'select count(*)::int as items, count(distinct package_id)::int as packages from invoice_items where company_id = $1',
    [shop.id],
  )
  expect(rows).toEqual([{ items: 100, packages: 100 }])
  expect(await numbersOf(shop)).toEqual(upTo(100))
})

test('overlapping invoices in opposite order wait for each other: one wins, and nobody sees a deadlock', async () => {
  const shop = await openShop(world)
  for (let round = 0; round < 15; round += 1) {
    const boxes = await shop.receiveMany(4)
    const bills = [boxes, boxes.toReversed(), boxes.slice(1), boxes.slice(0, 3).toReversed()]
    const answers = await Promise.all(
      bills.map((of) => shop.user.send('POST /api/invoices', { body: shop.billOf(of) })),
    )
    expect(statusesOf(answers)).toEqual([201, 409, 409, 409])
  }
})

test('a package that is edited meanwhile is either invoiced as it is or refused, never as it was', async () => {
  const shop = await openShop(world)
  for (let round = 0; round < 40; round += 1) {
    const box = await shop.receive({ weight: 2 })
    const [billed, edited] = await Promise.all([
      shop.user.send('POST /api/invoices', { body: shop.billOf([box]) }),
      shop.admin.send('PUT /api/packages/:id', { params: { id: box.id }, body: { ...box, weight: 3 } }),
    ])
    const outcome = [billed.statusCode, edited.statusCode]
    expect([
      [201, 409],
      [409, 200],
    ]).toContainEqual(outcome)
    const { data } = await shop.admin.ok('GET /api/packages/:id', { params: { id: box.id } })
    if (billed.statusCode === 201) expect(billed.json().data.items[0].quantity).toBe(data.weight)
    else expect(billed.json().code).toBe('package_changed_in_invoice')
  }
})

test('an invoice waits for a rate that is being changed, and takes the new one', async () => {
  const shop = await openShop(world)
  const body = shop.billOf(await shop.receiveMany(1), { currencyId: shop.nio })
  const change = 'update currencies set rate_compra = 40 where id = $1'
  await holding(world.owner, [change, [shop.nio]], async (holder) => {
    const billing = shop.user.ok('POST /api/invoices', { body })
    await untilBlocked(world.owner, 1)
    await holder.query('commit')
    expect((await billing).data).toMatchObject({ totalAmount: 300, currency: { rateCompra: 40 } })
  })
})

describe('an invoice with a key', () => {
  test('that is sent eight times at once is made once, and answered eight times the same', async () => {
    const shop = await openShop(world)
    for (let round = 1; round <= 10; round += 1) {
      const sent = { body: shop.billOf(await shop.receiveMany(2)), headers: { 'idempotency-key': `clave-${round}` } }
      const answers = await Promise.all(upTo(8).map(() => shop.user.send('POST /api/invoices', sent)))
      expect(statusesOf(answers)).toEqual(Array(8).fill(201))
      expect(new Set(answers.map(({ body }) => body)).size).toBe(1)
      expect(answers[0]?.json().data.companyInvoiceId).toBe(round)
    }
    expect(await numbersOf(shop)).toEqual(upTo(10))
  })

  test('is the same one also when its fields come in another order, long after, and when it was voided', async () => {
    const shop = await openShop(world)
    const headers = { 'idempotency-key': 'una' }
    const bill = shop.billOf(await shop.receiveMany(1))
    const first = await shop.user.ok('POST /api/invoices', { body: bill, headers })
    await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: first.data.id } })
    const { items, ...rest } = bill
    const again = await shop.user.ok('POST /api/invoices', { body: { items, ...rest }, headers })
    expect(again).toEqual(first)
    expect(await numbersOf(shop)).toEqual([1])
  })

  test('and other content is refused, naming the invoice that was made', async () => {
    const shop = await openShop(world)
    const headers = { 'idempotency-key': 'una' }
    const bill = shop.billOf(await shop.receiveMany(1))
    const { data } = await shop.user.ok('POST /api/invoices', { body: bill, headers })
    const other = { ...bill, generalDiscountType: 'percentage' as const, generalDiscountValue: 5 }
    expect(await shop.user.refused('POST /api/invoices', { body: other, headers })).toMatchObject({
      status: 422,
      code: 'invoice_already_created',
      message: 'Esta factura ya se creó: #1',
      details: { invoiceId: data.id },
    })
    const client = { firstName: 'Eva', lastNames: 'Paz', phone: '88001122' }
    const elsewhere = await shop.user.refused('POST /api/client', { body: client, headers })
    expect(elsewhere).toMatchObject({ status: 422, code: 'key_reused' })
    const box = await shop.receive()
    const payment = { params: { id: data.id }, body: { total: 1, method: 'cash' as const }, headers }
    expect((await shop.user.refused('POST /api/invoices/:id/payments', payment)).code).toBe('key_reused')
    expect((await shop.user.send('POST /api/invoices', { body: shop.billOf([box]) })).statusCode).toBe(201)
  })

  test('that was refused may be sent again under the same key once it is right', async () => {
    const shop = await openShop(world)
    const headers = { 'idempotency-key': 'una' }
    const bill = shop.billOf(await shop.receiveMany(1))
    const wrong = { body: { ...bill, expectedTotal: 1 }, headers }
    expect((await shop.user.refused('POST /api/invoices', wrong)).code).toBe('amounts_changed')
    expect((await shop.user.ok('POST /api/invoices', { body: bill, headers })).data.companyInvoiceId).toBe(1)
  })

  test('is another one in another company', async () => {
    const headers = { 'idempotency-key': 'la-misma-en-todas' }
    for (const shop of [await openShop(world), await openShop(world)]) {
      const body = shop.billOf(await shop.receiveMany(1))
      expect((await shop.user.ok('POST /api/invoices', { body, headers })).data.companyInvoiceId).toBe(1)
    }
  })

  test.each(['con espacio', 'ñ', 'x'.repeat(201)])('%j is refused', async (key) => {
    const shop = await openShop(world)
    const sent = { body: shop.billOf(await shop.receiveMany(1)), headers: { 'idempotency-key': key } }
    const refused = await shop.user.refused('POST /api/invoices', sent)
    expect([refused.status, Object.keys(refused.fields ?? {})]).toEqual([400, ['Idempotency-Key']])
  })
})

test('numbers run from 1 without a gap or a repeat, whatever fails and whoever bills at once', async () => {
  const shops = [await openShop(world), await openShop(world)]
  const work = await Promise.all(
    shops.map(async (shop) => {
      const boxes = await shop.receiveMany(40)
      return boxes.map((box, index) => {
        const values = index % 5 === 0 ? { expectedTotal: 1 } : index % 5 === 1 ? { clientId: 'x' } : {}
        return () => shop.user.send('POST /api/invoices', { body: shop.billOf([box], values) })
      })
    }),
  )
  const answers: { statusCode: number }[] = []
  for (let at = 0; at < 40; at += 8) {
    const atOnce = work.flatMap((bills) => bills.slice(at, at + 8))
    answers.push(...(await Promise.all(atOnce.map((bill) => bill()))))
  }
  expect(answers.filter(({ statusCode }) => statusCode === 201)).toHaveLength(48)
  for (const shop of shops) {
    expect(await numbersOf(shop)).toEqual(upTo(24))
    expect((await shop.user.ok('GET /api/invoices')).pagination.total).toBe(24)
  }
})
