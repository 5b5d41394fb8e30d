import { expect, test } from '@playwright/test'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

type CourierPackage = Awaited<ReturnType<Shop['receive']>>

async function openShipment(shop: Shop, packages: CourierPackage[], isSent = false) {
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo', guide: '230-4471' } })
  const params = { id: data.id }
  const packageIds = packages.map(({ id }) => id)
  if (packageIds.length > 0) await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
  if (isSent) await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  return data
}

test('a scan that had no answer stays while the next ones are saved, is sent again under its key, and of two presses of Sacar one takes it out', async ({
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
  const packageCount = async () => (await shop.api('GET /api/shipments/:id', { params: { id } })).data.packageCount
  expect(await packageCount()).toBe(2)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('status').filter({ hasText: `#${lost?.companyPackageId}` })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeHidden()
  // The button goes when the scan is sent again, which is before it is saved.
  await expect.poll(packageCount).toBe(3)

  await page.reload()
  const [first, second] = packages.toReversed()
  const calls: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'DELETE') calls.push(request.url())
  })
  const button = (one: CourierPackage | undefined) =>
    page.getByRole('button', { name: `Sacar: paquete #${one?.companyPackageId}` })
  const box = await button(first).boundingBox()
  const [x, y] = [(box?.x ?? 0) + (box?.width ?? 0) / 2, (box?.y ?? 0) + (box?.height ?? 0) / 2]
  await page.mouse.click(x, y)
  await expect(button(first)).toBeHidden()
  // The second press of a slow double click meets the row that moved up.
  expect((await button(second).boundingBox())?.y).toBeCloseTo(box?.y ?? 0, 0)
  await page.mouse.down({ clickCount: 2 })
  await page.mouse.up({ clickCount: 2 })
  await button(second).dblclick()
  await expect(button(second)).toBeHidden()
  await expect(page.getByRole('alert')).toHaveCount(0)
  const left = packages.length - calls.length
  expect(calls).toHaveLength(2)
  expect(await packageCount()).toBe(left)
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
