import { extractText, getDocumentProxy } from 'unpdf'
import { expect, test } from 'vitest'
import type { Actor } from '../../../../tests/support/actor.ts'
import { openShops, shareWorld } from '../../../../tests/support/open-world.ts'
import { readLabels } from '../../../../tests/support/read-labels.ts'
import { openShop } from '../../../../tests/support/shop.ts'
import { absentId } from '../../../../tests/support/world.ts'

const world = shareWorld()
const shop = openShops(world)

const labelsOf = (actor: Actor, ids: string[], query: object = {}) =>
  actor.send('GET /api/packages/labels', { query: { ids: ids.join(','), ...query } })

test('labels come as one PDF in the order in which the packages are named, by id or by number, each once', async () => {
  const [one, two] = [await shop.receive(), await shop.receive()]
  const answer = await labelsOf(shop.viewer, [two.id, String(one.companyPackageId), String(two.companyPackageId)])
  expect(answer.headers).toMatchObject({
    'content-type': 'application/pdf',
    'content-disposition': 'inline; filename="Etiquetas.pdf"',
    'cache-control': 'no-store',
  })
  const read = await readLabels(answer.rawPayload)
  expect(read.map(({ bars, qr }) => [bars, qr])).toEqual([two, one].map(({ labelCode }) => [labelCode, labelCode]))
})

test('a label has the day of arrival, the client and the number, and neither weight nor value', async () => {
  const one = await shop.receive({
    weight: 37.41,
    description: 'Secreto',
    contents: 'Oro',
    tracking: 'TBA1',
    discountType: 'none',
  })
  for (const size of ['4x6', 'small', '62']) {
    const pdf = (await labelsOf(shop.admin, [one.id], { size })).rawPayload
    const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
    expect(text, size).toContain(shop.client.casillero)
    expect(text, size).toContain('Núñez')
    const zpl = (await labelsOf(shop.admin, [one.id], { size, format: 'zpl' })).body
    for (const secret of ['37.41', '37', String(one.totalPrice), 'US$', 'Secreto', 'Oro', ' lb']) {
      // Their digits are of chance.
      const rest = text
        .replace(/Empresa \w+/g, '')
        .replaceAll(one.labelCode, '')
        .replaceAll(shop.client.casillero, '')
      expect(rest, `${size} ${secret}`).not.toContain(secret)
      expect(zpl.replaceAll(/\^FO\d+,\d+|\^[A-Z0-9]+,[\d,]+/g, ''), `${size} ${secret}`).not.toContain(`^FD${secret}`)
    }
  }
})

test('a package without a client has the name on it, and says that it has none', async () => {
  const one = await shop.receive({
    clientId: null,
    tariffId: null,
    clientPackageName: 'Familia Orozco',
    tracking: null,
    warehouseTracking: 'WH-7',
  })
  const pdf = (await labelsOf(shop.admin, [one.id])).rawPayload
  const { text } = await extractText(await getDocumentProxy(new Uint8Array(pdf)), { mergePages: true })
  for (const said of ['SIN CLIENTE', 'Familia Orozco', 'WH-7', `#${one.companyPackageId}`]) expect(text).toContain(said)
})

test('ZPL comes as a text in UTF-8', async () => {
  const one = await shop.receive()
  const { headers, body } = await labelsOf(shop.viewer, [one.id], { format: 'zpl', size: '62' })
  expect(headers).toMatchObject({
    'content-type': 'text/plain; charset=utf-8',
    'content-disposition': `inline; filename="Etiqueta-${one.companyPackageId}.zpl"`,
  })
  expect(body).toContain(`^FD${one.labelCode}^FS`)
})

test('five hundred are printed, and one more is refused with a sentence', async () => {
  const numbers = Array.from({ length: 501 }, (_, at) => String(at + 1))
  await world.owner.query(
    `insert into packages (company_id, company_package_id, shipping_method, tracking, search_text)
       select $1, n, 'aereo', 'X' || n, '|x|' from generate_series(1, 501) n`,
    [shop.id],
  )
  const zpl = await labelsOf(shop.admin, numbers.slice(0, 500), { format: 'zpl' })
  expect(zpl.body.match(/\^XA/g)).toHaveLength(500)
  const refused = await labelsOf(shop.admin, numbers)
  expect([refused.statusCode, refused.json().fields]).toEqual([400, { ids: 'Elija como máximo 500 paquetes' }])
})

test.each([
  ['', 'Elija al menos un paquete'],
  [',', 'Elija al menos un paquete'],
  ['0', 'Identificador no válido'],
  ['1,x', 'Identificador no válido'],
])('the ids “%s” are refused: %s', async (ids, sentence) => {
  const refused = await labelsOf(shop.admin, [ids])
  expect([refused.statusCode, refused.json().fields.ids]).toEqual([400, sentence])
})

test('a package that is deleted, of another company or not there refuses all', async () => {
  const other = await openShop(world)
  const [kept, gone, foreign] = [await shop.receive(), await shop.receive(), await other.receive()]
  await shop.admin.ok('DELETE /api/packages/:id', { params: { id: gone.id } })
  for (const id of [gone.id, foreign.id, absentId, '999999'])
    expect((await labelsOf(shop.admin, [kept.id, id])).statusCode, id).toBe(404)
})
