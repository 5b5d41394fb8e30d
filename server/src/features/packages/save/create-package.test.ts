import { makeLabelCode, readLabelCode } from '@casillero/shared/domain/label-code'
import { expect, test } from 'vitest'
import { holding, untilBlocked } from '../../../../../tests/support/locks.ts'
import { shareWorld } from '../../../../../tests/support/open-world.ts'
import { openShop } from '../../../../../tests/support/shop.ts'

const world = shareWorld()

test('a received package may have a tracking alone', async () => {
  const { admin } = await world.openCompany()
  const { data } = await admin.ok('POST /api/packages', { body: { shippingMethod: 'maritimo', tracking: ' 1Z ' } })
  expect(data).toMatchObject({
    ...{
      companyPackageId: 1,
      version: 1,
      tracking: '1Z',
      client: null,
      tariff: null,
      status: null,
      statusHistory: '[]',
    },
    ...{ weight: null, pricePerPound: null, totalPrice: null, discountType: 'none', shouldNotifyStorage: true },
    labelCode: expect.stringMatching(/^[0-9A-HJKMNP-TV-Z]{8}$/),
    statusSince: data.createdAt,
  })
})

test.each([
  [{ weight: 3.33 }, 3.75, 12.49],
  [{ weight: 3.1, discountType: 'fixed_amount', discountValue: 1 }, 3.427419, 10.63],
  [{ weight: 2, discountType: 'fixed_amount', discountValue: 100 }, 0, 0],
  [{ weight: 2, discountType: 'percentage', discountValue: 100 }, 0, 0],
  [{ weight: 0.01, discountType: 'none', discountValue: 5 }, 3.75, 0.04],
  [{ weight: null }, null, null],
  [{ tariffId: null, weight: 2 }, null, null],
] as const)(
  'a package that arrives with %j costs %j a pound and %j in all',
  async (values, finalPricePerPound, totalPrice) => {
    const { receive } = await openShop(world)
    const courierPackage = await receive(values)
    expect(courierPackage).toMatchObject({ finalPricePerPound, totalPrice })
    if (courierPackage.discountType === 'none') expect(courierPackage.discountValue).toBe(0)
  },
)

const noTracking = 'Debe ingresar al menos un número de tracking (envío o bodega)'
test.each([
  [{ tracking: '' }, { tracking: noTracking }],
  [{ shippingMethod: 'bus' }, { shippingMethod: 'Elija marítimo o aéreo' }],
  [{ weight: 0 }, { weight: 'El peso debe ser mayor a 0' }],
  [{ weight: 2.005 }, { weight: 'Use como máximo 2 decimales' }],
  [{ weight: 10_000 }, { weight: 'El máximo es 9999.99' }],
  [{ discountType: 'percentage', discountValue: 101 }, { discountValue: 'El porcentaje debe estar entre 0 y 100' }],
  [{ discountType: 'fixed_amount', discountValue: -1 }, { discountValue: 'Ingrese un descuento válido' }],
  [{ clientId: 'x' }, { clientId: 'Identificador no válido' }],
  [{ description: 'x'.repeat(301) }, { description: 'Máximo 300 caracteres' }],
])('a received package with %j is refused under the field', async (values, fields) => {
  const { admin } = await world.openCompany()
  const body = { shippingMethod: 'aereo' as const, tracking: 'T', ...JSON.parse(JSON.stringify(values)) }
  expect(await admin.refused('POST /api/packages', { body })).toMatchObject({ status: 400, code: 'invalid', fields })
  expect((await admin.ok('GET /api/packages')).pagination.total).toBe(0)
})

test('a received package takes a tariff of its own method that can be assigned today, and no other', async () => {
  const { admin, sea, receive } = await openShop(world)
  const add = async (values: object) => {
    const body = { name: 'Otra', type: 'aereo' as const, pricePerPound: 1, ...values }
    return (await admin.ok('POST /api/tariffs', { body })).data.id
  }
  for (const [tariffId, code, message] of [
    [sea.id, 'tariff_type_mismatch', 'La tarifa no corresponde al método de envío'],
    [await add({ isActive: false }), 'tariff_not_available', 'La tarifa está inactiva o fuera de su vigencia'],
    [await add({ startDate: '2020-01-01', endDate: '2020-02-01' }), 'tariff_not_available', expect.any(String)],
  ]) {
    const body = { shippingMethod: 'aereo' as const, tracking: 'T', tariffId }
    const refused = await admin.refused('POST /api/packages', { body })
    expect(refused).toMatchObject({ status: 400, code, message, fields: { tariffId: message } })
  }
  expect((await receive({ shippingMethod: 'maritimo', tariffId: sea.id })).pricePerPound).toBe(2.5)
})

