import { expect, type Page } from '@playwright/test'
import { isPhone } from './gestures.ts'
import { chooseBusyClient, type Picture, type Scene } from './pictured-screens.ts'

async function openSearch(page: Page): Promise<void> {
  const entry = page.getByRole('button', { name: 'Buscar', exact: true }).first()
  await entry.waitFor()
  if (isPhone(page)) await entry.click()
  else await page.keyboard.press('Control+k')
  await expect(page.getByRole('dialog', { name: 'Buscar' }).getByRole('combobox')).toBeFocused()
}

async function find(page: Page, text: string): Promise<void> {
  await openSearch(page)
  await page.getByRole('dialog', { name: 'Buscar' }).getByRole('combobox').fill(text)
  await expect(page.getByRole('option').filter({ hasText: text }).first()).toBeVisible()
}

/** The client with packages that wait, found as a clerk finds them. */
async function openClient({ page, busyClient }: Scene): Promise<void> {
  await find(page, busyClient.casillero)
  await page.getByRole('option').first().click()
  const main = page.getByRole('main')
  await expect(main.getByText('Saldo a favor')).toBeVisible()
  await expect(main.getByText('Listo para retirar').first()).toBeVisible()
}

async function openClientTab(scene: Scene, id: string, label: string): Promise<void> {
  await openClient(scene)
  const { page } = scene
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Cliente', exact: true }).selectOption(id)
  else await page.getByRole('tab', { name: label }).click()
}

async function overpay(scene: Scene): Promise<void> {
  const { page } = scene
  await chooseBusyClient(scene)
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('500')
  await page.getByText('Vuelto').first().scrollIntoViewIfNeeded()
}

/** What a client owes is about to be paid in two currencies. */
async function collect(scene: Scene): Promise<void> {
  const { page } = scene
  await openClient(scene)
  await page.getByRole('link', { name: 'Cobrar', exact: true }).click()
  const payments = page.getByRole('region', { name: 'Pagos' })
  await payments.getByLabel('Monto').fill('20')
  await payments.getByRole('button', { name: 'Agregar otro pago' }).click()
  const second = payments.getByRole('group', { name: 'Pago 2' })
  await second.getByLabel('Moneda').selectOption('NIO')
  await second.getByLabel('Monto').fill('1000')
}

export const counterScreens: readonly Picture[] = [
  {
    name: 'buscar',
    path: '/paquetes',
    arrange: ({ page, busyClient }) => find(page, busyClient.casillero),
  },
  {
    name: 'buscar-recientes',
    path: '/clients',
    async arrange(scene) {
      await openClient(scene)
      await openSearch(scene.page)
    },
  },
  { name: 'buscar-nada', path: '/paquetes', arrange: ({ page }) => findNothing(page) },
  { name: 'cliente', path: '/clients', arrange: openClient, isWhole: true },
  { name: 'cliente-facturas', path: '/clients', arrange: (scene) => openClientTab(scene, 'facturas', 'Facturas') },
  { name: 'cliente-datos', path: '/clients', arrange: (scene) => openClientTab(scene, 'datos', 'Datos') },
  { name: 'caja', path: '/caja', isWhole: true },
  { name: 'caja-cierres', path: '/caja/cierres' },
  { name: 'caja-por-cobrar', path: '/caja/por-cobrar', isWhole: true },
  { name: 'cobrar', path: '/clients', arrange: collect, isWhole: true },
  { name: 'caja-cajas', path: '/caja/cajas' },
  { name: 'facturar-vuelto', path: '/facturar', arrange: overpay, isWhole: true },
]

async function findNothing(page: Page): Promise<void> {
  await openSearch(page)
  await page.getByRole('dialog', { name: 'Buscar' }).getByRole('combobox').fill('zzzz')
  await expect(page.getByText('Nada coincide con «zzzz».')).toBeVisible()
}
