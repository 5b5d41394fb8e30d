import type { Page } from '@playwright/test'
import { openTab } from './counter.ts'
import { isPhone } from './gestures.ts'
import { expect } from './patient-expect.ts'

/** The values that the pictures of one run share. */
export type Scene = { page: Page; url: string; busyClient: { casillero: string; ready: number; labelCode: string } }

export type Picture = {
  name: string
  path: string
  /** The actions on the screen before the picture is taken. */
  arrange?: (scene: Scene) => Promise<void>
  /** The whole page instead of the visible part. */
  isWhole?: true
}

/** Triggers an action of the first row that offers it. */
export async function actOnFirst(page: Page, action: string): Promise<void> {
  if (!isPhone(page))
    return page
      .getByRole('button', { name: `${action}: `, disabled: false })
      .first()
      .click()
  await page.getByRole('button', { name: 'Acciones: ' }).first().waitFor()
  for (const menu of await page.getByRole('button', { name: 'Acciones: ' }).all()) {
    await menu.click()
    await expect(page.getByRole('menu')).toBeVisible()
    const item = page.getByRole('menuitem', { name: action, disabled: false })
    if (await item.isVisible()) return item.click()
    await page.keyboard.press('Escape')
  }
  throw new Error(`No row offers ${action}`)
}

export async function openFirst(page: Page, action: string, offers = /Cancelar|Imprimir/): Promise<void> {
  await actOnFirst(page, action)
  await expect(dialogOf(page).getByRole('button', { name: offers })).toBeVisible()
}

export async function openForm(page: Page, name: string): Promise<void> {
  await page.getByRole('button', { name }).first().click()
  await expect(page.getByRole('dialog', { name })).toBeVisible()
}

export const dialogOf = (page: Page) => page.getByRole('dialog').last()

export async function chooseBusyClient({ page, busyClient }: Scene): Promise<void> {
  await page.getByRole('combobox', { name: 'Cliente' }).fill(busyClient.casillero)
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(page.getByRole('list', { name: 'Paquetes', exact: true }).getByRole('listitem')).toHaveCount(
    busyClient.ready,
  )
}

async function payInCordobas(scene: Scene): Promise<void> {
  const { page } = scene
  await chooseBusyClient(scene)
  await page.getByLabel('Moneda de la factura').selectOption('Córdoba (NIO) · C$')
  await page.getByRole('button', { name: 'Agregar Pagos' }).click()
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Moneda').selectOption('USD')
  await page.getByRole('group', { name: 'Pago 1' }).getByLabel('Monto').fill('20')
}

async function fillInvoice(scene: Scene): Promise<void> {
  const { page } = scene
  await payInCordobas(scene)
  await page.getByLabel('Incluir envío').check()
  await page.getByLabel('Dirección de envío').fill('Altamira, de la Vicky 2c. abajo, ½c. al sur')
  await page.getByLabel('Costo de envío').fill('150')
  await page.getByRole('combobox', { name: 'Tipo de descuento general' }).selectOption('Porcentaje')
  await page.getByRole('textbox', { name: 'Descuento general en porcentaje' }).fill('5')
}

/** Opens the first shipment of a list, and one of its parts. */
async function openShipment(page: Page, part?: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir: ' }).first().click()
  else await page.getByRole('main').getByRole('link', { name: '#' }).first().click()
  await expect(page.getByRole('heading', { name: 'Embarque #' })).toBeVisible()
  if (part === undefined) return
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Embarque' }).selectOption({ label: part })
  else await page.getByRole('tab', { name: part }).click()
}

