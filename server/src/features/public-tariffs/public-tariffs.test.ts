import type { Api } from '@casillero/shared/contract/api'
import { formatMoney } from '@casillero/shared/domain/money-format'
import { priceUnits, roundingSteps } from '@casillero/shared/domain/price-units'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { addClientAccess, visitPage } from '../../../../tests/support/client-pages.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { isWholeRun, seed } from '../../../../tests/support/sampling.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()

let visitors = 0
/** Opens the page as a visitor of a network of its own. */
const look = (host: string, query: Record<string, string> = {}, remoteAddress = `10.9.${++visitors}.9`) =>
  world.app.inject({ url: `/precios?${new URLSearchParams(query)}`, headers: { host }, remoteAddress })

const price = async (host: string, query: Record<string, string>) =>
  (await look(host, { ...query, calcular: '1' })).body

type TariffBody = Api['POST /api/tariffs']['body']

const addTariff = async (shop: Shop, values: Partial<TariffBody>) =>
  (
    await shop.admin.ok('POST /api/tariffs', {
      body: { name: 'Tarifa', type: 'aereo', pricePerPound: 5.5, isPublic: true, ...values },
    })
  ).data

const publish = async ({ admin }: Shop, body: object = {}) =>
  await admin.ok('PUT /api/companies/update', { body: { hasPublicTariffs: true, ...body } })

async function addCharges(shop: Shop) {
  const add = (body: Api['POST /api/charges']['body']) => shop.admin.ok('POST /api/charges', { body })
  const own = { isAutomatic: true }
  await add({ ...own, name: 'Manejo', kind: 'per_package', price: 1.5 })
  await add({ ...own, name: 'Combustible', kind: 'per_pound', price: 0.15, shippingMethod: 'aereo' })
  const share = { kind: 'percent_of_value' as const, price: 3, minimum: 2, isPerHundred: true, valueFrom: 100 }
  await add({ ...own, ...share, name: 'Seguro' })
  await add({ ...own, name: 'Trámite', kind: 'per_invoice', price: 3.33 })
  await add({ name: 'Empaque', kind: 'per_package', price: 9 })
  await add({ name: 'Almacenaje', kind: 'storage', price: 0.5, storage: { freeDays: 0 } })
}

const box = { length: 12, width: 10.5, height: 8 }

/** Each kind of rule, with packages that it is counted for. */
const kinds: [name: string, tariff: Partial<TariffBody>, boxes: { weight: number; length?: number }[]][] = [
  ['plain pounds', { type: 'maritimo', pricePerPound: 2.33 }, [{ weight: 2.55 }]],
  ['a minimum', { minimumPounds: 1.5 }, [{ weight: 0.7 }, { weight: 3.01 }]],
  ['steps with grace', { roundUpTo: 1, roundingGrace: 0.1 }, [{ weight: 3.08 }, { weight: 3.12 }]],
  ['volumetric pounds', { volumetricDivisor: 166, roundUpTo: 0.5 }, [{ weight: 2.3, ...box }, { weight: 2.3 }]],
  ['tiers', { tiers: [{ from: 20, price: 5 }] }, [{ weight: 19 }, { weight: 21.37 }, { weight: 2 }]],
  ['cubic feet', { type: 'maritimo', unit: 'cubic_foot', pricePerPound: 14 }, [{ weight: 9, ...box }]],
  ['whole cubic feet', { unit: 'cubic_foot', roundUpTo: 1, tiers: [{ from: 2, price: 5 }] }, [{ weight: 9, ...box }]],
  ['pieces', { unit: 'piece', pricePerPound: 25 }, [{ weight: 1.13 }]],
]

