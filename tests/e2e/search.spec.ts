import { expect, type Page, test } from '@playwright/test'
import { hold, isPhone } from './support/gestures.ts'
import { openScanner } from './support/scanner.ts'
import { openShop, type Shop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const dialogOf = (page: Page) => page.getByRole('dialog', { name: 'Buscar' })
const fieldOf = (page: Page) => dialogOf(page).getByRole('combobox')
const rowsOf = (page: Page) => dialogOf(page).getByRole('option')
const calls = '**/api/search?*'

/** Opens the search by its key where there is a keyboard, else by the icon. */
async function openSearch(page: Page): Promise<void> {
  const entry = page.getByRole('button', { name: 'Buscar', exact: true }).first()
  await entry.waitFor()
  if (isPhone(page)) await entry.click()
  else await page.keyboard.press('Control+k')
  await expect(fieldOf(page)).toBeFocused()
}

/** A company in which `0002` names a client, and `#2` a package and an invoice too. */
async function openCounter() {
  const shop = await openShop()
  const other = await shop.addClient({ firstName: 'Guadalupe del Carmen', lastNames: 'Martínez Zúñiga' })
  const first = await shop.receive({ description: 'Repuestos', clientId: other.id })
  const second = await shop.receive({ description: 'Audífonos', tracking: 'TBA309141124254', clientId: other.id })
  await shop.invoice([first], { clientId: other.id })
  return { shop, other, first, second }
}

const kept = (page: Page) => page.evaluate(() => localStorage.getItem('recent'))

test('a search for anything is walked by arrows over all groups and opens what is chosen', async ({ page }) => {
  const { shop, other } = await openCounter()
  await enter(page, shop, '/clients')
  await expect(page.getByRole('main')).toContainText('Guadalupe')
  const opener = isPhone(page)
    ? page.getByRole('button', { name: 'Buscar', exact: true }).first()
    : page.getByRole('searchbox', { name: 'Buscar clientes...' })
  if (!isPhone(page)) await opener.focus()
  await openSearch(page)
  await expect(rowsOf(page)).toHaveText([/Facturar/, /Caja/])
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  await expect(dialogOf(page)).toBeHidden()
  await expect(opener).toBeFocused()

  await openSearch(page)
  await page.keyboard.type('guadalupe')
  await expect(rowsOf(page)).toHaveText([
    /Guadalupe.*Debe US\$7\.50/,
    /#2 · Audífonos/,
    /#1 · Repuestos/,
    /#1.*Pendiente/,
  ])
  await expect(rowsOf(page).first()).toHaveAttribute('aria-selected', 'true')
  // The rows of a shorter text may look the same: a choice among them ends with the rows that take their place.
  await expect(dialogOf(page).getByRole('listbox')).toHaveAttribute('aria-busy', 'false')
  await expectAccessible(page)
  await page.keyboard.press('ArrowUp')
  await expect(rowsOf(page).last()).toHaveAttribute('aria-selected', 'true')
  for (const key of ['ArrowDown', 'ArrowDown']) await page.keyboard.press(key)
  await expect(fieldOf(page)).toHaveAttribute(
    'aria-activedescendant',
    (await rowsOf(page).nth(1).getAttribute('id')) ?? '',
  )
  await page.keyboard.press('Enter')
  await expect(page.getByRole('dialog', { name: 'Editar Paquete' })).toContainText('#2')
  await expect(page).toHaveURL(/\/paquetes\/[0-9a-f-]{36}$/)
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/clients`)

  await openSearch(page)
  await page.keyboard.type('martinez')
  await rowsOf(page).filter({ hasText: 'Guadalupe' }).first().click()
  await expect(page).toHaveURL(`${shop.url}/clients/${other.id}`)
  await openSearch(page)
  await expect(rowsOf(page)).toHaveText([/Guadalupe/, /#2 · Audífonos/, /Facturar/, /Caja/])
  await page.keyboard.type('#1')
  await expect(rowsOf(page).filter({ hasText: 'Pendiente' })).toHaveCount(1)
  await rowsOf(page).filter({ hasText: 'Pendiente' }).click()
  await expect(page.getByRole('dialog', { name: 'Factura #1' })).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL(`${shop.url}/clients/${other.id}`)

  await openSearch(page)
  await page.keyboard.type('guadalupe')
  await expect(rowsOf(page).first()).toContainText('Guadalupe')
  await page.keyboard.press('Control+Enter')
  await expect(page.getByRole('main')).toContainText('Guadalupe del Carmen Martínez Zúñiga')
  await expect(page).toHaveURL(`${shop.url}/facturar`)
})

test('a shipment is found by its guide and by its number, opens its page, and is kept among the recent ones', async ({
  page,
}) => {
  const { shop } = await openCounter()
  const { data } = await shop.api('POST /api/shipments', {
    body: { shippingMethod: 'aereo', guide: 'AWB 230-4471', carrier: 'Naviera Colón' },
  })
  await enter(page, shop, '/dashboard')
  await openSearch(page)
  await page.keyboard.type('230-4471')
  await expect(rowsOf(page)).toHaveText([/Embarque #1.*Aéreo · AWB 230-4471 · Naviera Colón.*Abierto/])
  await expectAccessible(page)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(`${shop.url}/embarques/${data.id}`)
  await expect(page.getByRole('heading', { name: 'Embarque #1' }).first()).toBeVisible()
  await openSearch(page)
  await expect(rowsOf(page)).toHaveText([/Embarque #1/, /Facturar/, /Caja/])
  await page.keyboard.type('#1')
  await expect(rowsOf(page).filter({ hasText: 'Embarque #1' })).toHaveCount(1)
  await page.keyboard.press('Escape')
})

test('a scan that names one thing opens it, and no list is drawn', async ({ page }) => {
  const { shop, second } = await openCounter()
  await enter(page, shop, '/dashboard')
  await openSearch(page)
  await expect(rowsOf(page)).toHaveCount(2)
  await page.evaluate(`
    window.drawn = []
    new MutationObserver(() => {
      for (const row of document.querySelectorAll('[role=option]')) window.drawn.push(row.textContent)
    }).observe(document.body, { childList: true, subtree: true })
  `)
  const scan = await openScanner(page)
  await scan(second.tracking ?? '')
  await expect(page.getByRole('dialog', { name: 'Editar Paquete' })).toContainText('#2')
  await expect(dialogOf(page)).toBeHidden()
  const drawn: unknown = await page.evaluate('drawn')
  expect(String(drawn)).not.toContain(second.tracking)
  await page.keyboard.press('Escape')
  await expect(page).toHaveURL(`${shop.url}/dashboard`)
  await expect(page.getByRole('main')).toContainText('Hola')

  // One that names more than one thing is a search, and the next scan takes its place.
  await openSearch(page)
  await scan('Guadalupe')
  await expect(rowsOf(page)).toHaveCount(4)
  await scan(shop.client.casillero)
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}`)
})

