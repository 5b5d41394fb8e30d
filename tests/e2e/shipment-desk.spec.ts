import { readFile } from 'node:fs/promises'
import { expect, type Page, test } from '@playwright/test'
import { pagesOf } from '../support/pdf-text.ts'
import { readLabels } from '../support/read-labels.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

type CourierPackage = Awaited<ReturnType<Shop['receive']>>

/** Makes the browser one that shows no PDF in a page, so that what it would print is downloaded. */
const showNoPdf = (page: Page) =>
  page.addInitScript(() => Object.defineProperty(navigator, 'pdfViewerEnabled', { get: () => false }))

async function saved(page: Page, press: () => Promise<void>): Promise<{ name: string; content: Buffer }> {
  const [file] = await Promise.all([page.waitForEvent('download'), press()])
  return { name: file.suggestedFilename(), content: await readFile(await file.path()) }
}

async function openShipment(shop: Shop, packages: CourierPackage[], isSent = false) {
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo', guide: '230-4471' } })
  const params = { id: data.id }
  const packageIds = packages.map(({ id }) => id)
  if (packageIds.length > 0) await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  if (isSent) await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  return data
}

test('packages are chosen from the list, and those that cannot be added say why', async ({ page }) => {
  const shop = await openShop()
  const { received } = shop.statuses
  const [one, two] = [await shop.receive({ statusId: received }), await shop.receive({ statusId: received })]
  const bySea = await shop.receive({ statusId: received, shippingMethod: 'maritimo', tariffId: shop.sea.id })
  const elsewhere = await shop.receive({ statusId: received })
  const other = await openShipment(shop, [elsewhere])
  const { id } = await openShipment(shop, [])
  await enter(page, shop, `/embarques/${id}`)
  await page.getByRole('button', { name: 'Elegir de la lista' }).click()
  const dialog = page.getByRole('dialog', { name: 'Elegir paquetes' })
  const row = ({ companyPackageId }: CourierPackage) =>
    dialog.getByRole('listitem').filter({ hasText: `#${companyPackageId} ` })
  await expect(row(bySea)).toContainText('Es marítimo y este embarque es aéreo')
  await expect(row(bySea).getByRole('checkbox')).toBeDisabled()
  await expect(row(elsewhere)).toContainText(`Va en el embarque #${other.companyShipmentId}`)
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('elegir.png') })
  await dialog.getByLabel('Todos los de esta página').check()
  await expect(dialog.getByText('2 paquetes', { exact: true })).toBeVisible()
  await row(two).getByRole('checkbox').uncheck()
  await dialog.getByRole('button', { name: 'Agregar' }).dblclick()
  await expect(toast(page, '1 paquete agregado')).toBeVisible()
  await expect(page.getByRole('main')).toContainText(one.tracking ?? '')
  expect((await shop.api('GET /api/shipments/:id', { params: { id } })).data.packageCount).toBe(1)
})

test('a scan that had no answer stays while the next ones are saved, and is sent again under its key', async ({
  page,
}) => {
  const shop = await openShop()
  const packages = [await shop.receive(), await shop.receive(), await shop.receive()]
  const { id } = await openShipment(shop, [])
  await enter(page, shop, `/embarques/${id}`)
  await expect(page.getByRole('textbox', { name: 'Código del paquete' })).toBeFocused()
  await page.route(/\/scans(\?|$)/, (route) => route.abort(), { times: 1 })
  const scan = await openScanner(page)
  for (const { tracking } of packages) await scan(tracking ?? '')
  await expect(page.getByText('Agregando...')).toBeHidden()
  const [lost, , last] = packages
  await expect(page.getByRole('status').filter({ hasText: `#${last?.companyPackageId}` })).toContainText(
    `${lost?.tracking}: `,
  )
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('pendiente.png') })
  const packageCount = async () => (await shop.api('GET /api/shipments/:id', { params: { id } })).data.packageCount
  expect(await packageCount()).toBe(2)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('status').filter({ hasText: `#${lost?.companyPackageId}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
  // The button goes when the scan is sent again, which is before it is saved.
  await expect.poll(packageCount).toBe(3)
})

test('what another user scans is seen without a reload, with how many each saw', async ({ page }) => {
  const shop = await openShop()
  const [mine, theirs] = [await shop.receive(), await shop.receive()]
  const { id } = await openShipment(shop, [mine, theirs], true)
  await enter(page, shop, `/embarques/${id}/llegada`)
  const scan = await openScanner(page)
  await expect(page.getByRole('textbox', { name: 'Código del paquete' })).toBeFocused()
  await scan(mine.tracking ?? '')
  await expect(page.getByText('En la lista')).toBeVisible()
  const params = { id }
  await shop.api('POST /api/shipments/:id/arrivals', { params, body: { code: theirs.tracking ?? '' } })
  const people = page.getByRole('list', { name: 'Vistos por usuario' })
  await expect(people.getByRole('listitem')).toHaveCount(2)
  await expect(people).toContainText('Usted1')
  await expect(page.getByText('2 de 2')).toBeVisible()
  const scans = page.getByRole('list', { name: 'Últimos escaneos' })
  await expect(scans).toContainText(new RegExp(`#${theirs.companyPackageId}María · \\d`))
  await expect(scans).toContainText(new RegExp(`#${mine.companyPackageId}Usted · \\d`))
})

