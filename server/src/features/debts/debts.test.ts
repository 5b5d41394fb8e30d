import { businessDate } from '@casillero/shared/domain/business-date'
import { ageSteps } from '@casillero/shared/domain/debt-age'
import { sql } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { findAgeStep } from '../../../../tests/support/age-step.ts'
import { copyRows } from '../../../../tests/support/copy-rows.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { randomOf, trade } from '../../../../tests/support/trade.ts'

const world = openWorld()
const shop = openShops(world)
afterEach(() => world.setTime(undefined))

/** Late in the evening of 21 November in Managua, when UTC has the next day already. */
const now = new Date('2026-11-22T05:30:00Z')
const today = businessDate(now)
const dayMs = 86_400_000
const ageOf = (instant: Date) => (Date.parse(today) - Date.parse(businessDate(instant))) / dayMs
const daysBefore = (days: number) => new Date(now.getTime() - days * dayMs)

const list = async (shop: Shop, query: object = { page: '1' }) => await shop.viewer.ok('GET /api/debts', { query })
const totals = async (shop: Shop) => (await shop.admin.ok('GET /api/debts/totals')).data ?? []

async function owe(shop: Shop, clientId: string, at: Date, values: object = {}) {
  world.setTime(at)
  const weight = 2
  const invoice = await shop.invoice([await shop.receive({ clientId, weight, ...values })], { clientId, ...values })
  world.setTime(now)
  return invoice
}

const seed = Number(process.env.SEED ?? Date.now() % 2 ** 31)

type Cents = Map<string, bigint[]>

/** What each client owes by currency and age, in cents: every invoice's total less the payments that count, one by one. */
async function computeNaively(companyId: string): Promise<Map<string, Cents>> {
  const { rows } = await world.owner.query<{
    client: string
    currency: string
    at: Date
    total: string
    payments: string[]
    given: string[]
  }>(
    `select client_id as client, currency_id as currency, created_at as at, total_amount::text as total,
       array(select p.converted_total::text from invoice_payments p
             where p.company_id = v.company_id and p.invoice_id = v.id and p.reversed_at is null) as payments,
       array(select x.converted_total::text from invoice_changes x
             where x.company_id = v.company_id and x.invoice_id = v.id and x.reversed_at is null) as given
     from invoices v where company_id = $1 and voided_at is null`,
    [companyId],
  )
  const cents = (text: string) => BigInt(text.replace('.', ''))
  const owed = new Map<string, Cents>()
  for (const { client, currency, at, total, payments, given } of rows) {
    const unpaid = payments.reduce((left, payment) => left - cents(payment), cents(total))
    const due = given.reduce((left, part) => left + cents(part), unpaid)
    if (due <= 0n) continue
    const rest = due < cents(total) ? due : cents(total)
    const own = owed.get(client) ?? new Map<string, bigint[]>()
    const byAge = own.get(currency) ?? ageSteps.map(() => 0n)
    const step = findAgeStep(ageOf(new Date(at)))
    byAge[step] = (byAge[step] ?? 0n) + rest
    owed.set(client, own.set(currency, byAge))
  }
  return owed
}

const toCents = (amount: number) => BigInt(amount.toFixed(2).replace('.', ''))
const add = (amounts: readonly bigint[]) => amounts.reduce((sum, amount) => sum + amount, 0n)