test.each(kinds)(
  'a price by %s is that of an invoice with the same values, in dollars and córdobas',
  async (...kind) => {
    const [, rules, boxes] = kind
    const shop = await openShop(world)
    const tariff = await addTariff(shop, rules)
    await publish(shop)
    const count = tariff.unit === 'piece' ? 3 : 1
    for (const hasCharges of [false, true]) {
      if (hasCharges) await addCharges(shop)
      for (const sides of boxes) {
        for (const declaredValue of hasCharges ? [0, 99.99, 1234.56] : [0]) {
          const packages = []
          const values = { ...sides, declaredValue, shippingMethod: tariff.type, tariffId: tariff.id }
          for (let made = 0; made < count; made += 1) packages.push(await shop.receive(values))
          const dollars = await shop.invoice(packages)
          await shop.admin.ok('DELETE /api/invoices/:id', { params: { id: dollars.id } })
          const cordobas = await shop.invoice(packages, { currencyId: shop.nio })
          const { length, width, height } = { length: '', width: '', height: '', ...sides }
          const html = await price(shop.host, {
            tarifa: tariff.id,
            piezas: String(count),
            peso: String(sides.weight).replace('.', ','),
            largo: String(length),
            ancho: String(width),
            alto: String(height),
            valor: String(declaredValue),
          })
          expect(html).toContain(`<p class="big">${formatMoney(dollars.totalAmount)}</p>`)
          expect(html).toContain(`<p>${formatMoney(cordobas.totalAmount, 'C$')} <small`)
          for (const { name, total } of dollars.charges.filter(({ packageId }) => packageId === null || count === 1))
            expect(html).toMatch(new RegExp(`<dt>${name}[^<]*</dt><dd>${formatMoney(total).replace('$', '\\$')}</dd>`))
        }
      }
    }
  },
)

const decimals = (min: number, max: number, scale = 100) => fc.integer({ min, max }).map((units) => units / scale)
const kind = fc.constantFrom('aereo' as const, 'maritimo' as const)

const randomTariff = fc.record({
  type: kind,
  unit: fc.constantFrom(...priceUnits),
  pricePerPound: decimals(1, 99_999),
  minimumPounds: fc.option(decimals(0, 2_000)),
  rounding: fc.option(fc.record({ step: fc.constantFrom(...roundingSteps), part: fc.integer({ min: 0, max: 99 }) })),
  volumetricDivisor: fc.option(fc.integer({ min: 50, max: 1000 })),
  tiers: fc.uniqueArray(fc.record({ from: decimals(1, 6_000), price: decimals(0, 9_999) }), {
    maxLength: 3,
    selector: ({ from }) => from,
  }),
})

const randomCharge = fc.record({
  kind: fc.constantFrom('per_package', 'per_pound', 'percent_of_value', 'per_invoice'),
  price: decimals(1, 10_000),
  minimum: fc.option(decimals(1, 3_000)),
  isPerHundred: fc.boolean(),
  isAutomatic: fc.boolean(),
  shippingMethod: fc.option(kind),
  isOwn: fc.boolean(),
  valueFrom: fc.option(decimals(1, 50_000)),
})

const randomPurchase = fc.record({
  weight: fc.oneof(decimals(1, 500), decimals(1, 999_999)),
  sides: fc.option(fc.tuple(decimals(1, 600, 10), decimals(1, 600, 10), decimals(1, 6_000, 10))),
  declaredValue: fc.oneof(decimals(0, 30_000), decimals(0, 999_999)),
  pieces: fc.integer({ min: 1, max: 4 }),
})

