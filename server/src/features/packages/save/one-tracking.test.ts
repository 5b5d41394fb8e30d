import { makeLabelCode } from '@casillero/shared/domain/label-code'
import { describe, expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad, undoLoad } from '../../../../../tests/support/load-file.ts'
import { openWorld } from '../../../../../tests/support/open-world.ts'
import { addConsignment, addSent, scanArrival } from '../../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../../tests/support/shop.ts'

const world = openWorld()

const codes: [how: string, typed: string, number: string][] = [
  ['spaces', '9400 1112 0108 0805 4830 16', '9400111201080805483016'],
  ['dashes', '9400-1112-0108-0805-4830-16', '9400111201080805483016'],
  ['a ZIP code before it', '420331229400111899913909960307', '9400111899913909960307'],
  ['a ZIP code of nine digits before it', '4203312692612986579754323194875745', '92612986579754323194875745'],
  ['the digits of FedEx around it', '9622001560001234567100794808390594', '794808390594'],
  ['small letters', '1z999aa10123456784', '1Z999AA10123456784'],
  ['small letters of an unknown carrier', 'yt2312345678901234', 'YT2312345678901234'],
  ['groups of an unknown carrier', 'YT 2312 3456 7890 1234', 'YT2312345678901234'],
  ['a space of no width', '1Z99\u200b9AA1\u200b0123456784', '1Z999AA10123456784'],
  ['a soft hyphen', 'TBA5028\u00ad87274000', 'TBA502887274000'],
  ['a direction around it', '\u202aRB123456785GB\u202c', 'RB123456785GB'],
  ['spaces that do not break', '1Z\u00a0999\u202fAA1\u20070123456784', '1Z999AA10123456784'],
  ['words and signs around it', 'Mi tracking: #TBA502887274000.', 'TBA502887274000'],
  ['the marks of a spreadsheet', '="779017972697.0" (FedEx)', '779017972697'],
  ['the identifier of a Spanish keyboard', '+C1420331229400111899913909960307', '9400111899913909960307'],
  ['an address around it', 'https://www.ups.com/track?loc=es_NI&tracknum=1Z999AA10123456784', '1Z999AA10123456784'],
  [
    'the square barcode of UPS around it',
    '[)>0196152382802840001' + '1Z00004951UPSN06X6101591234567',
    '1Z06X6100100004951',
  ],
]

const scan = async ({ user }: Shop, code: string) =>
  (await user.ok('GET /api/receptions/package', { query: { code } })).data?.package.id
const same = async ({ user }: Shop, tracking: string) =>
  (await user.ok('GET /api/packages/same-tracking', { query: { tracking } })).data?.id
const listed = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/packages', { query: { search: search.slice(0, 100) } })).data.map(({ id }) => id)
const found = async ({ user }: Shop, q: string) =>
  (await user.ok('GET /api/search', { query: { q: q.slice(0, 100) } })).data.packages.map(({ id }) => id)
const atCounter = async ({ user }: Shop, code: string) =>
  (await user.ok('GET /api/handovers/ready', { query: { code } })).data.scanned?.id

test.each(codes)(
  'a tracking with %s is kept as its number by the form, with what was typed beside it, and every look-up finds it either way',
  async (_, typed, number) => {
    const shop = await openShop(world)
    const one = await shop.receive({ tracking: typed })
    expect(one).toMatchObject({
      tracking: number,
      typedTracking: typed.replace(/[\u200b\u00ad\u202a\u202c]/g, '') === number ? null : expect.any(String),
    })
    for (const code of [typed, number, number.toLowerCase(), `]C1${number}`, number.replace(/(.{4})(?=.)/g, '$1 ')]) {
      expect(await Promise.all([scan, same, atCounter].map((look) => look(shop, code))), code).toEqual([
        one.id,
        one.id,
        one.id,
      ])
      expect([await listed(shop, code), await found(shop, code)], code).toEqual([[one.id], [one.id]])
    }
  },
)

