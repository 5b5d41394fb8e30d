import { importKinds } from '@casillero/shared/domain/import-fields'
import { expect, test } from 'vitest'
import { previewCells, rowsOf, runLoad, undoLoad } from '../../../../tests/support/load-file.ts'
import { formOf } from '../../../../tests/support/multipart-form.ts'
import { expectWhole, openShops, openWorld } from '../../../../tests/support/open-world.ts'
import { addConsignment } from '../../../../tests/support/sample-consignments.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'
import { readFile } from '../spreadsheets/table-thread.ts'

const world = openWorld()
const shop = openShops(world)

/** Sends a form as a browser does. */
function upload({ host, user }: Shop, name: string, content: Buffer, kind = 'packages') {
  const { contentType, payload } = formOf([
    { name: 'kind', content: kind },
    { name: 'file', content, filename: name, type: 'application/octet-stream' },
  ])
  const headers = { host, authorization: `Bearer ${user.token}`, 'content-type': contentType }
  return world.app.inject({ method: 'POST', url: '/api/imports', headers, payload })
}

async function map({ user }: Shop, data: { id: string; mapping: { field: string | null }[] }) {
  const body = { mapping: data.mapping.map(({ field }) => field), remember: true }
  return (await user.ok('PUT /api/imports/:id/mapping', { params: { id: data.id }, body })).data
}

test.each(importKinds)('the example of %s is imported as it is, without an error', async (kind) => {
  await shop.receive({ statusId: shop.statuses.inTransit })
  await shop.admin.ok('POST /api/charges', { body: { name: 'Impuestos', kind: 'advance' } })
  const example = await shop.user.send(`GET /api/imports/samples/${kind}`)
  const answer = await upload(shop, 'ejemplo.xlsx', example.rawPayload, kind)
  expect(answer.statusCode, answer.body).toBe(201)
  const { data } = answer.json()
  expect(data.mapping.filter(({ state }: { state: string }) => state === 'unclear')).toEqual([])
  const { counts } = await map(shop, data)
  expect(counts).toMatchObject({ error: 0 })
  const done = await runLoad(world, shop, data.id)
  expect([done.status, done.result.new + done.result.updated]).toEqual(['done', counts.new + counts.updated])
  await expectWhole(world)
})

test('a form is answered with columns, samples and what they were taken for, and a name without folders', async () => {
  const answer = await upload(
    shop,
    'C:\\Datos\\bodega.csv',
    Buffer.from('Tracking;Peso;Raro\n1Z1;2,5;x\n1Z2;3;', 'latin1'),
  )
  expect(answer.json().data).toMatchObject({
    fileName: 'bodega.csv',
    rowCount: 2,
    status: 'mapping',
    columns: [
      { name: 'Tracking', samples: ['1Z1', '1Z2'] },
      { name: 'Peso', samples: ['2,5', '3'] },
      { name: 'Raro', samples: ['x'] },
    ],
    mapping: [{ field: 'tracking', state: 'known' }, { field: 'weight' }, { field: null, state: 'unclear' }],
  })
})

test.each([
  ['virus.exe', Buffer.from('MZ\u0000\u0000'), 'El archivo debe ser de Excel (.xlsx) o CSV'],
  ['roto.xlsx', Buffer.from('PK\u0003\u0004roto'), 'El archivo está dañado o incompleto; vuelva a guardarlo en Excel'],
  ['vacio.csv', Buffer.alloc(0), 'El archivo no tiene filas'],
  ['enorme.csv', Buffer.alloc(10 * 1024 * 1024 + 1, 'a'), 'El archivo debe ser de hasta 10 MB'],
])('the file %s is refused under its field', async (name, content, sentence) => {
  const answer = await upload(shop, name, content)
  expect([answer.statusCode, answer.json().fields]).toEqual([400, { file: sentence }])
})

test('a viewer is refused before a file is taken', async () => {
  const answer = await upload({ ...shop, user: shop.viewer }, 'a.csv', Buffer.from('Tracking\n1'))
  expect([answer.statusCode, answer.json().code]).toEqual([403, 'forbidden'])
})