test('a price by any rules, charges, rates and values is that of an invoice with them, for visitors and for the client', async () => {
  const rules = fc.record({
    tariff: randomTariff,
    charges: fc.array(randomCharge, { maxLength: 4 }),
    rates: fc.tuple(decimals(1, 999_999, 10_000), decimals(1, 999_999, 10_000)),
    purchases: fc.array(randomPurchase, { minLength: 2, maxLength: 2 }),
  })
  const check = fc.asyncProperty(rules, async ({ tariff: { rounding, ...drawn }, charges, rates, purchases }) => {
    const shop = await openShop(world)
    const grace = rounding && Math.floor(rounding.step * rounding.part) / 100
    const values = { ...drawn, roundUpTo: rounding?.step ?? null, roundingGrace: grace }
    const tariff = await addTariff(shop, values)
    const own = await addTariff(shop, { ...values, name: 'Suya', isPublic: false })
    await publish(shop)
    for (const [index, { isOwn, ...charge }] of charges.entries()) {
      const tariffIds = isOwn ? [tariff.id, own.id] : []
      await shop.admin.ok('POST /api/charges', { body: { ...charge, name: `Cargo ${index}`, tariffIds } })
    }
    const { data } = await shop.admin.ok('GET /api/currencies', { query: {} })
    const cordoba = data.find(({ id }) => id === shop.nio)
    const [rateVenta = 1, rateCompra = 1] = rates.toSorted((one, other) => one - other)
    if (!cordoba) throw new Error('A company has the córdoba')
    await shop.admin.ok('PUT /api/currencies/:id', {
      params: { id: shop.nio },
      body: { ...cordoba, rateVenta, rateCompra },
    })
    const client = await shop.addClient({
      [tariff.type === 'aereo' ? 'defaultTariffAereoId' : 'defaultTariffMaritimoId']: own.id,
    })
    const { secret } = await addClientAccess(world, shop, client.id)
    for (const { weight, sides, declaredValue, pieces } of purchases) {
      const count = tariff.unit === 'piece' ? pieces : 1
      const [length, width, height] = sides ?? (tariff.unit === 'cubic_foot' ? [10, 10, 10] : [])
      const measures = length && width && height ? { length, width, height } : {}
      const invoiceBy = async (tariffId: string, currencyId: string) => {
        const packages = []
        for (let made = 0; made < count; made += 1) {
          const body = {
            weight,
            ...measures,
            declaredValue,
            shippingMethod: tariff.type,
            tariffId,
            clientId: client.id,
          }
          packages.push(await shop.receive(body))
        }
        return (await shop.invoice(packages, { clientId: client.id, currencyId })).totalAmount
      }
      const query = {
        piezas: String(count),
        peso: String(weight),
        largo: String(length ?? ''),
        ancho: String(width ?? ''),
        alto: String(height ?? ''),
        valor: String(declaredValue),
        calcular: '1',
      }
      const seen = (html: string) => html.match(/<p class="big">[^<]*|<p>C\$[^<]* /g)
      const said = async (tariffId: string) => [
        `<p class="big">${formatMoney(await invoiceBy(tariffId, shop.usd))}`,
        `<p>${formatMoney(await invoiceBy(tariffId, shop.nio), 'C$')} `,
      ]
      expect(seen(await price(shop.host, { ...query, tarifa: tariff.id }))).toEqual(await said(tariff.id))
      const url = `/mi/precios?${new URLSearchParams({ ...query, tarifa: own.id })}`
      expect(seen((await visitPage(world, shop.host, url, { secret })).body)).toEqual(await said(own.id))
    }
  })
  await fc.assert(check, { seed, numRuns: isWholeRun ? 60 : 5, endOnFailure: true })
})

test('a company without rules shows the weight and its price in one line, in pounds of kilos too', async () => {
  const shop = await openShop(world)
  const { id } = await addTariff(shop, { pricePerPound: 5 })
  await publish(shop)
  const html = await price(shop.host, { tarifa: id, peso: '2.5' })
  expect(html.match(/<d[td]>[^<]*/g)).toEqual(['<dt>2.50 lbs × US$5.00', '<dd>US$12.50'])
  expect(html).toContain('al cambio de hoy, 36.80')
  expect(html).toContain('Es una estimación; el precio es el del peso que se recibe.')
  expect(html).not.toContain('aduana')
  await shop.admin.ok('POST /api/charges', { body: { name: 'Impuestos', kind: 'advance' } })
  expect(await price(shop.host, { tarifa: id, peso: '1 kg' })).toContain('Si la aduana cobra impuestos, van aparte.')
  expect(await price(shop.host, { tarifa: id, peso: '2', unidad: 'kg' })).toContain('4.41 lbs × US$5.00')
})

