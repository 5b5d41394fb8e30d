import { expect, type Page, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { actOn } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, openCompany, signIn } from './support/world.ts'

/** Goes back as the browser's and a phone's Back do; where that leaves the document, the call has answered before. */
const goBack = (page: Page) => page.evaluate('void setTimeout(() => history.back())')

const question = (page: Page) => page.getByRole('dialog', { name: '¿Descartar los cambios?' })
const top = (page: Page) => page.getByRole('dialog').last()
const firstText = (page: Page) => top(page).locator('input[type=text]:not([role=combobox])').first()

/** Answers the browser's own question before a page is unloaded with staying. */
async function expectToBeAsked(page: Page, leave: () => Promise<unknown>): Promise<void> {
  const asked = page.waitForEvent('dialog')
  void leave().catch(() => undefined)
  const dialog = await asked
  expect(dialog.type()).toBe('beforeunload')
  await dialog.dismiss()
}

/** Opens a page without a history behind it, so that one Back too many is detected. */
async function walk(page: Page, name: string, open: () => Promise<unknown>): Promise<void> {
  const address = page.url()
  await open()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(1)
  const field = firstText(page)
  if ((await field.count()) > 0 && (await field.isEditable())) {
    await field.fill('Escrito a mano')
    const typed = await field.inputValue()
    await goBack(page)
    await expect(question(page)).toBeVisible()
    // Back in the question is "stay".
    await goBack(page)
    await expect(question(page)).toBeHidden()
    await expect(field).toHaveValue(typed)
    await page.keyboard.press('Escape')
    await question(page).getByRole('button', { name: 'Descartar' }).click()
  } else {
    await goBack(page)
  }
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(page.url()).toBe(address)
}

