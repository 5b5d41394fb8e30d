import { expect, test } from '@playwright/test'
import { inline, sheetOf, workbookOf } from '../support/workbook-of.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a list of an agent is asked how it is read, given its method, and its further sheet and hidden rows are a choice', async ({
  page,
}) => {
  const shop = await openShop()
  await enter(page, shop, '/importar/packages', 'user')
  const choose = (name: string, buffer: Buffer) =>
    page.locator('input[type=file]').setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await choose('agente.csv', Buffer.from('WR;Tracking;Consignee;Weight\n100231;CH1;Ana X;1,234\n100232;CH2;Eva X;12'))
  const reading = page.getByRole('combobox', { name: '«1,234» puede tener decimales o miles' })
  await expect(reading).toBeFocused()
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click()
  await expect(page.getByText('Elija cómo se lee', { exact: true }).last()).toBeVisible()
  await expectAccessible(page)
  await reading.selectOption('Decimales con coma: es 1.234')
  await expect(page.getByText('El archivo no trae el método de envío')).toBeVisible()
  await page.getByRole('combobox', { name: 'Método de envío' }).selectOption('Aéreo')
  await page.getByRole('button', { name: 'Revisar 2 filas' }).click()
  await expect(page.getByRole('button', { name: 'Importar 2 filas' })).toBeVisible()
  await page.getByRole('button', { name: 'Atrás' }).click()
  await expect(reading).toHaveValue(',')
  await expect(page.getByRole('combobox', { name: 'Método de envío' })).toHaveValue('aereo')

  await page.getByRole('link', { name: 'Cambiar archivo' }).click()
  const head = `<row r="1">${inline('A1', 'Tracking')}${inline('B1', 'Método')}</row>`
  const row = (at: number, more = '') =>
    `<row r="${at}"${more}>${inline(`A${at}`, `CH${at}`)}${inline(`B${at}`, 'AIR')}</row>`
  const sheet = sheetOf(head + row(2) + row(3, ' hidden="1"'))
  const second = Buffer.from(sheetOf(head + row(5) + row(6) + row(7)))
  await choose('libro.xlsx', workbookOf({ sheet, more: { 'xl/worksheets/sheet2.xml': second } }))
  await expect(page.getByText('1 fila está oculta en el archivo')).toBeVisible()
  await expect(page.getByRole('button', { name: 'Revisar 1 fila', exact: true })).toBeVisible()
  await page.getByRole('checkbox', { name: 'Importar también la fila oculta' }).check()
  await expect(page.getByRole('button', { name: 'Revisar 2 filas' })).toBeVisible()
  await page.getByRole('combobox', { name: 'El archivo tiene 2 hojas con datos' }).selectOption('Oculta (oculta)')
  await page.getByRole('button', { name: 'Revisar 3 filas' }).click()
  await expect(page.getByRole('button', { name: 'Importar 3 filas' })).toBeVisible()
})