// The other ways in read a code by the same function: three kinds of codes stand for all.
describe.each([codes[2], codes[8], codes[15]].flatMap((one) => (one ? [one] : [])))(
  'a tracking with %s',
  (_, typed, number) => {
    test('is kept as its number for the warehouse too, and scanned on arrival and while a shipment is filled', async () => {
      const shop = await openShop(world)
      const one = await shop.receive({ tracking: null, warehouseTracking: typed })
      expect(one).toMatchObject({ tracking: null, warehouseTracking: number })
      const { id } = await addSent(shop, [one])
      expect(await scanArrival(shop, id, { tracking: number })).toMatchObject({
        result: 'expected',
        package: { id: one.id },
      })
      expect(await scanArrival(shop, id, { tracking: typed })).toMatchObject({ result: 'repeated' })
      const other = await shop.receive({ tracking: number })
      const open = await addConsignment(shop, [])
      const filled = await shop.user.ok('POST /api/shipments/:id/scans', {
        params: { id: open.id },
        body: { code: typed },
      })
      expect(filled.data).toMatchObject({ result: 'added', package: { id: other.id } })
    })

    test('is one package in a file however each row has it, and finds a package of before', async () => {
      const shop = await openShop(world)
      const cells = (text: string) => `"${text.replaceAll('"', '""')}"`
      const load = async (kind: 'packages' | 'statuses', lines: string[]) => {
        const { id } = await previewCells(shop, kind, lines.join('\n'))
        return { id, rows: (await rowsOf(shop, id)).map(({ outcome, code }) => [outcome, code]) }
      }
      const heads = 'Tracking;Método;Peso'
      const first = await load('packages', [heads, `${cells(typed)};aereo;2`, `${cells(number)};aereo;3`])
      expect(first.rows).toEqual([
        ['new', number],
        ['error', number],
      ])
      await runLoad(world, shop, first.id)
      const { data } = await shop.user.ok('GET /api/packages', { query: { search: number } })
      expect(data).toMatchObject([{ tracking: number }])
      const again = await load('packages', [heads, `${cells(typed)};aereo;2`])
      expect(again.rows).toEqual([['same', number]])
      const moved = await load('statuses', ['Tracking;Estado', `${cells(typed)};Listo para retirar`])
      expect(moved.rows).toEqual([['updated', number]])
    })

    test('is received once however it is scanned', async () => {
      const shop = await openShop(world)
      const receive = async (tracking: string) =>
        (
          await shop.user.ok('POST /api/receptions', {
            body: {
              tracking,
              shippingMethod: 'aereo',
              clientId: shop.client.id,
              weight: 2,
              weightSource: 'typed',
              labelCode: makeLabelCode(crypto.getRandomValues(new Uint8Array(5))),
            },
          })
        ).data
      const created = await receive(typed)
      expect([created.result, created.package.tracking]).toEqual(['created', number])
      expect((await receive(number)).result).toBe('repeated')
      expect((await receive(typed)).result).toBe('repeated')
    })
  },
)

const typed = '420331229400111899913909960307'
const number = '9400111899913909960307'

test('stays beside the number while an edit sends the number back, and goes with another number', async () => {
  const { admin, receive } = await openShop(world)
  const one = await receive({ tracking: typed })
  const params = { id: one.id }
  const edited = await admin.ok('PUT /api/packages/:id', { params, body: { ...one, description: 'Caja' } })
  expect(edited.data).toMatchObject({ tracking: number, typedTracking: typed })
  const other = await admin.ok('PUT /api/packages/:id', { params, body: { ...edited.data, tracking: 'ORD-2' } })
  expect(other.data).toMatchObject({ tracking: 'ORD-2', typedTracking: null })
})

test('comes back when the load that changed it is taken back', async () => {
  const shop = await openShop(world)
  const one = await shop.receive({ tracking: 'ANN1', warehouseTracking: typed })
  const { id } = await previewCells(shop, 'packages', 'Tracking;Warehouse\nANN1;WR-7')
  await runLoad(world, shop, id)
  const params = { id: one.id }
  expect((await shop.user.ok('GET /api/packages/:id', { params })).data).toMatchObject({
    typedWarehouseTracking: null,
  })
  await undoLoad(shop, id)
  const { data } = await shop.user.ok('GET /api/packages/:id', { params })
  expect(data).toMatchObject({ warehouseTracking: number, typedWarehouseTracking: typed })
})

test('finds its package by any part of it', async () => {
  const shop = await openShop(world)
  const one = await shop.receive({ tracking: '9622001560001234567100794808390594' })
  expect(await listed(shop, '1560001234567100')).toEqual([one.id])
})