async function openArrival({ page }: Scene): Promise<void> {
  await openShipment(page, 'Llegada')
  // The list below, which comes after the counts.
  await expect(
    page
      .getByRole('main')
      .getByText(/#\d+ · /)
      .first(),
  ).toBeVisible()
}

async function openReconciliation({ page }: Scene): Promise<void> {
  await openShipment(page, 'Cuadre')
  await expect(page.getByText('Margen').first()).toBeVisible()
}

export const beforeSigningIn: readonly Picture[] = [
  { name: 'login', path: '/login' },
  {
    name: 'login-rechazado',
    path: '/login',
    async arrange({ page }) {
      await page.getByLabel('Correo electrónico o teléfono').fill('nadie@demo.test')
      await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
      await page.getByRole('button', { name: 'Iniciar sesión' }).click()
      await expect(page.getByText('Credenciales inválidas')).toBeVisible()
    },
  },
  {
    name: 'empresa-no-encontrada',
    path: '/login',
    async arrange({ page, url }) {
      await page.goto(url.replace('http://', 'http://ninguna-'))
      await expect(page.getByText('Empresa no encontrada')).toBeVisible()
    },
  },
]

export const signedIn: readonly Picture[] = [
  { name: 'dashboard', path: '/dashboard', isWhole: true },
  { name: 'reportes', path: '/reportes/ventas-por-dia', isWhole: true },
  { name: 'reportes-clientes', path: '/reportes/libras-por-cliente' },
  { name: 'cuenta', path: '/cuenta' },
  { name: 'clientes', path: '/clients' },
  {
    name: 'clientes-sin-resultados',
    path: '/clients?search=zzzz',
  },
  {
    name: 'clientes-error',
    path: '/dashboard',
    async arrange({ page, url }) {
      const call = /\/api\/client\?/
      await page.route(call, (route) => route.fulfill({ status: 500 }))
      await page.goto(`${url}/clients`)
      await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
      await page.unroute(call)
    },
  },
  {
    name: 'cliente-nuevo-errores',
    path: '/clients',
    async arrange({ page }) {
      await openForm(page, 'Nuevo Cliente')
      await page.getByRole('button', { name: 'Crear Cliente' }).click()
      await expect(page.getByText('Revise los datos marcados')).toBeVisible()
    },
  },
  { name: 'cliente-editar', path: '/clients', arrange: ({ page }) => openFirst(page, 'Editar') },
  { name: 'cliente-eliminar', path: '/clients', arrange: ({ page }) => openFirst(page, 'Eliminar') },
  { name: 'paquetes', path: '/paquetes' },
  {
    name: 'paquetes-filtros',
    path: '/paquetes?shippingMethod=maritimo&statusSince=4&invoiced=false',
    arrange: async ({ page }) => {
      if (isPhone(page)) return page.getByRole('button', { name: 'Filtros 3' }).waitFor()
      await page.getByRole('button', { name: 'Método Marítimo' }).click()
      await expect(page.getByRole('dialog', { name: 'Método' })).toBeVisible()
    },
  },
  {
    name: 'paquetes-filtros-hoja',
    path: '/paquetes?shippingMethod=maritimo&statusSince=4&invoiced=false',
    arrange: async ({ page }) => {
      if (isPhone(page)) await page.getByRole('button', { name: 'Filtros 3' }).click()
    },
  },
  {
    name: 'paquetes-seleccion',
    path: '/paquetes',
    async arrange({ page }) {
      if (isPhone(page)) return actOnFirst(page, 'Seleccionar')
      for (const checkbox of (await page.getByRole('checkbox', { name: 'Seleccionar: ' }).all()).slice(0, 3))
        await checkbox.check()
    },
  },
  { name: 'recepcion', path: '/recepcion', arrange: ({ page }) => page.getByText('Clientes guardados').waitFor() },
  { name: 'por-retirar', path: '/por-retirar' },
  { name: 'sin-dueno', path: '/sin-dueno' },
  { name: 'paquete-nuevo', path: '/paquetes', arrange: ({ page }) => openForm(page, 'Nuevo Paquete') },
  { name: 'paquete-editar', path: '/paquetes', arrange: ({ page }) => openFirst(page, 'Editar') },
  {
    name: 'paquete-historial',
    path: '/paquetes',
    async arrange({ page, url, busyClient }) {
      await page.goto(`${url}/paquetes?search=${busyClient.labelCode}`)
      await openFirst(page, 'Editar')
      await dialogOf(page).getByRole('tab', { name: 'Historial' }).click()
      await expect(dialogOf(page).getByRole('listitem').first()).toBeVisible()
    },
  },
  { name: 'paquete-eliminar', path: '/paquetes', arrange: ({ page }) => openFirst(page, 'Eliminar') },
  {
    name: 'facturar-inicio',
    path: '/facturar',
    async arrange({ page }) {
      await page.getByRole('combobox', { name: 'Cliente' }).fill('mar')
      await expect(page.getByRole('listbox').getByRole('option').first()).toBeVisible()
    },
  },
  { name: 'facturar', path: '/facturar', arrange: payInCordobas },
  { name: 'facturar-completa', path: '/facturar', arrange: fillInvoice, isWhole: true },
  { name: 'facturas', path: '/facturar', arrange: ({ page }) => openTab(page, 'Ver Facturas') },
  { name: 'facturas-anuladas', path: '/facturar?tab=facturas&anuladas=si' },
  { name: 'factura-detalle', path: '/facturar?tab=facturas', arrange: ({ page }) => openFirst(page, 'Ver detalles') },
  {
    name: 'factura-pago',
    path: '/facturar?tab=facturas',
    async arrange({ page }) {
      await page.getByText('Pendiente', { exact: true }).first().waitFor()
      const row = page
        .getByRole(isPhone(page) ? 'listitem' : 'row')
        .filter({ hasText: 'Pendiente' })
        .first()
      await row.getByRole('button', { name: isPhone(page) ? 'Abrir: ' : 'Ver detalles: ' }).click()
      await page.getByRole('button', { name: 'Registrar pago' }).click()
      await expect(page.getByRole('dialog', { name: 'Registrar pago' })).toBeVisible()
    },
  },
  { name: 'factura-anular', path: '/facturar?tab=facturas', arrange: ({ page }) => openFirst(page, 'Anular') },
  { name: 'embarques', path: '/embarques' },
  { name: 'embarque', path: '/embarques?estado=open', arrange: ({ page }) => openShipment(page) },
  {
    name: 'embarque-llegada',
    path: '/embarques?estado=in_transit',
    arrange: openArrival,
  },
  { name: 'embarque-recibido', path: '/embarques?estado=received', arrange: openArrival },
  { name: 'embarque-cuadre', path: '/embarques?estado=received', arrange: openReconciliation, isWhole: true },
  { name: 'embarque-cerrado', path: '/embarques?estado=closed', arrange: openReconciliation, isWhole: true },
  { name: 'faltantes', path: '/embarques/faltantes' },
  { name: 'tarifas', path: '/tarifas' },
  { name: 'tarifa-nueva', path: '/tarifas', arrange: ({ page }) => openForm(page, 'Nueva Tarifa') },
  { name: 'tarifa-editar', path: '/tarifas', arrange: ({ page }) => openFirst(page, 'Editar') },
  { name: 'no-encontrada', path: '/no-existe' },
  // The last picture, because a collapsed sidebar stays collapsed.
  {
    name: 'menu',
    path: '/dashboard',
    arrange: ({ page }) => page.getByRole('button', { name: isPhone(page) ? 'Abrir menú' : 'Contraer menú' }).click(),
  },
]
