import { expect, test } from '@playwright/test'
import { takeSample } from '../support/sampling.ts'
import { isPhone } from './support/gestures.ts'
import { narrowNames } from './support/list-widths.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter } from './support/world.ts'

const lists = [
  { path: '/clients', name: 'Nombre' },
  { path: '/paquetes', name: 'ID / Cliente' },
  { path: '/por-retirar', name: 'Cliente' },
  { path: '/sin-dueno', name: 'Nombre en la etiqueta' },
  { path: '/facturar?tab=facturas', name: 'Cliente' },
  { path: '/embarques', name: 'Guía / Agente' },
  { path: '/embarques/faltantes', name: 'Cliente' },
  { path: '/tarifas', name: 'Nombre' },
  { path: '/admin/users', name: 'Nombre' },
  { path: '/admin/settings/currencies', name: 'Nombre' },
  { path: '/admin/settings/shipping-methods', name: 'Nombre' },
  { path: '/admin/estados', name: 'Estado' },
  { path: '/admin/mensajes', name: 'Cliente' },
  { path: '/admin/bitacora', name: 'Cambios' },
]

/** A shipment that arrived without its package. */
async function addMissing(shop: Shop): Promise<void> {
  const { id: packageId } = await shop.receive()
  const head = { guide: 'AWB 230-4471 8836', carrier: 'Volaris Cargo', expectedAt: '2026-12-02' }
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo', ...head } })
  const params = { id: data.id }
  await shop.api('POST /api/shipments/:id/packages', { params, body: { packageIds: [packageId] } })
  await shop.api('POST /api/shipments/:id/send', { params, body: {} })
  await shop.api('POST /api/shipments/:id/receive', { params, body: {} })
}

test('a list leaves its names room, or shows cards, at any width', async ({ page }) => {
  const shop = await openShop()
  const courierPackage = await shop.receive()
  await shop.receive()
  await shop.receive({ clientId: null, clientPackageName: 'A. NUNEZ' })
  await shop.invoice([courierPackage])
  await addMissing(shop)
  await enter(page, shop, '/dashboard', 'admin')
  for (const { path, name } of takeSample(lists, 5)) {
    await page.goto(`${shop.url}${path}`)
    expect.soft(await narrowNames(page, name), path).toEqual([])
  }
})

test('the head of a list stays in sight, and a row opens wherever it is clicked but where text is marked', async ({
  page,
}) => {
  const shop = await openShop()
  for (let number = 0; number < 18; number += 1) await shop.addClient({ firstName: `Marvin ${number}` })
  await enter(page, shop, '/clients')
  const row = page.getByRole(isPhone(page) ? 'listitem' : 'row').filter({ hasText: 'Marvin 17' })
  await row.scrollIntoViewIfNeeded()
  const opened = page.getByRole('heading', { name: /Marvin 17/ })
  if (!isPhone(page)) {
    await expect(page.getByRole('columnheader', { name: 'Ciudad' })).toBeInViewport()
    const phone = row.getByText('+505 8690 4417')
    const { x = 0, y = 0, width = 0 } = (await phone.boundingBox()) ?? {}
    await page.mouse.move(x + 14, y + 20)
    await page.mouse.down()
    await page.mouse.move(x + width - 20, y + 20, { steps: 4 })
    await page.mouse.up()
    expect(await page.evaluate('getSelection().toString()')).not.toBe('')
    await expect(opened).toBeHidden()
  }
  await row.click({ position: { x: 150, y: 40 } })
  await expect(opened).toBeVisible()
  await page.goBack()
  await expect(row).toBeInViewport()
})

type Animated = { getAnimations: () => { finished: Promise<unknown> }[] }

test('a menu closes at Escape when the browser reports no start of an animation', async ({ page }) => {
  const shop = await openShop()
  const { data } = await shop.api('POST /api/shipments', { body: { shippingMethod: 'aereo', guide: '230-4471' } })
  const packageIds = [(await shop.receive()).id]
  await shop.api('POST /api/shipments/:id/packages', { params: { id: data.id }, body: { packageIds } })
  const content = "addEventListener('animationstart', (event) => event.stopImmediatePropagation(), true)"
  await page.addInitScript({ content })
  await enter(page, shop, `/embarques/${data.id}`, 'viewer')
  await page.getByRole('button', { name: 'Documentos' }).click()
  const menu = page.getByRole('menu')
  await expect(menu).toBeVisible()
  await menu.evaluate((element: Animated) => Promise.all(element.getAnimations().map(({ finished }) => finished)))
  await page.keyboard.press('Escape')
  await expect(menu).toBeHidden()
})