test('the page asks for what the tariff and its charges need, marks what is missing and keeps what was typed', async () => {
  const shop = await openShop(world)
  const { id: air } = await addTariff(shop, { name: 'A <i>' })
  const { id: piece } = await addTariff(shop, { name: 'B', unit: 'piece' })
  const { id: volume } = await addTariff(shop, { name: 'C', unit: 'cubic_foot', type: 'maritimo' })
  await publish(shop)
  const asked = async (tarifa: string) =>
    [...(await look(shop.host, { tarifa })).body.matchAll(/<input id="(\w+)"/g)].map(([, name]) => name)
  expect([await asked(air), await asked(piece), await asked(volume)]).toEqual([
    ['peso'],
    ['piezas'],
    ['largo', 'ancho', 'alto'],
  ])
  await addCharges(shop)
  expect([await asked(air), await asked(piece), await asked(volume)]).toEqual([
    ['peso', 'valor'],
    ['piezas', 'peso', 'valor'],
    ['largo', 'ancho', 'alto', 'valor'],
  ])
  const wrong = await price(shop.host, { tarifa: air, peso: '<i>2', valor: 'C$ 10' })
  expect(wrong.match(/class="error">[^<]*/g)).toEqual([
    'class="error">Ingrese un peso mayor a 0, como 2.5',
    'class="error">Ingrese un valor válido, en dólares',
  ])
  expect(wrong).toContain('value="&lt;i&gt;2"')
  expect(wrong).not.toMatch(/id="precio"|<i>/)
  for (const [tarifa, values, fault] of [
    [air, { peso: '0', valor: '1' }, 'peso'],
    [air, { peso: '10000', valor: '1' }, 'peso'],
    [air, { peso: '1', valor: '-1' }, 'valor'],
    [piece, { piezas: '21', peso: '1', valor: '1' }, 'piezas'],
    [piece, { piezas: '1.5', peso: '1', valor: '1' }, 'piezas'],
    [volume, { largo: '2', ancho: '3', valor: '1' }, 'largo'],
    [volume, { largo: '2', ancho: '3', alto: '601', valor: '1' }, 'largo'],
  ] as const)
    expect((await price(shop.host, { tarifa, ...values })).match(/id="\w+-error"/g)).toEqual([`id="${fault}-error"`])
  // A link to another tariff carries along what was typed.
  expect(wrong).toContain(`?tarifa=${piece}&amp;peso=%3Ci%3E2&amp;`)
})

test('prices are shown of public tariffs of the own company alone, while it shows them and is open', async () => {
  const shop = await openShop(world)
  const other = await openShop(world)
  const theirs = await addTariff(other, { name: 'Ajena', pricePerPound: 77 })
  await publish(other)
  const closed = await look(shop.host)
  expect([closed.statusCode, closed.body.includes('Esta página no está disponible.')]).toEqual([404, true])
  const own = await addTariff(shop, { name: 'Propia' })
  const secret = await addTariff(shop, { name: 'Secreta', pricePerPound: 88, isPublic: false })
  const off = await addTariff(shop, { name: 'Apagada', pricePerPound: 99, isActive: false })
  await publish(shop)
  for (const tarifa of [own.id, theirs.id, secret.id, off.id, 'x', '']) {
    const html = await price(shop.host, { tarifa, peso: '1' })
    expect(html.match(/<p class="big">[^<]*/g), tarifa).toEqual(['<p class="big">US$5.50'])
    expect(html).not.toMatch(/Ajena|Secreta|Apagada/)
  }
  expect((await look('localhost')).statusCode).toBe(404)
  await world.owner.query(`update companies set status = 'suspended' where id = $1`, [other.id])
  expect((await look(other.host)).statusCode).toBe(404)
  await shop.admin.ok('PUT /api/tariffs/:id', { params: { id: own.id }, body: { ...own, isActive: false } })
  expect((await look(shop.host)).body).toContain('Por ahora no hay tarifas publicadas')
})