test('a received package begins its history with its first status', async () => {
  const { receive, statuses } = await openShop(world)
  const courierPackage = await receive({ statusId: statuses.received })
  expect(JSON.parse(courierPackage.statusHistory)).toEqual([
    {
      from: null,
      to: 'Recibido en bodega US',
      userName: 'admin Prueba',
      date: expect.stringMatching(/^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/),
      comment: 'Initial status',
    },
  ])
})

test('a received package gets the next number of its company, and no number is used twice', async () => {
  const { admin, receive, receiveMany } = await openShop(world)
  const packages = await receiveMany(12)
  const numbers = packages.map(({ companyPackageId }) => companyPackageId)
  expect(numbers.toSorted((a, b) => a - b)).toEqual(Array.from({ length: 12 }, (_, n) => n + 1))
  const last = packages.find(({ companyPackageId }) => companyPackageId === 12)
  await admin.ok('DELETE /api/packages/:id', { params: { id: last?.id ?? '' } })
  expect((await receive()).companyPackageId).toBe(13)
  expect((await (await openShop(world)).receive()).companyPackageId).toBe(1)
})

test('a received package is made once per key, and another package under the same key is refused with the first', async () => {
  const { admin } = await openShop(world)
  const headers = { 'idempotency-key': 'una-caja' }
  const body = { shippingMethod: 'aereo' as const, tracking: 'T1' }
  const sent = await Promise.all(Array.from({ length: 8 }, () => admin.send('POST /api/packages', { body, headers })))
  expect(sent.map(({ statusCode }) => statusCode)).toEqual(Array(8).fill(201))
  expect(new Set(sent.map(({ body: answer }) => answer)).size).toBe(1)
  expect((await admin.ok('GET /api/packages')).pagination.total).toBe(1)
  const other = await admin.refused('POST /api/packages', { body: { ...body, tracking: 'T2' }, headers })
  expect(other).toMatchObject({ status: 422, message: 'Este paquete ya se creó: #1' })
})

test('a tracking of another package gives the newest package with it, in either field, and can still be saved', async () => {
  const { admin, receive } = await openShop(world)
  const first = await receive({ tracking: 'DOBLE' })
  const second = await receive({ tracking: 'X', warehouseTracking: 'DOBLE' })
  const ask = async (query: { tracking: string; exceptId?: string }) =>
    (await admin.ok('GET /api/packages/same-tracking', { query })).data
  expect(await ask({ tracking: ' DOBLE ' })).toEqual({ id: second.id, companyPackageId: 2 })
  expect(await ask({ tracking: 'DOBLE', exceptId: second.id })).toEqual({ id: first.id, companyPackageId: 1 })
  await admin.ok('DELETE /api/packages/:id', { params: { id: second.id } })
  expect(await ask({ tracking: 'DOBLE', exceptId: first.id })).toBeNull()
  expect(await ask({ tracking: 'DOBL' })).toBeNull()
  const other = await openShop(world)
  const { data } = await other.admin.ok('GET /api/packages/same-tracking', { query: { tracking: 'DOBLE' } })
  expect(data).toBeNull()
})

test('a package is received while the staff, the statuses or the company are being changed', async () => {
  const shop = await openShop(world)
  const clerk = await shop.addUser('user')
  const body = { firstName: 'Otra', lastName: 'Persona', email: 'otra@correo.test', type: 'user' as const }
  await holding(world.owner, ['select 1 from users where id = $1 for update', [clerk.userId]], async () => {
    const editing = shop.admin.send('PUT /api/users/:id', { params: { id: clerk.userId }, body })
    await untilBlocked(world.owner, 1)
    await shop.user.ok('POST /api/packages', { body: { shippingMethod: 'aereo', tracking: 'Mientras tanto' } })
    const isStillWaiting = await Promise.race([
      editing.then(() => false),
      untilBlocked(world.owner, 1).then(() => true),
    ])
    expect(isStillWaiting).toBe(true)
  })
})
const bytes = (number: number) => Uint8Array.from({ length: 5 }, (_, at) => (number / 256 ** (4 - at)) & 255)
const arrival = { shippingMethod: 'aereo' as const, tracking: 'X' }

test('a package that arrives with a label keeps its code, in the form that is kept', async () => {
  const { admin } = await openShop(world)
  const code = makeLabelCode(bytes(123_456_789_012))
  const typed = ` ${code.slice(0, 4).toLowerCase()}-${code.slice(4)}`
  const answer = await admin.ok('POST /api/packages', { body: { ...arrival, labelCode: typed } })
  expect([answer.data.labelCode, answer]).toEqual([code, expect.not.objectContaining({ notice: expect.anything() })])
  const { data } = await admin.ok('GET /api/packages/:id', { params: { id: answer.data.id } })
  expect(data.labelCode).toBe(code)
})

