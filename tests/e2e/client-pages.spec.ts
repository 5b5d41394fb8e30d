import { expect, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { openShop } from './support/shop.ts'
import { listViolations } from './support/violations.ts'
import { enter, expectAccessible } from './support/world.ts'

const usAddress = '{{nombre}}\n8260 NW 70th St\nSuite {{casillero}}\nMiami, FL 33166\n+1 305 555 0147'

test('the pages of a client, an invoice and a tracked package are accessible, fit 320 pixels, and copy line by line', async ({
  page,
  browser,
}) => {
  const shop = await openShop()
  await shop.api('PUT /api/companies/update', { body: { usAddress } })
  const one = await shop.receive({ description: 'Una descripción que es bien larga para un teléfono pequeño' })
  const invoice = await shop.invoice([await shop.receive()])
  const description = 'Una compra con una descripción que es bien larga para un teléfono pequeño'
  const announced = { clientId: shop.client.id, tracking: '9400111899223197440021', store: 'Best Buy', description }
  await shop.api('POST /api/prealerts', { body: { ...announced, expectedOn: '2026-01-02' } })
  const { data } = await shop.api('POST /api/client/:id/access-link', { params: { id: shop.client.id } })
  await page.goto(data.url)
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Entrar a mi casillero' }).click()
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.setViewportSize({ width: 320, height: 640 })
  const pages = [
    '',
    '/avisar',
    '/direccion',
    '/mas',
    '/facturas',
    '/autorizados',
    '/avisos',
    '/datos',
    '/dispositivos',
    `/paquetes/${one.id}`,
  ]
  for (const path of takeSample(pages, 4)) {
    await page.goto(`${shop.url}/mi${path}`)
    await expectAccessible(page)
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  }
  await page.goto(`${shop.url}/mi`)
  await page.getByRole('button', { name: 'Voy en camino' }).click()
  await expect(page.getByRole('button', { name: 'Ya no voy' })).toBeVisible()
  await expectAccessible(page)
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(320)
  await page.goto(`${shop.url}/mi/direccion`)
  await page.getByRole('button', { name: 'Copiar: Segunda línea' }).click()
  await expect(page.getByRole('status')).toHaveText('Copiado')
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(`Suite ${shop.client.casillero}`)

  const { data: shared } = await shop.api('POST /api/invoices/:id/link', { params: { id: invoice.id } })
  // The checker needs scripts, of which the page of an invoice allows none.
  const looked = await browser.newContext({ viewport: { width: 320, height: 640 }, bypassCSP: true })
  const outside = await looked.newPage()
  for (const url of [shared.url, `${shop.url}/rastreo?numero=${one.tracking}`]) {
    await outside.goto(url)
    expect(await listViolations(outside), url).toEqual([])
    expect(await outside.evaluate('document.documentElement.scrollWidth'), url).toBe(320)
  }
  await looked.close()
})

test('General leads to its parts, and an admin writes the address in fields that lack nothing a shop asks for', async ({
  page,
}) => {
  const shop = await openShop()
  const readLines = async () => (await shop.api('GET /api/companies/info', {})).company.usAddress
  await shop.api('PUT /api/companies/update', { body: { usAddress: '{{nombre}}\n8260 NW 70th St, al lado\nMiami' } })
  await enter(page, shop, '/admin/settings/general', 'admin')
  const index = page.getByRole('navigation', { name: 'Partes de General' })
  await index.getByRole('button', { name: 'Dirección en EE. UU.' }).click()
  await expect(page.getByRole('heading', { name: 'Dirección en EE. UU.' })).toBeFocused()
  await expect(index.locator('[aria-current=true]')).toHaveText('Dirección en EE. UU.')
  await page.mouse.wheel(0, -9000)
  await expect(index.locator('[aria-current=true]')).toHaveText('Empresa')
  await page.getByLabel('RUC').fill('J031')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByRole('button', { name: 'Sin Cambios' })).toBeVisible()
  expect(await readLines(), 'lines that cannot be split stay').toBe('{{nombre}}\n8260 NW 70th St, al lado\nMiami')

  await page.getByLabel('Dirección en cinco renglones').fill('{{nombre}}\n8260 NW 70th St\nMiami, FL 33166')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByLabel('Código postal')).toHaveValue('33166')
  await page.getByLabel('RUC').fill('J032')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByRole('button', { name: 'Sin Cambios' })).toBeVisible()
  expect(await readLines(), 'fields that are not changed keep their lines').toBe(
    '{{nombre}}\n8260 NW 70th St\nMiami, FL 33166',
  )
  await page.getByLabel('Calle y número').fill('')
  await page.getByLabel('Estado', { exact: true }).fill('F')
  await page.getByLabel('Código postal').fill('331')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByText('Revise los datos marcados')).toBeVisible()
  await page.getByRole('button', { name: 'Escriba cinco números, como 33166' }).click()
  await expect(page.getByLabel('Código postal')).toBeFocused()
  await page.keyboard.type('95')
  await page.getByLabel('Estado', { exact: true }).fill('fl')
  await page.getByLabel('Calle y número').fill('7801 NW 37th St')
  await page.getByLabel('Ciudad').fill('Doral')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByRole('button', { name: 'Sin Cambios' })).toBeVisible()
  expect(await readLines()).toBe('{{nombre}}\n7801 NW 37th St\n\nDoral, FL 33195')
})
