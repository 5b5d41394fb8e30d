import { expect, type Page, test } from '@playwright/test'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

/** The count of packages that are received: 100 in a long run. */
const scans = Number(process.env.E2E_SCANS ?? 3)

const saveAndGoOn = 2 + 8

async function everyPackage({ api }: Shop) {
  const found = []
  for (let at = 1; ; at += 1) {
    const { data, pagination } = await api('GET /api/packages', { query: { page: String(at), limit: '100' } })
    found.push(...data)
    if (at >= pagination.pages) return found.toReversed()
  }
}

const openForm = async (page: Page) => {
  await page.getByRole('button', { name: 'Nuevo Paquete' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nuevo Paquete' })
  await form.getByRole('combobox', { name: 'Cliente' }).click()
  return form
}

test('a scanner with a millisecond between keys receives package after package, each in its own fields', async ({
  page,
}) => {
  const shop = await openShop()
  const special = await shop.api('POST /api/tariffs', {
    body: { name: 'Mayorista', type: 'aereo', pricePerPound: 3.1 },
  })
  const other = await shop.addClient({ firstName: 'Róger', defaultTariffAereoId: special.data.id })
  const owners = [shop.client, other]
  const packages = Array.from({ length: scans }, (_, at) => ({
    tracking: `TBA3094${String(at).padStart(7, '0')}`,
    warehouseTracking: at % 2 === 0 ? null : `MIA-${10_000 + at}`,
    weight: Math.round((1 + at * 0.37) * 100) / 100,
    clientId: owners[at % 2]?.id,
    casillero: owners[at % 2]?.casillero ?? '',
    tariffId: at % 2 === 0 ? shop.air.id : special.data.id,
  }))
  await enter(page, shop, '/paquetes')
  const scan = await openScanner(page)
  const form = await openForm(page)
  await form.getByText('Aéreo', { exact: true }).click()
  await form.getByLabel('Estado').selectOption('Listo para retirar')
  await form.getByLabel('Tienda').fill('Amazon')
  await form.getByRole('combobox', { name: 'Cliente' }).click()
  for (const [at, courierPackage] of packages.entries()) {
    const first = [
      scan(courierPackage.casillero),
      scan(courierPackage.tracking),
      scan(courierPackage.warehouseTracking ?? ''),
    ]
    await Promise.all([...first, scan(String(courierPackage.weight), at === 0 ? saveAndGoOn : 0)])
  }
  await expect(form.getByRole('status').filter({ hasText: `van ${scans}` })).toContainText(
    `Paquete creado exitosamente: #${scans} · ${packages.at(-1)?.tracking} · ${packages.at(-1)?.weight.toFixed(2)}`,
  )
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  const received = await everyPackage(shop)
  expect(received).toMatchObject(
    packages.map(({ casillero, ...courierPackage }, at) => ({
      ...courierPackage,
      companyPackageId: at + 1,
      client: { casillero },
      statusId: shop.statuses.ready,
      shippingMethod: 'aereo',
      provider: 'Amazon',
    })),
  )
})
