import { expect, test } from 'vitest'
import { shareShop, shareWorld } from '../../../../tests/support/open-world.ts'
import { pagesOf } from '../../../../tests/support/pdf-text.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { randomOf, trade } from '../../../../tests/support/trade.ts'

const world = shareWorld()
const shop = shareShop(world)

const wide = { from: '2026-06-01', to: '2027-05-31' }
const read = async (id: string, query: object = wide) =>
  (await shop.viewer.ok('GET /api/clients/:id/statement', { params: { id }, query })).data

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

test(`closing is opening plus debits less credits, and today what is owed less the credit (SEED=${seed})`, async () => {
  const { id } = await shop.addClient()
  await trade(shop, id, 40, randomOf(seed))
  const { accounts } = await read(id)
  const { data } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id } })
  const of = (sums: { currencyId: string; amount: number }[], currencyId: string) =>
    sums.find((sum) => sum.currencyId === currencyId)?.amount ?? 0
  expect(accounts.length).toBe(2)
  for (const account of accounts) {
    const { currencyId, opening, debits, credits, closing, owed, credit, entries } = account
    expect(closing).toBeCloseTo(opening + debits - credits, 2)
    expect(entries.at(-1)?.balance).toBe(closing)
    expect([account.code, owed, credit]).toEqual([account.code, of(data.owed, currencyId), of(data.credit, currencyId)])
    expect(closing).toBeCloseTo(of(data.owed, currencyId) - of(data.credit, currencyId), 2)
  }
})

test('an invoice says how its packages were counted where rules price them, the first three of many, on screen and paper', async () => {
  const client = await shop.addClient()
  const rules = { name: 'Por volumen', type: 'aereo' as const, volumetricDivisor: 166, roundUpTo: 1 }
  const { data: tariff } = await shop.admin.ok('POST /api/tariffs', { body: { ...rules, pricePerPound: 5.5 } })
  const given = {
    clientId: client.id,
    shippingMethod: 'aereo' as const,
    weight: 3.2,
    length: 12,
    width: 10,
    height: 8,
  }
  const receive = () => shop.receive({ ...given, tariffId: tariff.id })
  const plain = await shop.receive({ clientId: client.id })
  const first = await receive()
  await shop.invoice([first, plain], { clientId: client.id })
  const { entries } = (await read(client.id)).accounts[0] ?? { entries: [] }
  const counted = '3.20 lbs · 12 × 10 × 8 pulg · volumen 5.78 → 6 lbs'
  expect(entries.map(({ basis }) => basis)).toEqual([[`#${first.companyPackageId}: ${counted}`]])
  await shop.invoice([await receive(), await receive(), await receive(), await receive(), await receive()], {
    clientId: client.id,
    payments: [{ total: 5, method: 'cash' }],
  })
  const { accounts } = await read(client.id)
  const all = accounts[0]?.entries.map(({ basis }) => basis)
  expect(all?.map((texts) => texts.length)).toEqual([1, 4, 0])
  expect(all?.[1]?.at(-1)).toBe('y 2 más')
  const paper = await shop.viewer.send('GET /api/clients/:id/statement/document', {
    params: { id: client.id },
    query: wide,
  })
  expect((await pagesOf(paper.rawPayload)).join(' ').replace(/\s+/g, ' ')).toContain(
    `Factura #${first.companyPackageId}: 3.20 lbs`,
  )
})

test('the balance before the period is its opening, and two periods join without a gap', async () => {
  const { id } = await shop.addClient()
  world.setTime(new Date('2026-10-05T18:00:00Z'))
  await shop.invoice([await shop.receive({ clientId: id, weight: 4 })], { clientId: id })
  world.setTime(new Date('2026-11-10T05:30:00Z'))
  await shop.invoice([await shop.receive({ clientId: id })], {
    clientId: id,
    payments: [{ total: 3, method: 'cash' }],
  })
  world.setTime(undefined)
  const october = await read(id, { from: '2026-10-01', to: '2026-10-31' })
  const november = await read(id, { from: '2026-11-01', to: '2026-11-30' })
  expect(october.accounts).toMatchObject([{ opening: 0, closing: 15 }])
  expect(november.accounts).toMatchObject([{ opening: 15, debits: 7.5, credits: 3, closing: 19.5 }])
  // 05:30 UTC is still the evening before in Managua.
  expect((await read(id, { from: '2026-11-09', to: '2026-11-09' })).accounts[0]?.entries).toHaveLength(2)
  expect((await read(id, { from: '2026-11-10', to: '2026-11-10' })).accounts).toMatchObject([
    { opening: 19.5, entries: [] },
  ])
})