test('a code that is scanned in the place of a weight is no weight, and both packages are seen', async ({ page }) => {
  const shop = await openShop()
  const packages = [
    await shop.receive({ tracking: '9400111899223197400113' }),
    await shop.receive({ tracking: '9400111899223197451188' }),
  ]
  const { id } = await openShipment(shop, packages, true)
  await enter(page, shop, `/embarques/${id}/llegada`)
  const scan = await openScanner(page)
  await page.getByLabel('Volver a pesar cada uno').check()
  const [first, second] = packages
  await scan(first?.tracking ?? '')
  await expect(page.getByRole('textbox', { name: `Peso de ${first?.tracking}` })).toBeFocused()
  await scan(second?.tracking ?? '')
  const weight = page.getByRole('textbox', { name: `Peso de ${second?.tracking}` })
  await expect(weight).toHaveValue('')
  await weight.fill('2.15')
  await page.keyboard.press('Enter')
  await expect(page.getByText('2 de 2')).toBeVisible()
  const { data } = await shop.api('GET /api/shipments/:id/packages', { params: { id } })
  const weights = packages.map((one) => data.find((row) => row.id === one.id)?.arrivalWeight)
  expect(weights).toEqual([null, 2.15])
})

test('the papers of a shipment are printed and saved, and a failure is said', async ({ page }) => {
  const shop = await openShop()
  const packages = [await shop.receive(), await shop.receive()]
  const { id } = await openShipment(shop, packages)
  await showNoPdf(page)
  await enter(page, shop, `/embarques/${id}`, 'viewer')
  const choose = async (name: string) => {
    await page.getByRole('button', { name: 'Documentos' }).click()
    await page.getByRole('menuitem', { name, exact: true }).click()
  }
  await page.getByRole('button', { name: 'Documentos' }).click()
  await expect(page.getByRole('menu')).toBeVisible()
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(page.getByRole('menu')).toBeHidden()
  const manifest = await saved(page, () => choose('Manifiesto'))
  expect(manifest.name).toBe('Manifiesto-1.pdf')
  expect((await pagesOf(manifest.content)).join(' ')).toContain(packages[1]?.tracking)
  const sheet = await saved(page, () => choose('Manifiesto en Excel'))
  expect([sheet.name, sheet.content.subarray(0, 2).toString()]).toEqual(['Manifiesto-1.xlsx', 'PK'])
  expect((await saved(page, () => choose('Hoja de llegada'))).name).toBe('Llegada-1.pdf')
  await choose('Etiquetas')
  const dialog = page.getByRole('dialog', { name: 'Imprimir 2 etiquetas' })
  const labels = await saved(page, () => dialog.getByRole('button', { name: 'Imprimir' }).click())
  expect((await readLabels(labels.content)).map(({ bars }) => bars)).toEqual(packages.map((one) => one.labelCode))
  await page.route(/\/manifest/, (route) => route.abort(), { times: 1 })
  await choose('Manifiesto')
  await expect(toast(page, 'Error al preparar el papel')).toBeVisible()
})