test('the choice for a file holds for the next one with these headings, in this company alone', async () => {
  const other = await openShop(world)
  const text = 'Tracking;Obs.;Raro\n1Z1;frágil;x'
  const fields = async (of: Shop) =>
    (await of.user.ok('POST /api/imports', { body: { kind: 'packages', text: text.replace('Obs.', 'OBS') } })).data
      .mapping
  const { data } = await shop.user.ok('POST /api/imports', { body: { kind: 'packages', text } })
  const body = { mapping: ['tracking', 'comments', null] }
  await shop.user.ok('PUT /api/imports/:id/mapping', { params: { id: data.id }, body })
  expect(await fields(shop)).toMatchObject([
    { field: 'tracking', state: 'remembered' },
    { field: 'comments', state: 'remembered' },
    { field: null, state: 'ignored' },
  ])
  expect(await fields(other)).toMatchObject([{ state: 'known' }, { state: 'unclear' }, { state: 'unclear' }])
})

test('a mapping names each field once, and what the kind needs', async () => {
  const { data } = await shop.user.ok('POST /api/imports', { body: { kind: 'packages', text: 'A;B\n1Z1;2' } })
  const refusal = async (...mapping: (string | null)[]) =>
    (await shop.user.refused('PUT /api/imports/:id/mapping', { params: { id: data.id }, body: { mapping } })).fields
  expect(await refusal('tracking', 'tracking')).toEqual({ 'mapping.1': '«Tracking de envío» ya está en otra columna' })
  expect(await refusal(null, 'weight')).toEqual({
    mapping: 'Falta una columna: Tracking de envío o Tracking de bodega',
  })
  expect(await refusal('tracking')).toEqual({ mapping: 'Diga de cada columna qué es' })
  expect(await refusal('tracking', 'nada')).toEqual({ 'mapping.1': 'Elija un campo' })
})

test('the rows with an error come back as the same file with a column Error, and are imported once they are mended', async () => {
  const text = 'Tracking;Método;Notas\nE1;Barril;"=1+1"\nE2;Aéreo;b\nE3;;c'
  const { data } = (await upload(shop, 'lista de bodega.csv', Buffer.from(text))).json()
  await map(shop, data)
  const csv = await shop.user.send(`GET /api/imports/${data.id}/errors`)
  expect(csv.headers['content-type']).toBe('text/csv; charset=utf-8')
  expect(csv.payload).toBe(
    "\ufeffTracking;Método;Notas;Error\r\nE1;Barril;'=1+1;Método de envío: «Barril» no es aéreo ni marítimo\r\nE3;;c;Método de envío: Elija marítimo o aéreo\r\n",
  )
  const mended = Buffer.from(csv.payload.replace('Barril', 'Aéreo').replace('E3;;', 'E3;Marítimo;'))
  const again = (await upload(shop, 'lista-errores.csv', mended)).json().data
  expect((await map(shop, again)).counts).toEqual({ new: 2, updated: 0, same: 0, error: 0 })
  await runLoad(world, shop, again.id)
  const { data: found } = await shop.user.ok('GET /api/packages', { query: { search: 'E1' } })
  expect(found[0]?.comments).toBe('=1+1')

  const pasted = await previewCells(shop, 'packages', 'Tracking\tMétodo\nE9\tX')
  const sheet = await shop.user.send(`GET /api/imports/${pasted.id}/errors`)
  const { headings, lines } = await readFile(sheet.rawPayload, 'packages')
  expect([headings, lines[0]?.cells[2]]).toEqual([
    ['Tracking', 'Método', 'Error'],
    (await rowsOf(shop, pasted.id))[0]?.detail,
  ])
})

test('a load stands in the log when it begins, ends and is taken back', async () => {
  const { id } = await previewCells(shop, 'packages', 'Tracking;Método\nL1;Aéreo')
  await runLoad(world, shop, id)
  await shop.user.ok('POST /api/imports/:id/undo', { params: { id } })
  const { data } = await shop.admin.ok('GET /api/audit', { query: { entity: 'imports' } })
  expect(data.map(({ action, label, after }) => [action, label, after])).toEqual([
    ['update', 'Celdas copiadas', { undone_rows: 1, kept_rows: 0 }],
    ['update', 'Celdas copiadas', { is_undo: true }],
    ['update', 'Celdas copiadas', { new_rows: 1, updated_rows: 0, refused_rows: 0 }],
    [
      'insert',
      'Celdas copiadas',
      { kind: 'packages', file_name: 'Celdas copiadas', row_count: 1, all_or_nothing: false, notify: false },
    ],
  ])
})

const newest = async ({ user }: Shop, search: string) =>
  (await user.ok('GET /api/packages', { query: { search } })).data[0]

async function load(shop: Shop, kind: 'packages' | 'clients', text: string, options?: { notify?: boolean }) {
  return await runLoad(world, shop, (await previewCells(shop, kind, text)).id, options)
}