test('publishing takes a public tariff, is refused under the list without one, and stays as it is where a call says nothing', async () => {
  const shop = await openShop(world)
  const call = 'PUT /api/companies/update'
  const message = 'Marque al menos una tarifa para publicar'
  const refused = { status: 400, code: 'public_tariff_required', fields: { publicTariffIds: message } }
  expect(await shop.admin.refused(call, { body: { hasPublicTariffs: true } })).toMatchObject(refused)
  const { company } = await publish(shop, { publicTariffIds: [shop.air.id] })
  expect([company.hasPublicTariffs, company.publicTariffIds]).toEqual([true, [shop.air.id]])
  expect(await shop.admin.refused(call, { body: { publicTariffIds: [] } })).toMatchObject(refused)
  const theirs = (await openShop(world)).air.id
  expect(await shop.admin.refused(call, { body: { publicTariffIds: [theirs] } })).toMatchObject({
    code: 'reference_not_found',
  })
  const { data: air } = await shop.viewer.ok('GET /api/tariffs', { query: { type: 'aereo' } })
  const body = { name: 'Aéreo', type: 'aereo' as const, pricePerPound: 4, isDefault: true, version: air[0]?.version }
  const { data: saved } = await shop.admin.ok('PUT /api/tariffs/:id', { params: { id: shop.air.id }, body })
  expect(saved.isPublic).toBe(true)
  await shop.admin.ok(call, { body: { name: 'Otra' } })
  expect((await look(shop.host)).statusCode).toBe(200)
  const both = await shop.admin.ok(call, { body: { publicTariffIds: [shop.sea.id] } })
  expect(both.company.publicTariffIds).toEqual([shop.sea.id])
})

test('a network that works out price after price waits, and another does not', async () => {
  const shop = await openShop(world)
  await publish(shop, { publicTariffIds: [shop.air.id] })
  const ask = (address: string) => look(shop.host, { peso: '1', calcular: '1' }, address)
  const statuses = []
  for (let count = 0; count < 21; count += 1) statuses.push((await ask('10.77.1.1')).statusCode)
  expect(statuses).toEqual([...Array(20).fill(200), 429])
  expect((await ask('10.77.1.1')).body).not.toContain('class="big"')
  expect([(await ask('10.78.1.1')).statusCode, (await look(shop.host, {}, '10.77.1.1')).statusCode]).toEqual([200, 200])
})

test('a client is told the price by their own tariff, by public ones for a method without it, and by no other', async () => {
  const shop = await openShop(world)
  const [own, secret] = await Promise.all([
    addTariff(shop, { name: 'Suya', pricePerPound: 4, isPublic: false }),
    addTariff(shop, { name: 'Secreta', pricePerPound: 88, isPublic: false }),
  ])
  await addTariff(shop, { name: 'Pública', pricePerPound: 7 })
  const client = await shop.addClient({ defaultTariffAereoId: own.id })
  const { secret: device } = await addClientAccess(world, shop, client.id)
  const open = async (url: string) => await visitPage(world, shop.host, url, { secret: device })
  expect((await open('/mi/precios')).statusCode).toBe(404)
  expect((await open('/mi/mas')).body).not.toContain('/mi/precios')
  await publish(shop, { publicTariffIds: [shop.sea.id] })
  expect((await open('/mi/mas')).body).toContain('/mi/precios')
  for (const tarifa of [own.id, secret.id]) {
    const { body } = await open(`/mi/precios?${new URLSearchParams({ tarifa, peso: '2', calcular: '1' })}`)
    expect(body.match(/<p class="big">[^<]*/g), tarifa).toEqual(['<p class="big">US$8.00'])
    expect([...body.matchAll(/href="\/mi\/precios\?tarifa=([^&]*)&/g)].map(([, id]) => id)).toEqual([
      own.id,
      shop.sea.id,
    ])
  }
})

test('pages for visitors lead to each other, and closed ones are left out', async () => {
  const shop = await openShop(world)
  const links = async (url: string) => {
    const { body } = await world.app.inject({ url, headers: { host: shop.host } })
    return [...(/<nav class="outside".*?<\/nav>/.exec(body)?.[0] ?? '').matchAll(/href="([^"]+)"/g)].map(([, to]) => to)
  }
  expect(await links('/mi/entrar')).toEqual([])
  await publish(shop, { publicTariffIds: [shop.air.id] })
  for (const url of ['/precios', '/mi/entrar']) expect(await links(url)).toEqual(['/precios', '/mi/entrar'])
  await publish(shop, { hasPublicTracking: true })
  for (const url of ['/precios', '/rastreo', '/mi/entrar'])
    expect(await links(url)).toEqual(['/rastreo', '/precios', '/mi/entrar'])
})