test('the list keeps its state in the address, and Back comes to it again', async ({ page }) => {
  const shop = await openShop()
  await openShipment(shop, [])
  const sent = await openShipment(shop, [await shop.receive()], true)
  await enter(page, shop, '/embarques')
  await expect(page.getByText('#1', { exact: true })).toBeVisible()
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Embarques' }).selectOption('in_transit')
  else await page.getByRole('tab', { name: 'En tránsito' }).click()
  await expect(page.getByText('#1', { exact: true })).toBeHidden()
  await expect(page).toHaveURL(/estado=in_transit/)
  const role = isPhone(page) ? 'button' : 'link'
  await page
    .getByRole('main')
    .getByRole(role, { name: `#${sent.companyShipmentId}` })
    .first()
    .click()
  await expect(page.getByRole('heading', { name: `Embarque #${sent.companyShipmentId}` })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(/estado=in_transit/)
  await expect(page.getByText(`#${sent.companyShipmentId}`, { exact: true })).toBeVisible()
  await expect(page.getByText('#1', { exact: true })).toBeHidden()
})

test('of two presses of Sacar one takes the package out, and the next row stays', async ({ page }) => {
  const shop = await openShop()
  const packages = [await shop.receive(), await shop.receive(), await shop.receive()]
  const { id } = await openShipment(shop, packages)
  await enter(page, shop, `/embarques/${id}`)
  const [first, second] = packages.toReversed()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(request.url())
  })
  if (isPhone(page)) {
    await page.getByRole('button', { name: `Acciones: paquete #${first?.companyPackageId}` }).click()
    await page.getByRole('menuitem', { name: 'Sacar' }).dblclick()
    await expect(page.getByText(`#${first?.companyPackageId} ·`)).toBeHidden()
  } else {
    const button = (one: CourierPackage | undefined) =>
      page.getByRole('button', { name: `Sacar: paquete #${one?.companyPackageId}` })
    const box = await button(first).boundingBox()
    const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
    await page.mouse.click(x, y)
    await expect(button(first)).toBeHidden()
    // The second press of a slow double click meets the row that moved up.
    expect((await button(second).boundingBox())?.y).toBe(box?.y)
    await page.mouse.down({ clickCount: 2 })
    await page.mouse.up({ clickCount: 2 })
    await button(second).dblclick()
    await expect(button(second)).toBeHidden()
  }
  await expect(page.getByRole('alert')).toHaveCount(0)
  const left = packages.length - calls.length
  expect(calls).toHaveLength(isPhone(page) ? 1 : 2)
  expect((await shop.api('GET /api/shipments/:id', { params: { id } })).data.packageCount).toBe(left)
})

test('an arrival leads to Recepción with a code that no package has, and to the closed shipment that misses one', async ({
  page,
}) => {
  const shop = await openShop()
  const missing = await shop.receive()
  const closed = await openShipment(shop, [missing, await shop.receive()], true)
  const params = { id: closed.id }
  await shop.api('POST /api/shipments/:id/receive', { params, body: {} })
  await shop.api('POST /api/shipments/:id/close', { params })
  const { id } = await openShipment(shop, [await shop.receive()], true)
  await enter(page, shop, `/embarques/${id}/llegada`)
  const scan = await openScanner(page)
  const field = page.getByRole('textbox', { name: 'Código del paquete' })
  await expect(field).toBeFocused()
  await scan(missing.tracking ?? '')
  await expect(page.getByText(`Va en el embarque #${closed.companyShipmentId}, que está cerrado`)).toBeVisible()
  await expect(page.getByRole('button', { name: 'Mover a este' })).toHaveCount(0)
  await expectAccessible(page)
  await page.getByRole('link', { name: 'Ver su llegada' }).click()
  await expect(page.getByRole('heading', { name: `Embarque #${closed.companyShipmentId}` })).toBeVisible()
  await expect(field).toBeFocused()
  await scan(missing.tracking ?? '')
  await expect(page.getByText('En la lista')).toBeVisible()
  await scan('420331669400111899526018159083')
  await expect(page.getByText(/no está en el sistema/).first()).toBeVisible()
  await page.getByRole('link', { name: 'Recibirlo' }).click()
  await expect(page.getByRole('textbox', { name: /Tracking$/ })).toHaveValue('9400111899526018159083')
  await expect(page.getByRole('combobox', { name: 'Casillero o nombre' })).toBeFocused()
  await expect(page).toHaveURL(/\/recepcion$/)
})
