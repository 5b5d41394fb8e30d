import { makeLabelCode, readLabelCode } from '@casillero/shared/domain/label-code'
import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import { openShop } from '../../../../tests/support/shop.ts'

const world = shareWorld()
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

test('an edit leaves the code as it is, even if another one is sent', async () => {
  const { admin, receive } = await openShop(world)
  const { id, labelCode } = await receive({ clientId: null })
  const body = { ...arrival, labelCode: makeLabelCode(bytes(5)) }
  const { data } = await admin.ok('PUT /api/packages/:id', { params: { id }, body })
  expect(data.labelCode).toBe(labelCode)
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

test('the code of another company’s label finds nothing', async () => {
  const { admin } = await openShop(world)
  const foreign = await (await openShop(world)).receive()
  const query = { search: foreign.labelCode }
  expect((await admin.ok('GET /api/packages', { query })).data).toEqual([])
  expect((await admin.ok('GET /api/search', { query: { q: foreign.labelCode } })).data.packages).toEqual([])
})

test('the code in a carrier’s barcode is found by the search for anything', async () => {
  const { admin, receive } = await openShop(world)
  const one = await receive({ tracking: '9101026837331000039521' })
  const { data } = await admin.ok('GET /api/search', { query: { q: '420221539101026837331000039521' } })
  expect(data.packages.map(({ id }) => id)).toEqual([one.id])
})