test('a code that another package of the company has, also a deleted one, gives a new one, and the answer says to print again', async () => {
  const { admin, receive } = await openShop(world)
  const { labelCode, id } = await receive({ tracking: 'A' })
  await admin.ok('DELETE /api/packages/:id', { params: { id } })
  const { data, notice } = await admin.ok('POST /api/packages', { body: { ...arrival, labelCode } })
  expect(notice).toBe('Imprima otra vez')
  expect([readLabelCode(data.labelCode), data.labelCode === labelCode]).toEqual([data.labelCode, false])
  const other = await openShop(world)
  const foreign = await other.admin.ok('POST /api/packages', { body: { ...arrival, labelCode } })
  expect([foreign.data.labelCode, foreign.notice]).toEqual([labelCode, undefined])
})

test('of packages that arrive at once with one code a single one keeps it', async () => {
  const { admin } = await openShop(world)
  const labelCode = makeLabelCode(bytes(77))
  const answers = await Promise.all(
    Array.from({ length: 8 }, () => admin.ok('POST /api/packages', { body: { ...arrival, labelCode } })),
  )
  const codes = answers.map(({ data }) => data.labelCode)
  expect(new Set(codes).size).toBe(8)
  expect(answers.filter(({ notice }) => notice === undefined).map(({ data }) => data.labelCode)).toEqual([labelCode])
})

test.each(['7K3M', 'ABCDEFGH', '********'])('the code “%s” is refused under its field', async (labelCode) => {
  const { admin } = await openShop(world)
  const refused = await admin.refused('POST /api/packages', { body: { ...arrival, labelCode } })
  expect([refused.status, refused.fields]).toEqual([400, { labelCode: 'El código de la etiqueta no es válido' }])
})

test('the database gives a package that a server of before enters a code of its own', async () => {
  const { id } = await openShop(world)
  const { rows } = await world.owner.query<{ code: string }>(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text)
       select $1, 1000 + n, 'aereo', 'X', '|x|' from generate_series(1, 300) n
       returning label_code as code`,
    [id],
  )
  const codes = rows.map(({ code }) => code)
  expect([codes.length, new Set(codes).size, codes.filter((code) => readLabelCode(code) !== code)]).toEqual([
    300,
    300,
    [],
  ])
})

test('the database makes the same code of 35 bits as the server', async () => {
  const numbers = [0, 1, 31, 32, 1023, 7_919, 123_456_789, 34_359_738_367, 17_179_869_184, 30_541_989_661]
  const { rows } = await world.owner.query<{ code: string }>(
    'select label_code_of(bits) as code from unnest($1::bigint[]) with ordinality n (bits, place) order by place',
    [numbers],
  )
  expect(rows.map(({ code }) => code)).toEqual(numbers.map((number) => makeLabelCode(bytes(number))))
})

test('the list and the search for anything find the one package of a label, as scanned or as typed', async () => {
  const { admin, receive, client, statuses } = await openShop(world)
  const one = await receive({ clientId: client.id, statusId: statuses.ready })
  const code = one.labelCode
  // Another package speaks of the code: the list shows the labelled one alone.
  const other = await receive({ description: `Va con ${code}` })
  for (const text of [code, `]C1${code}`, `${code.slice(0, 3)}-${code.slice(3)}`.toLowerCase()]) {
    const { data, pagination } = await admin.ok('GET /api/packages', { query: { search: text } })
    expect([data.map(({ id }) => id), pagination.total], text).toEqual([[one.id], 1])
    const found = (await admin.ok('GET /api/search', { query: { q: text } })).data
    expect([found.packages[0]?.id, found.packages[0]?.labelCode], text).toEqual([one.id, code])
  }
  const found = (await admin.ok('GET /api/search', { query: { q: code } })).data
  expect([found.packages.map(({ id }) => id), found.totals.packages]).toEqual([[one.id, other.id], 2])
  const elsewhere = { search: code, statusId: statuses.inTransit, invoiced: 'false' as const }
  expect((await admin.ok('GET /api/packages', { query: elsewhere })).data).toEqual([])
  const here = { search: code, statusId: statuses.ready, clientId: client.id, invoiced: 'false' as const }
  expect((await admin.ok('GET /api/packages', { query: here })).data.map(({ id }) => id)).toEqual([one.id])
})

test('a text that could be a label, but is none of ours, is searched as a text', async () => {
  const { admin, receive } = await openShop(world)
  const code = makeLabelCode(bytes(9_876_543_210))
  const one = await receive({ tracking: `9${code}9` })
  const { data } = await admin.ok('GET /api/packages', { query: { search: code } })
  expect(data.map(({ id }) => id)).toEqual([one.id])
  const page = await admin.ok('GET /api/packages', { query: { search: code, page: '2' } })
  expect([page.data, page.pagination.total]).toEqual([[], 1])
})