test(`what each client owes by age is what its invoices less their payments, and what was given back of those, leave, cent for cent (SEED=${seed})`, async () => {
  const random = randomOf(seed)
  const clients = [shop.client, await shop.addClient(), await shop.addClient()]
  for (let round = 0; round < 10; round += 1) {
    for (const { id } of clients) {
      world.setTime(new Date(daysBefore(random(45)).getTime() - random(1440) * 60_000))
      await trade(shop, id, 2, random)
    }
  }
  world.setTime(now)
  const naive = await computeNaively(shop.id)
  const { data, pagination } = await list(shop)
  expect(new Set(data.map(({ id }) => id))).toEqual(new Set(naive.keys()))
  expect(pagination.total).toBe(naive.size)
  const all: Cents = new Map()
  for (const { id, debts, credit } of data) {
    const byCurrency = new Map(debts.map(({ currencyId, byAge }) => [currencyId, byAge.map(toCents)]))
    expect(byCurrency).toEqual(naive.get(id))
    const { data: account } = await shop.viewer.ok('GET /api/clients/:id/account', { params: { id } })
    expect(debts.map(({ currencyId, amount, count }) => [currencyId, amount, count])).toEqual(
      account.owed.map(({ currencyId, amount, count }) => [currencyId, amount, count]),
    )
    expect(credit).toEqual(
      account.credit.map(({ currencyId, code, symbol, amount }) => ({ currencyId, code, symbol, amount })),
    )
    for (const { amount, byAge } of debts) expect(add(byAge.map(toCents))).toBe(toCents(amount))
    for (const [currency, byAge] of byCurrency)
      all.set(
        currency,
        byAge.map((cents, step) => cents + (all.get(currency)?.[step] ?? 0n)),
      )
  }
  const sums = await totals(shop)
  expect(new Map(sums.map(({ currencyId, byAge }) => [currencyId, byAge.map(toCents)]))).toEqual(all)
  for (const { currencyId, amount, clients: count } of sums) {
    expect(toCents(amount)).toBe(add(all.get(currencyId) ?? []))
    expect(count).toBe(data.filter(({ debts }) => debts.some((debt) => debt.currencyId === currencyId)).length)
  }
  await expectWhole(world)
})

test('an invoice of Managua’s midnight is in the step of that day, and one of a second before in the next', async () => {
  await owe(shop, shop.client.id, new Date('2026-11-18T06:00:00Z'))
  await owe(shop, shop.client.id, new Date('2026-11-18T05:59:59Z'))
  await owe(shop, shop.client.id, new Date('2026-10-22T06:00:00Z'))
  await owe(shop, shop.client.id, new Date('2026-10-22T05:59:59Z'))
  const { data } = await list(shop)
  expect(data).toMatchObject([{ days: 31, debts: [{ amount: 30, count: 4, byAge: [7.5, 7.5, 0, 7.5, 7.5] }] }])
  expect(await totals(shop)).toMatchObject([{ code: 'USD', clients: 1, count: 4, byAge: [7.5, 7.5, 0, 7.5, 7.5] }])
})

test('the oldest debt comes first, of a day the largest one whatever its currency, and pages neither repeat nor skip', async () => {
  const [old, large, small, cordobas] = await Promise.all(
    ['Vieja', 'Grande', 'Pequeña', 'Córdobas'].map((firstName) => shop.addClient({ firstName })),
  )
  const idOf = (client?: { id: string }) => client?.id ?? ''
  await owe(shop, idOf(small), daysBefore(5), { weight: 1 })
  await owe(shop, idOf(large), daysBefore(5), { weight: 9 })
  // C$414 are more than US$3.75 and less than US$33.75.
  await owe(shop, idOf(cordobas), daysBefore(5), { weight: 3, currencyId: shop.nio })
  await owe(shop, idOf(old), daysBefore(40), { weight: 1 })
  const names = async (query: object) => (await list(shop, query)).data.map(({ firstName }) => firstName)
  expect(await names({ page: '1' })).toEqual(['Vieja', 'Grande', 'Córdobas', 'Pequeña'])
  expect([...(await names({ page: '1', limit: '3' })), ...(await names({ page: '2', limit: '3' }))]).toEqual(
    await names({}),
  )
  expect((await list(shop, { page: '9' })).pagination).toMatchObject({ total: 4, pages: 1 })
})

test('a search finds clients who owe by name and casillero, and leaves the totals as they are', async () => {
  const ana = await shop.addClient({ firstName: 'Ánika', lastNames: 'Ordóñez' })
  await shop.addClient({ firstName: 'Ánika', lastNames: 'Sin Deuda' })
  await owe(shop, ana.id, daysBefore(1))
  await owe(shop, shop.client.id, daysBefore(2))
  const found = async (search: string) => (await list(shop, { page: '1', search })).data.map(({ id }) => id)
  expect(await found('anika ordonez')).toEqual([ana.id])
  expect(await found('anika')).toEqual([ana.id])
  expect(await found(ana.casillero)).toEqual([ana.id])
  expect(await found('%')).toEqual([])
  expect((await list(shop, { page: '7', search: 'anika' })).pagination.total).toBe(1)
  expect(await totals(shop)).toMatchObject([{ clients: 2, amount: 15 }])
})