test('Back closes the dialogs of each kind of screen, and asks first where something was typed', {
  tag: '@phone',
}, async ({ page }) => {
  const shop = await openShop()
  const packageName = `paquete #${(await shop.receive()).companyPackageId}`
  const invoiced = await shop.receive()
  await shop.invoice([invoiced])
  await enter(page, shop, '/clients', 'admin')
  const press = (name: string) => page.getByRole('button', { name, exact: true }).last().click()
  const go = async (path: string) => {
    await page.goto(shop.url + path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  const dialogs: [path: string, name: string, open: () => Promise<unknown>][] = [
    ['/clients', 'Nuevo Cliente', () => press('Nuevo Cliente')],
    ['/clients', 'Editar Cliente', () => actOn(page, 'Ana Lucía Núñez Báez', 'Editar')],
    ['/clients', 'Mensajes de Ana Lucía Núñez Báez', () => actOn(page, 'Ana Lucía Núñez Báez', 'Mensajes')],
    ['/clients', '¿Eliminar a Ana Lucía Núñez Báez?', () => actOn(page, 'Ana Lucía Núñez Báez', 'Eliminar')],
    ['/paquetes', 'Editar Paquete', () => actOn(page, packageName, 'Editar')],
    ['/paquetes', 'Factura #1', () => actOn(page, `paquete #${invoiced.companyPackageId}`, 'Ver factura')],
    ['/facturar?tab=facturas', 'Factura #1', () => actOn(page, 'factura #1', 'Ver detalles')],
    ['/tarifas', 'Nueva Tarifa', () => press('Nueva Tarifa')],
    ['/admin/users', 'Nuevo Usuario', () => press('Nuevo Usuario')],
    ['/admin/settings/shipping-methods', 'Nuevo Método de Envío', () => press('Nuevo Método de Envío')],
    ['/admin/estados', 'Nuevo Estado', () => press('Nuevo Estado')],
  ]
  for (const [path, name, open] of takeSample(dialogs, 3)) {
    await go(path)
    await walk(page, name, open)
  }
})

test('Back closes dialogs over dialogs one by one, and the list stays as it was', { tag: '@phone' }, async ({
  page,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await signIn(page, shop)
  await page.goto(`${shop.url}/facturar?tab=facturas&search=1`)
  await actOn(page, 'factura #1', 'Ver detalles')
  const payment = page.getByRole('dialog', { name: 'Registrar pago' })
  // A Back that comes before the dialog's step is drawn closes it too.
  await page.getByRole('button', { name: 'Registrar pago' }).evaluate(async (button: HTMLElement) => {
    const before = history.state.idx
    button.click()
    while (history.state.idx === before) await new Promise((next) => setTimeout(next))
    history.back()
  })
  await expect(payment).toBeHidden()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()

  await page.getByRole('button', { name: 'Registrar pago' }).click()
  await payment.getByLabel('Referencia').fill('BAC 5511')
  // Two quick Backs do not get past unsaved work.
  await page.evaluate('history.back(); history.back()')
  await expect(question(page)).toBeVisible()
  await question(page).getByRole('button', { name: 'Seguir editando' }).click()
  await expect(payment.getByLabel('Referencia')).toHaveValue('BAC 5511')
  await payment.getByRole('button', { name: 'Registrar pago' }).click()
  await expect(payment).toBeHidden()
  await goBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect(new URL(page.url()).search).toBe('?tab=facturas&search=1')
  // What has an address comes back with it; a payment that was closed does not, and takes no second Back.
  await page.goForward()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await page.goForward()
  await expect.poll(() => page.evaluate<number>('history.state?.usr?.step ?? 0')).toBe(1)
  await expect(payment).toBeHidden()
  await goBack(page)
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await goBack(page)
  await expect(page).toHaveURL(`${shop.url}/dashboard`)
})

test('a form with something typed in it is left neither by a reload nor by closing, and a reload on purpose opens the list', {
  tag: '@phone',
}, async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/clients')
  await page.getByRole('button', { name: 'Nuevo Cliente' }).last().click()
  const name = page.getByRole('dialog').getByLabel('Nombre', { exact: true })
  await name.fill('Xochilt')
  await expectToBeAsked(page, () => page.evaluate('location.reload()'))
  await expect(name).toHaveValue('Xochilt')
  await expectToBeAsked(page, () => page.close({ runBeforeUnload: true }))
  await expect(name).toHaveValue('Xochilt')

  await name.fill('')
  await page.reload()
  await expect(page.getByText('No se encontraron clientes')).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect.poll(() => page.evaluate<number>('history.state?.usr?.step ?? 0')).toBe(0)
})

test('a page with something typed in it asks before a link, Back and signing out, and a text of a message whether to save', {
  tag: '@phone',
}, async ({ page }) => {
  const company = await openCompany()
  await signIn(page, company)
  await page.goto(`${company.url}/admin/settings/general`)
  const ruc = page.getByLabel('RUC')
  await ruc.fill('J0310000012345')
  const openMenu = () => page.getByRole('button', { name: 'Abrir menú' }).click()
  const stay = async () => {
    await expect(question(page)).toBeVisible()
    await question(page).getByRole('button', { name: 'Seguir editando' }).click()
    await expect(ruc).toHaveValue('J0310000012345')
    await expect(page).toHaveURL(`${company.url}/admin/settings/general`)
  }
  await openMenu()
  await page.getByRole('link', { name: 'Clientes' }).click()
  await stay()
  await openMenu()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await stay()
  // Back closes the drawer first, which loses nothing.
  await goBack(page)
  await expect(page.getByRole('dialog', { name: 'Menú' })).toBeHidden()
  await expect(ruc).toHaveValue('J0310000012345')
  await openMenu()
  await page.getByRole('link', { name: 'Clientes' }).click()
  await question(page).getByRole('button', { name: 'Descartar' }).click()
  await expect(page.getByText('No se encontraron clientes')).toBeVisible()
  await goBack(page)
  await expect(page).toHaveURL(`${company.url}/admin/settings/general`)
  await ruc.fill('J0310000099999')
  await page.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(page.getByRole('button', { name: 'Sin Cambios' })).toBeVisible()
  // Right after saving nothing is asked.
  await openMenu()
  await page.getByRole('link', { name: 'Clientes' }).click()
  await expect(page).toHaveURL(`${company.url}/clients`)

  await page.goto(`${company.url}/admin/settings/templates`)
  const text = page.getByRole('textbox').first()
  await expect(text).not.toHaveValue('')
  const first = await text.inputValue()
  await page
    .getByRole('combobox', { name: 'Plantilla' })
    .or(page.getByRole('navigation', { name: 'Plantillas' }))
    .waitFor()
  if (await page.getByRole('combobox', { name: 'Plantilla' }).isVisible())
    await page.getByRole('combobox', { name: 'Plantilla' }).selectOption({ index: 1 })
  else await page.getByRole('navigation', { name: 'Plantillas' }).getByRole('link').nth(1).click()
  await expect(text).not.toHaveValue(first)
  await text.fill('Pase por su paquete')
  await goBack(page)
  const asked = page.getByRole('dialog', { name: '¿Guardar los cambios?' })
  await expect(asked).toBeVisible()
  await goBack(page)
  await expect(asked).toBeHidden()
  await expect(text).toHaveValue('Pase por su paquete')
  await goBack(page)
  await asked.getByRole('button', { name: 'Guardar' }).click()
  await expect(text).toHaveValue(first)
  await expect(page.getByText('Plantilla guardada exitosamente')).toBeVisible()
})