test('payments say how they were converted, and a balance in US$ has its equal in córdobas beside it', async () => {
  const { id } = await shop.addClient()
  await shop.invoice([await shop.receive({ clientId: id, weight: 3.33 })], {
    clientId: id,
    currencyId: shop.nio,
    payments: [{ total: 10, method: 'cash', currencyId: shop.usd, reference: 'REC-7' }],
  })
  await shop.invoice([await shop.receive({ clientId: id })], { clientId: id })
  const { accounts } = await read(id)
  const [nio, usd] = accounts
  expect(
    nio?.entries.map(({ kind, conversion, reference, debit, credit, balance }) => [
      kind,
      conversion,
      reference,
      debit,
      credit,
      balance,
    ]),
  ).toEqual([
    ['invoice', null, null, 459.54, 0, 459.54],
    ['payment', 'US$10.00 × 36.40', 'REC-7', 0, 364, 95.54],
  ])
  expect(nio?.reference).toBeNull()
  expect(usd?.reference).toEqual({ symbol: 'C$', rate: 36.8, amount: 276 })
})

test('days in the wrong order, too many days and another company’s client are refused', async () => {
  const send = (query: object, id = shop.client.id) =>
    shop.viewer.send('GET /api/clients/:id/statement', { params: { id }, query })
  expect((await send({ from: '2026-02-01', to: '2026-01-31' })).statusCode).toBe(400)
  expect((await send({ from: '2020-01-01', to: '2026-01-31' })).statusCode).toBe(400)
  const other = await openShop(world)
  expect((await send(wide, other.client.id)).statusCode).toBe(404)
  expect((await send({})).statusCode).toBe(200)
})

test('the paper has every entry, the sums and the equal, on a letter and on a ticket', async () => {
  const { id, casillero } = await shop.addClient({
    firstName: 'Guadalupe',
    middleName: 'del Carmen',
    lastNames: 'Martínez Zúñiga',
  })
  const params = { id }
  const credit = { direction: 'in' as const, currencyId: shop.usd, amount: 2, reason: 'Compensación' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params, body: credit })
  await shop.invoice([await shop.receive({ clientId: id })], {
    clientId: id,
    payments: [{ total: 3, method: 'transfer', reference: 'BAC 77' }],
  })
  for (const format of ['letter', 'ticket'] as const) {
    const answer = await shop.viewer.send('GET /api/clients/:id/statement/document', {
      params: { id },
      query: { ...wide, format },
    })
    expect(answer.statusCode, answer.body).toBe(200)
    expect(answer.headers['content-disposition']).toBe(`inline; filename="Estado-de-cuenta-${casillero}.pdf"`)
    const text = (await pagesOf(answer.rawPayload)).join(' ')
    for (const part of [
      'Guadalupe del Carmen Martínez Zúñiga',
      'Debe US$4.50 − Saldo a favor US$2.00 = US$2.50',
      'Saldo anterior',
      'Transferencia',
      'BAC 77',
      'US$7.50',
      'US$3.00',
      'Saldo al cierre',
      'C$92.00',
    ])
      expect(text, `${format}: ${part}`).toContain(part)
  }
})

test('the message says what is owed and by which invoices, once while it waits', async () => {
  const { id } = await shop.addClient({ firstName: 'Guadalupe' })
  const invoice = await shop.invoice([await shop.receive({ clientId: id })], { clientId: id })
  const send = async () => (await shop.user.ok('POST /api/clients/:id/statement/messages', { params: { id } })).data
  const first = await send()
  expect(first.body).toContain('Debe: *US$7.50*')
  expect(first.body).toContain(`Facturas por pagar: #${invoice.companyInvoiceId}`)
  expect(first.body).toContain('Saldo a favor: nada')
  await shop.user.ok('POST /api/invoices/:id/payments', {
    params: { id: invoice.id },
    body: { total: 7.5, method: 'cash' },
  })
  const second = await send()
  expect([second.id, second.body.includes('Debe: *nada*')]).toEqual([first.id, true])
})
