import { expect, test } from '@playwright/test'
import { strToU8, zipSync } from 'fflate'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const main = 'xmlns="http://schemas.openxmlformats.org/spreadsheetml/2006/main"'
const office = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships'

/** A workbook of one sheet, as a carrier sends it. */
function workbookOf(rows: (string | number)[][]): Buffer {
  const cell = (value: string | number) =>
    typeof value === 'number' ? `<c><v>${value}</v></c>` : `<c t="inlineStr"><is><t>${value}</t></is></c>`
  const lines = rows.map((cells, index) => `<row r="${index + 1}">${cells.map(cell).join('')}</row>`).join('')
  const part = (xml: string) => strToU8(`<?xml version="1.0" encoding="UTF-8"?>${xml}`)
  return Buffer.from(
    zipSync({
      'xl/workbook.xml': part(
        `<workbook ${main} xmlns:r="${office}"><sheets><sheet name="Factura" sheetId="1" r:id="rId1"/></sheets></workbook>`,
      ),
      'xl/_rels/workbook.xml.rels': part(
        `<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships"><Relationship Id="rId1" Type="${office}/worksheet" Target="worksheets/sheet1.xml"/></Relationships>`,
      ),
      'xl/worksheets/sheet1.xml': part(`<worksheet ${main}><sheetData>${lines}</sheetData></worksheet>`),
    }),
  )
}

const excel = (name: string, rows: (string | number)[][]) => ({
  name,
  mimeType: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
  buffer: workbookOf(rows),
})

test('the carrier’s bill is read from its Excel, shows what one side alone billed, and can be dropped', async ({
  page,
}) => {
  const shop = await openShop()
  const { ready } = shop.statuses
  const [billed, ours] = [await shop.receive({ weight: 10 }), await shop.receive({ weight: 4 })]
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo' } })
  const params = { id: data.id }
  const packageIds = [billed.id, ours.id]
  await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  for (const { tracking } of [billed, ours])
    await shop.api('POST /api/shipments/:id/arrivals', { params, body: { code: tracking ?? '' } })
  await shop.api('POST /api/shipments/:id/receive', { params, body: { statusId: ready } })
  await enter(page, shop, `/embarques/${data.id}/cuadre`, 'admin')
  const read = page.getByLabel('Leer de Excel')
  await read.setInputFiles(
    excel('lista.xlsx', [
      ['Cliente', 'Teléfono'],
      ['Ana', '8888 0000'],
    ]),
  )
  await expect(toast(page, 'El archivo necesita una columna con el tracking y otra con las libras')).toBeVisible()
  await read.setInputFiles(
    excel('factura-agosto.xlsx', [
      ['Volaris Cargo', 'Factura 77'],
      ['Tracking', 'Peso', 'Peso cobrado'],
      [billed.tracking ?? '', 10, 10.5],
      ['TBA300000000001', 2, 2.25],
      [billed.tracking ?? '', 10, 1],
      ['TOTAL', 22, 13.75],
    ]),
  )
  await expect(toast(page, 'Factura del agente leída')).toBeVisible()
  await expect(page.getByText('factura-agosto.xlsx · 3 líneas')).toBeVisible()
  await expect(page.getByRole('button', { name: /^Libras que cobra el agente: 13.75/ })).toBeVisible()
  const row = (text: string) => page.getByRole('listitem').filter({ hasText: text })
  await expect(row('Cobrados por el agente, sin facturar')).toContainText('1 paquete · 10.00 lbs')
  await expect(row('En la factura del agente, no en el embarque')).toContainText('2 paquetes · 3.25 lbs')
  await page.getByRole('button', { name: 'Ver: En la factura del agente' }).click()
  await expect(row('TBA300000000001')).toContainText('2.25 lbs')
  await expect(row('Dos veces en la factura')).toContainText(billed.tracking ?? '')
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('factura-del-agente.png'), fullPage: true })
  await page.getByRole('button', { name: 'Quitar la factura del agente' }).click()
  await expect(row('Cobrados por el agente, sin facturar')).toContainText('2 paquetes · 14.00 lbs')
  await expect(page.getByRole('button', { name: /^Libras que cobra el agente: 13.75/ })).toBeVisible()
})