const staysOf = async (shop: Shop, id: string) =>
  (await shop.user.ok('GET /api/imports/:id/undo', { params: { id } })).data.stays.map(({ code, reason }) => [
    code,
    reason,
  ])

test('a package stays with its new client and tariff, and a client with theirs, when what they had before is gone', async () => {
  const former = await shop.addClient({ phone: '50586904461' })
  const { data: old } = await shop.admin.ok('POST /api/tariffs', {
    body: { name: 'Vieja', type: 'aereo', pricePerPound: 1 },
  })
  await shop.receive({ tracking: 'U1', clientId: former.id })
  await shop.receive({ tracking: 'U2', tariffId: old.id })
  const mine = await shop.addClient({ phone: '50586904462', defaultTariffAereoId: old.id })
  const { casillero } = shop.client
  const packages = await load(shop, 'packages', `Tracking;Casillero;Tarifa\nU1;${casillero};\nU2;${casillero};Aéreo`)
  const clients = await load(shop, 'clients', `Casillero;Tarifa aérea\n${mine.casillero};Aéreo`)
  expect([packages.result.updated, clients.result.updated]).toEqual([2, 1])
  await shop.admin.ok('DELETE /api/client/:id', { params: { id: former.id } })
  await shop.admin.ok('DELETE /api/tariffs/:id', { params: { id: old.id } })
  expect(await staysOf(shop, packages.id)).toEqual([
    ['U1', 'lo que tenía antes ya no existe'],
    ['U2', 'lo que tenía antes ya no existe'],
  ])
  expect((await undoLoad(shop, packages.id)).result).toMatchObject({ undone: 0, kept: 2 })
  expect((await undoLoad(shop, clients.id)).result).toMatchObject({ undone: 0, kept: 1 })
  expect((await newest(shop, 'U1'))?.client?.id).toBe(shop.client.id)
  await expectWhole(world)
})

test('a package that is put back is found by the name that its client has by then', async () => {
  await shop.receive({ tracking: 'N1' })
  const { id } = await load(shop, 'packages', 'Tracking;Peso\nN1;9')
  const {
    firstName: _,
    version,
    ...rest
  } = (await shop.user.ok('GET /api/client/:id', { params: { id: shop.client.id } })).data
  await shop.user.ok('PUT /api/client/:id', {
    params: { id: shop.client.id },
    body: { firstName: 'Xiomara', lastNames: rest.lastNames, phone: rest.phone, version },
  })
  expect((await undoLoad(shop, id)).result.undone).toBe(1)
  expect((await newest(shop, 'Xiomara'))?.weight).toBe(2)
})

test('a load is taken back by the user who imported it and by admins, not by another user', async () => {
  const other = await shop.addUser('user')
  const { id } = await load(shop, 'packages', 'Tracking;Método\nO1;Aéreo')
  const params = { id }
  expect((await other.refused('POST /api/imports/:id/undo', { params })).status).toBe(403)
  expect((await other.refused('GET /api/imports/:id/undo', { params })).status).toBe(403)
  expect((await other.ok('GET /api/imports/:id', { params })).data.canUndo).toBe(false)
  expect((await shop.admin.ok('GET /api/imports/:id', { params })).data.canUndo).toBe(true)
  expect((await shop.admin.ok('POST /api/imports/:id/undo', { params })).data.status).toBe('undone')
})

test('an undo cancels the messages of its own load alone', async () => {
  await shop.receive({ tracking: 'M1', statusId: shop.statuses.received })
  await world.owner.query('delete from message_packages where company_id = $1', [shop.id])
  await world.owner.query('delete from messages where company_id = $1', [shop.id])
  const told = await load(shop, 'packages', 'Tracking;Estado\nM1;Listo para retirar', { notify: true })
  const { id } = await load(shop, 'packages', 'Tracking;Comentarios\nM1;Frágil')
  const states = async () =>
    (await world.owner.query('select state from messages where company_id = $1', [shop.id])).rows.map(
      ({ state }) => state,
    )
  expect(await states()).toEqual(['queued'])
  expect((await undoLoad(shop, id)).result.undone).toBe(1)
  expect(await states()).toEqual(['queued'])
  expect((await staysOf(shop, told.id))[0]).toEqual(['M1', 'cambió después'])
})

test('a package that a load changed stays as it is once it was put into a shipment', async () => {
  const known = await shop.receive({ tracking: 'C1', statusId: shop.statuses.received })
  const { id } = await load(shop, 'packages', 'Tracking;Peso\nC1;9')
  await addConsignment(shop, [known])
  expect(await staysOf(shop, id)).toEqual([['C1', 'va en un embarque']])
})