test('packages that share a tracking are marked until one of them has another, and a deleted one marks none', async () => {
  const { admin, receive } = await openShop(world)
  const one = await receive({ tracking: '1Z999AA10123456784' })
  const other = await receive({ tracking: '1z 999 aa1 0123456784' })
  const read = async () =>
    (await admin.ok('GET /api/packages', { query: { search: '1Z999AA10123456784' } })).data.map(
      (each) => each.sharesTracking,
    )
  expect([one.sharesTracking, await read()]).toEqual([false, [true, true]])
  await admin.ok('DELETE /api/packages/:id', { params: { id: other.id } })
  expect(await read()).toEqual([false])
})

test.each([
  ['the square barcode of a label without a number', '[)>01961Z00004952UPSN06X610'],
  ['an address without a number', 'https://www.amazon.com/gp/css/order-history'],
])('%s is refused as a tracking, with what to scan instead', async (_, tracking) => {
  const { admin } = await openShop(world)
  const body = { shippingMethod: 'aereo' as const, tracking }
  const refusal = await admin.refused('POST /api/packages', { body })
  expect(refusal.fields).toEqual({ tracking: 'Escanee el código de barras largo' })
})

const two = '1Z999AA10123456784, 1Z999AA10055501023'
test.each([
  ['several numbers', two, { code: 'tracking_several', tracking: 'Hay varios números; deje uno solo' }],
  ['a number of two lines', two.replace(', ', '\n'), { code: 'tracking_several', tracking: /varios números/ }],
  ['a number that a spreadsheet has rounded', '="9.4E+21"', { code: 'tracking_rounded', tracking: /redondeó/ }],
])(
  '%s is refused as a tracking by a form, a scan and a pre-alert, in words',
  async (_, tracking, { code, tracking: words }) => {
    const { user, client } = await openShop(world)
    const labelCode = makeLabelCode(crypto.getRandomValues(new Uint8Array(5)))
    const received = {
      tracking,
      shippingMethod: 'aereo' as const,
      clientId: client.id,
      weight: 2,
      weightSource: 'typed' as const,
    }
    const refusals = [
      await user.refused('POST /api/packages', { body: { shippingMethod: 'aereo', tracking } }),
      await user.refused('POST /api/receptions', { body: { ...received, labelCode } }),
      await user.refused('POST /api/prealerts', { body: { clientId: client.id, tracking } }),
    ]
    for (const refusal of refusals)
      expect(refusal).toMatchObject({ code, fields: { tracking: expect.stringMatching(words) } })
  },
)

test('a cell of a file with several numbers is an error of its row', async () => {
  const shop = await openShop(world)
  const { id } = await previewCells(shop, 'packages', `Tracking;Método\n"${two}";aereo\nTBA502887274000;aereo`)
  const rows = (await rowsOf(shop, id)).map(({ outcome, problems }) => [
    outcome,
    problems.map(({ message }) => message),
  ])
  expect(rows).toEqual([
    ['error', ['trae varios números; deje uno por fila']],
    ['new', []],
  ])
})

test('a tracking of characters that leave no mark is none', async () => {
  const { admin } = await openShop(world)
  const body = { shippingMethod: 'aereo' as const, tracking: '\u200b\u2060\u00ad' }
  const refusal = await admin.refused('POST /api/packages', { body })
  expect(refusal.fields).toEqual({ tracking: 'Debe ingresar al menos un número de tracking (envío o bodega)' })
})

test('a cell of characters that leave no mark is an empty one, and no refusal names it', async () => {
  const shop = await openShop(world)
  const unseen = '\u200b\u2060\u00ad\u202a'
  const lines = [
    'Tracking;Método;Peso;Casillero;Estado',
    `TBA502887274000;aereo;2;${unseen};${unseen}`,
    `${unseen};aereo;2;;`,
  ]
  const { id } = await previewCells(shop, 'packages', lines.join('\n'))
  const rows = await rowsOf(shop, id)
  expect(rows.map(({ outcome }) => outcome)).toEqual(['new', 'error'])
  for (const { detail } of rows) expect(detail).not.toMatch(/«[\s\p{DI}]*»/u)
})
