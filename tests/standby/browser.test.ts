import { type Browser, expect as expectSeen, type Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { errorTable } from '../../shared/src/contract/errors.ts'
import { addressAt, openChromium, signIn } from '../../tools/chromium.ts'
import { type Installation, openInstallation } from '../support/installation/installation.ts'
import { password, type Shop, stockUp } from '../support/installation/shops.ts'
import { longestSightMs } from '../support/patience.ts'
import { openPair, type Pair } from './support/pair.ts'

const expectPage = expectSeen.configure({ timeout: longestSightMs })

let pair: Pair
let site: Installation
let browser: Browser
let page: Page
let shop: Shop
beforeAll(async () => {
  pair = await openPair()
  site = await openInstallation({
    postgres: pair.postgres,
    servers: 1,
    shops: 1,
    domain: 'casillero.localhost',
  })
  const [first] = site.shops
  const [instance] = site.instances
  if (!first || !instance) throw new Error('There is no counter to stand at')
  shop = first
  browser = await openChromium()
  const context = await browser.newContext({ locale: 'es-NI', viewport: { width: 1280, height: 800 } })
  context.setDefaultTimeout(longestSightMs)
  page = await context.newPage()
  await signIn(page, addressAt(instance.url, shop.subdomain), { email: shop.email, password })
})
afterAll(async () => {
  await browser?.close()
  await site?.close()
})

const saveButton = () => page.getByRole('button', { name: /^(Crear Factura|Creando Factura|Reintentar)/ })
const discount = () => page.getByRole('textbox', { name: 'Descuento general en porcentaje' })
const payment = () => page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto')

/** Fills the counter in as far as the button that makes the invoice. */
async function fillInvoice(): Promise<void> {
  // The one that is not ticked is there for the next invoice too.
  const waiting = (await listInvoices()).length > 0 ? 1 : 0
  await stockUp(site.owner, [shop], 2 - waiting)
  await page.goto(new URL('/facturar', page.url()).href)
  await page.getByRole('combobox', { name: 'Cliente' }).fill('nunez')
  await page.getByRole('listbox').getByRole('option').click()
  const packages = page.getByRole('list', { name: 'Paquetes', exact: true }).getByRole('listitem')
  await expectPage(packages).toHaveCount(2)
  await packages.first().getByRole('checkbox').uncheck()
  await page.getByRole('combobox', { name: 'Tipo de descuento general' }).selectOption({ label: 'Porcentaje' })
  await discount().fill('10')
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await payment().fill('1.50')
}

/** Kills the primary, and presses the button while no other is there. */
async function pressWithoutPrimary(): Promise<void> {
  await site.killer.strike(pair.primaryProcesses())
  await saveButton().click()
}

async function expectTyped(): Promise<void> {
  await expectPage(discount()).toHaveValue('10')
  await expectPage(payment()).toHaveValue('1.50')
  const packages = page.getByRole('list', { name: 'Paquetes', exact: true }).getByRole('listitem')
  await expectPage(packages.first().getByRole('checkbox')).not.toBeChecked()
  await expectPage(packages.nth(1).getByRole('checkbox')).toBeChecked()
}

/** The invoices that there are, each with the percentage of its discount and the count of its packages and payments. */
async function listInvoices(): Promise<unknown[]> {
  const { rows } = await site.owner.query(
    `select (select count(*)::int from invoice_items i where i.invoice_id = v.id) as items,
            (select count(*)::int from invoice_payments p where p.invoice_id = v.id) as payments
     from invoices v where v.company_id = $1 order by v.company_invoice_id`,
    [shop.id],
  )
  return rows
}

const asTyped = { items: 1, payments: 1 }

test('an invoice that is sent without a primary is made once, when the standby is promoted in its wait', async () => {
  await fillInvoice()
  await pressWithoutPrimary()
  await expectPage(saveButton()).toHaveAccessibleName('Creando Factura...')
  await expectTyped()
  await pair.failOver()
  await expectPage(page.getByRole('region', { name: 'Factura creada' })).toContainText('Factura #1')
  expect(await listInvoices()).toEqual([asTyped])
  expect(new URL(page.url()).pathname).toBe('/facturar')
  await pair.rebuild()
})

test('one that is refused first leaves all that was typed, and is made once when it is sent again', async () => {
  await fillInvoice()
  await pressWithoutPrimary()
  await expectPage(page.getByText(errorTable.unavailable.message).first()).toBeVisible()
  await expectTyped()
  await pair.failOver()
  await saveButton().click()
  await expectPage(page.getByRole('region', { name: 'Factura creada' })).toContainText('Factura #2')
  expect(await listInvoices()).toEqual([asTyped, asTyped])
  // The session is the same: a list opens, and not the page of signing in.
  await page.goto(new URL('/clients', page.url()).href)
  await expectPage(page.getByText('PRU0001').first()).toBeVisible()
})