test('a late answer of the search does not replace a newer one, and a failed one is asked again', async ({ page }) => {
  const { shop } = await openCounter()
  await enter(page, shop, '/dashboard')
  await openSearch(page)
  await fieldOf(page).fill('guadalupe')
  await expect(rowsOf(page)).toHaveCount(4)
  const late = await hold(page, '**/api/search?q=repuestos*')
  const asked = page.waitForRequest('**/api/search?q=repuestos*')
  await fieldOf(page).fill('repuestos')
  await asked
  // The rows of before stay meanwhile.
  await expect(rowsOf(page)).toHaveCount(4)
  await fieldOf(page).fill('audifonos')
  await expect(rowsOf(page)).toHaveText([/Audífonos/])
  await late.release()
  await expect(rowsOf(page)).toHaveText([/Audífonos/])

  await fieldOf(page).fill('nada de esto')
  await expect(dialogOf(page).getByText('Nada coincide con «nada de esto».')).toBeVisible()
  await expectAccessible(page)

  await page.route(calls, (route) => route.abort())
  await fieldOf(page).fill('ana')
  await expect(dialogOf(page).getByRole('alert')).toContainText('No se pudo buscar')
  await expect(rowsOf(page)).toHaveCount(0)
  await expectAccessible(page)
  await page.unroute(calls)
  await dialogOf(page).getByRole('button', { name: 'Reintentar' }).click()
  await expect(rowsOf(page).first()).toContainText('Ana Lucía')
  await expect(dialogOf(page).getByRole('alert')).toBeHidden()
})

async function openOne(page: Page): Promise<void> {
  await openSearch(page)
  await fieldOf(page).fill('audifonos')
  await rowsOf(page).filter({ hasText: 'Audífonos' }).click()
  const form = page.getByRole('dialog', { name: 'Editar Paquete' })
  await expect(form).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
  expect(await kept(page)).toContain('Audífonos')
}

async function signOut(page: Page): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
}

/** What is left of the search after the session is over, by each way in which it ends. */
const endings: Record<string, (page: Page, shop: Shop) => Promise<void>> = {
  'the user signs out': signOut,
  'another tab signs out': async (page, shop) => {
    const tab = await page.context().newPage()
    await tab.goto(`${shop.url}/clients`)
    await signOut(tab)
    await tab.close()
  },
  'the server has ended it': async (page, shop) => {
    await shop.endSessions()
    await page.reload()
  },
  'the server ends it under an open screen': async (page, shop) => {
    await shop.endSessions()
    await page.getByRole('searchbox').fill('zapatos')
    await expect(page.getByRole('dialog', { name: 'Su sesión terminó' })).toBeVisible()
  },
}

for (const [how, end] of Object.entries(endings)) {
  test(`what was opened from the search is forgotten when ${how}`, async ({ page }) => {
    const { shop } = await openCounter()
    await enter(page, shop, '/paquetes')
    await openOne(page)
    await end(page, shop)
    await expect(page.getByLabel('Contraseña', { exact: true })).toBeVisible()
    expect(await kept(page)).toBeNull()
  })
}

test('the search keeps the last eight, for this user alone, until they are erased', async ({ page }) => {
  const shop = await openShop()
  for (let made = 1; made <= 9; made++) await shop.receive({ description: `Caja${made}x` })
  await enter(page, shop, '/dashboard')
  for (let made = 1; made <= 9; made++) {
    await openSearch(page)
    await fieldOf(page).fill(`caja${made}x`)
    await expect(rowsOf(page)).toHaveText([new RegExp(`Caja${made}x`)])
    await page.keyboard.press('Enter')
    await expect(page.getByRole('dialog', { name: 'Editar Paquete' })).toContainText(`#${made}`)
    await page.keyboard.press('Escape')
  }
  await openSearch(page)
  const titles = [9, 8, 7, 6, 5, 4, 3, 2].map((made) => new RegExp(`Caja${made}x`))
  await expect(rowsOf(page)).toHaveText([...titles, /Facturar/, /Caja/])
  await expectAccessible(page)
  await page.evaluate(() => {
    const held = JSON.parse(localStorage.getItem('recent') ?? '{}')
    localStorage.setItem('recent', JSON.stringify({ ...held, userId: 'another' }))
  })
  await page.reload()
  await openSearch(page)
  await expect(rowsOf(page)).toHaveText([/Facturar/, /Caja/])
  await page.keyboard.press('Escape')
})
