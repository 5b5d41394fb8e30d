import { expect, type Locator, type Page, test } from '@playwright/test'
import { isPhone } from './support/gestures.ts'
import { bar, requirePayment } from './support/hand-over.ts'
import { withoutViewer } from './support/paper-downloads.ts'
import { openShop } from './support/shop.ts'
import { chooseWidth, enter, expectAccessible } from './support/world.ts'

const paid = { payments: [{ total: 1000, method: 'cash' as const }] }

const scanField = (page: Page): Locator => page.getByRole('combobox', { name: 'Etiqueta o cliente' })
const rowOf = (page: Page, number: number): Locator =>
  page.getByRole('list', { name: 'Paquetes' }).getByRole('listitem', { name: `Paquete #${number}` })
const handOver = (page: Page, count: number): Locator =>
  page.getByRole('button', { name: count === 1 ? 'Entregar 1 paquete' : `Entregar ${count} paquetes` })
/** Draws with the pointer, on a phone in the sheet that opens for it. */
async function sign(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Firmar' }).click()
  const pad = page.getByRole('img', { name: 'Espacio para firmar' })
  const box = await pad.boundingBox()
  if (!box) throw new Error('There is no room to sign')
  const { x, y, width, height } = box
  await page.mouse.move(x + width * 0.2, y + height * 0.6)
  await page.mouse.down()
  for (let step = 0; step <= 20; step += 1) {
    const wave = Math.sin(step) * height * 0.25
    await page.mouse.move(x + width * (0.2 + step * 0.03), y + height * 0.5 + wave)
  }
  await page.mouse.up()
  await expect(page.getByRole('img', { name: 'Firma de quien retira' })).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: 'Listo' }).click()
}

test('paid packages are scanned, signed for and handed over, and the ticket comes by itself', {
  tag: chooseWidth('hand-over'),
}, async ({ page }) => {
  const shop = await openShop()
  await requirePayment(shop)
  const shoes = await shop.receive({ description: 'Zapatillas deportivas y ropa de niño' })
  const parts = await shop.receive({ description: 'Repuestos de motocicleta (faros y espejos)' })
  const baby = await shop.receive({ description: 'Ropa de bebé' })
  await shop.invoice([shoes, parts], paid)
  await withoutViewer(page)
  await enter(page, shop, '/entregar')

  await expect(scanField(page)).toBeFocused()
  await page.keyboard.type(shoes.tracking ?? '')
  await page.keyboard.press('Enter')
  await expect(rowOf(page, shoes.companyPackageId)).toContainText('Escaneado')
  await expect(rowOf(page, shoes.companyPackageId)).toContainText('Pagado · #1')
  await expect(scanField(page)).toBeFocused()
  await expect(scanField(page)).toHaveValue('')
  await rowOf(page, parts.companyPackageId).getByRole('checkbox').click()
  await expect(rowOf(page, parts.companyPackageId)).toContainText('Marcado a mano')
  await expect(scanField(page)).toBeFocused()
  const blocked = rowOf(page, baby.companyPackageId)
  await expect(blocked).toContainText('Sin factura')
  await expect(blocked.getByRole('checkbox')).toBeDisabled()
  await expect(blocked.getByRole('link', { name: 'Facturar este paquete' })).toHaveAttribute(
    'href',
    `/facturar?cliente=${shop.client.id}`,
  )
  await page.keyboard.type(baby.tracking ?? '')
  await page.keyboard.press('Enter')
  await expect(page.getByText(`El paquete #${baby.companyPackageId} no está facturado`)).toBeVisible()

  const receiver = page.getByRole('region', { name: 'Quién retira' })
  await receiver.getByRole('radio', { name: 'Otra persona' }).check({ force: true })
  await receiver.getByLabel('Nombre').fill('Elena Solís Ruiz')
  await receiver.getByLabel('Cédula').fill('0011508920012k')
  await receiver.getByLabel('Guardar como autorizado').check()
  await expect(receiver.getByLabel('Cédula')).toHaveValue('001-150892-0012K')
  await sign(page)
  await expectAccessible(page)
  const [file] = await Promise.all([page.waitForEvent('download'), handOver(page, 2).click()])
  expect(file.suggestedFilename()).toBe('Entrega-1.pdf')
  await expect(bar(page)).toContainText('Entrega #1')
  await expect(scanField(page)).toBeFocused()
  await expectAccessible(page)

  const { data } = await shop.api('GET /api/handovers')
  expect(data).toMatchObject([{ packageCount: 2, receivedBy: { cedula: '001-150892-0012K' } }])
  const { data: one } = await shop.api('GET /api/handovers/:id', { params: { id: data[0]?.id ?? '' } })
  expect(one.signature).toMatch(/^data:image\/png/)

  await shop.invoice([baby], paid)
  await page.keyboard.type(`#${baby.companyPackageId}`)
  await page.keyboard.press('Enter')
  await expect(rowOf(page, baby.companyPackageId)).toContainText('Escaneado')
  await expect(receiver.getByRole('radio', { name: 'Autorizado' })).toBeChecked()
  await expect(receiver.getByLabel('Autorizado', { exact: true }).last()).toContainText('Elena Solís Ruiz')
})

