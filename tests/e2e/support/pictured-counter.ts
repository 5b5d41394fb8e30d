import type { Page } from '@playwright/test'
import { isPhone } from './gestures.ts'
import { expect } from './patient-expect.ts'
import { chooseBusyClient, type Picture, type Scene } from './pictured-screens.ts'
import { type Staged, stageCounter } from './staged-counter.ts'

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

/** The page of the client with debts and credit, or what lies below its address. */
async function openStaged({ page, url }: Scene, rest = ''): Promise<Staged> {
  const staged = await stageCounter(page)
  await page.goto(`${url}/clients/${staged.clientId}${rest}`)
  await expect(page.getByText('Guadalupe del Carmen').first()).toBeVisible()
  return staged
}

async function openClientTab(scene: Scene, id: string, label: string): Promise<void> {
  await openStaged(scene)
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
  await openStaged(scene, '/cobrar')
  const payments = page.getByRole('region', { name: 'Pagos' })
  await payments.getByLabel('Monto').fill('20')
  await payments.getByRole('button', { name: 'Agregar otro pago' }).click()
  const second = payments.getByRole('group', { name: 'Pago 2' })
  await second.getByLabel('Moneda').selectOption('NIO')
  await second.getByLabel('Monto').fill('3000')
}

/** The drawer while money goes through it, and its closing up to one of the two steps. */
async function openCash(scene: Scene, step?: 'count' | 'compare'): Promise<void> {
  const { page, url } = scene
  await stageCounter(page)
  await page.goto(`${url}/caja`)
  await expect(page.getByText(/^Turno #/)).toBeVisible()
  if (step === undefined) return
  await page.getByRole('link', { name: 'Cerrar turno' }).click()
  await page.getByLabel('C$1,000').fill('3')
  await page.getByLabel('C$500').fill('1')
  if (step === 'count') return
  await page.getByRole('button', { name: 'Ver diferencia' }).click()
  await expect(page.getByRole('table', { name: 'Efectivo' })).toContainText('Faltan')
}

async function handOver(scene: Scene): Promise<void> {
  const { page, url } = scene
  const { clientId } = await stageCounter(page)
  await page.goto(`${url}/entregar?cliente=${clientId}`)
  await expect(page.getByText(/\d+ de \d+ listos para retirar/).first()).toBeVisible()
}

/** The bar of an invoice that was just made. */
async function makeInvoice(scene: Scene): Promise<void> {
  const { page } = scene
  const busyClient = { ...scene.busyClient, casillero: (await stageCounter(page)).casillero, ready: 1 }
  await chooseBusyClient({ ...scene, busyClient })
  await page.getByRole('button', { name: 'Crear Factura' }).click()
  await expect(page.getByRole('region', { name: 'Factura creada' })).toBeVisible()
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
  { name: 'cliente', path: '/clients', arrange: async (scene) => void (await openStaged(scene)), isWhole: true },
  { name: 'cliente-facturas', path: '/clients', arrange: (scene) => openClientTab(scene, 'facturas', 'Facturas') },
  { name: 'cliente-datos', path: '/clients', arrange: (scene) => openClientTab(scene, 'datos', 'Datos') },
  {
    name: 'cliente-estado-cuenta',
    path: '/clients',
    async arrange(scene) {
      await openStaged(scene, '?tab=estado')
      await expect(scene.page.getByText('Saldo al cierre').first()).toBeVisible()
    },
    isWhole: true,
  },
  { name: 'caja', path: '/caja', arrange: openCash, isWhole: true },
  { name: 'caja-cierre', path: '/caja', arrange: (scene) => openCash(scene, 'count'), isWhole: true },
  { name: 'caja-cierre-resultado', path: '/caja', arrange: (scene) => openCash(scene, 'compare'), isWhole: true },
  { name: 'caja-cierres', path: '/caja/cierres' },
  { name: 'caja-por-cobrar', path: '/caja/por-cobrar', isWhole: true },
  { name: 'cobrar', path: '/clients', arrange: collect, isWhole: true },
  { name: 'caja-cajas', path: '/caja/cajas' },
  { name: 'facturar-vuelto', path: '/facturar', arrange: overpay, isWhole: true },
  { name: 'facturar-listo', path: '/facturar', arrange: makeInvoice },
  { name: 'entregar', path: '/entregar', arrange: handOver, isWhole: true },
  {
    name: 'enlace-factura',
    path: '/clients',
    async arrange({ page }) {
      await page.goto((await stageCounter(page)).link)
    },
    isWhole: true,
  },
]

async function findNothing(page: Page): Promise<void> {
  await openSearch(page)
  await page.getByRole('dialog', { name: 'Buscar' }).getByRole('combobox').fill('zzzz')
  await expect(page.getByText('Nada coincide con «zzzz».')).toBeVisible()
}