test('credit stands beside what is owed, in its own currency, and takes nothing off', async () => {
  await owe(shop, shop.client.id, daysBefore(1))
  const body = { direction: 'in' as const, currencyId: shop.nio, amount: 128, reason: 'Compensación' }
  await shop.admin.ok('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body })
  const { data } = await list(shop)
  expect(data).toMatchObject([
    { debts: [{ code: 'USD', amount: 7.5 }], credit: [{ code: 'NIO', symbol: 'C$', amount: 128 }] },
  ])
})

test('the list and the totals read no large table row by row where a company has five thousand paid invoices', async () => {
  await owe(shop, shop.client.id, daysBefore(3))
  const paid = "'status', 'paid', 'paid_total', t.total_amount, 'pending_total', 0"
  await copyRows(world, {
    table: 'invoices',
    companyId: shop.id,
    count: 5_000,
    values: `'company_invoice_id', 1000 + n, ${paid}`,
  })
  const statements = await world.statementsOf(async () => {
    await list(shop, { page: '1' })
    await totals(shop)
  })
  // The third one asks for the caller's right.
  expect(statements).toHaveLength(3)
  for (const statement of statements.filter((each) => each.includes('invoices'))) {
    const plan = await world.database.asUser({ companyId: shop.id, userId: shop.viewer.userId }, async (db) =>
      JSON.stringify((await sql.raw(`explain (format json) ${statement}`).execute(db)).rows),
    )
    expect(plan).not.toMatch(/"Node Type":"Seq Scan"[^}]*"Relation Name":"(invoices|messages)"/)
    expect(plan).toContain('invoices_company_id_client_id_currency_id')
  }
})

test('what all clients owe together is for who sees sums of money, as the report of it is', async () => {
  await shop.invoice([await shop.receive({ weight: 2 })])
  const seen = async () => ({
    totals: (await shop.viewer.ok('GET /api/debts/totals')).data?.length ?? null,
    report: (
      await shop.viewer.send('GET /api/reports/:name', {
        params: { name: 'debts-by-age' },
        query: { from: '2020-01-01', to: '2020-01-02', beforeFrom: '2019-12-30', beforeTo: '2019-12-31' },
      })
    ).statusCode,
  })
  expect(await seen()).toEqual({ totals: null, report: 403 })
  await shop.admin.ok('PUT /api/users/:id', { params: { id: shop.viewer.userId }, body: { seesMoneyReports: true } })
  expect(await seen()).toEqual({ totals: 1, report: 200 })
})

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
  const { id } = await addDebtor({ firstName: 'Lic. Guadalupe del Carmen' })
  await shop.invoice([await shop.receive({ clientId: id })], { clientId: id, currencyId: shop.nio })
  const { data } = (await remind(id)).json()
  const { company } = await shop.viewer.ok('GET /api/company/info')
  expect(data).toMatchObject({ state: 'queued', templateTitle: 'Cobro' })
  expect(data.body).toContain('Hola Guadalupe, le saludamos')
  expect(data.body).toContain(company.name)
  expect(data.body).toContain('tiene 2 facturas por pagar')
  expect(data.body).toContain('*C$276.00 · US$7.50*')
  const { data: log } = await shop.admin.ok('GET /api/audit', { query: { entity: 'messages' } })
  expect(log).toMatchObject([{ entityId: data.id, action: 'insert' }])
})

test('of twelve attempts at once by several users one makes the message, and the others are told of it', async () => {
  const { id } = await addDebtor()
  const callers = [shop.user, shop.admin]
  const answers = await Promise.all(
    Array.from({ length: 12 }, (_, at) =>
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