test('a hand-over is made with the keyboard alone, from the name of the client to Ctrl and Enter', async ({ page }) => {
  const shop = await openShop()
  await shop.receive()
  await shop.receive()
  await enter(page, shop, '/entregar')
  await expect(scanField(page)).toBeFocused()
  await page.keyboard.type('nunez')
  await expect(page.getByRole('option')).toHaveCount(1)
  await page.keyboard.press('Enter')
  const all = page.getByRole('checkbox', { name: 'Marcar los que se pueden entregar' })
  await expect(all).toBeVisible()
  await expect(scanField(page)).toBeFocused()
  while (!(await all.evaluate((box) => box.matches(':focus')))) await page.keyboard.press('Tab')
  await page.keyboard.press('Space')
  await expect(page.getByText('2 de 2 listos para retirar')).toBeVisible()
  await page.keyboard.press('ControlOrMeta+Enter')
  await expect(
    page.getByRole('dialog', { name: '2 sin facturar' }).getByRole('link', { name: 'Facturar' }),
  ).toBeFocused()
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('Enter')
  await expect(bar(page)).toContainText('2 paquetes')
  await expect(scanField(page)).toBeFocused()
})

test('a label of another client asks before it switches, and a package that another clerk handed over is marked', async ({
  page,
}) => {
  const shop = await openShop()
  const own = await shop.receive({ description: 'Zapatos' })
  const second = await shop.receive({ description: 'Lámpara' })
  const eva = await shop.addClient({ firstName: 'Eva', lastNames: 'Paz Ríos', phone: '50588001122' })
  const hers = await shop.receive({ clientId: eva.id, description: 'Libros' })
  await enter(page, shop, `/entregar?cliente=${shop.client.id}`)
  await expect(page.getByText('2 de 2 listos para retirar')).toBeVisible()
  await expect(scanField(page)).toBeFocused()
  await page.keyboard.type(hers.tracking ?? '')
  await page.keyboard.press('Enter')
  const question = page.getByRole('dialog', { name: '¿Cambiar de cliente?' })
  await expect(question).toContainText('Eva Paz Ríos')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Seguir con este cliente' }).click()
  await expect(page.getByText('2 de 2 listos para retirar')).toBeVisible()

  await shop.api('POST /api/handovers', {
    body: { clientId: shop.client.id, packageIds: [second.id], receivedBy: { name: 'Ana' } },
  })
  await handOver(page, 2).click()
  await page.getByRole('button', { name: 'Entregar sin factura' }).click()
  await expect(rowOf(page, second.companyPackageId)).toContainText('ya se entregó en la entrega #1')
  await rowOf(page, second.companyPackageId).getByRole('checkbox').click()
  await handOver(page, 1).click()
  await expect(bar(page)).toContainText('Entrega #2')
  await expect(page.getByText(own.description ?? '')).toHaveCount(0)
})
