import { expect, type Page, test } from '@playwright/test'
import { expectFieldError, isPhone, toast } from './support/gestures.ts'
import { expectAccessible, openCompany, signIn } from './support/world.ts'

const another = 'otra-clave-segura'

const sessions = (page: Page) => page.getByRole('list', { name: 'Sesiones abiertas' }).getByRole('listitem')

/** Opens the account from the initials at the foot of the menu, which a phone opens first. */
async function openAccount(page: Page, type: string): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  await page.getByRole('link', { name: `Mi cuenta, ${type}` }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Mi cuenta' })).toBeVisible()
}

test('a viewer changes the own password and looks after the own sessions', async ({ page }) => {
  const company = await openCompany()
  await company.openSession('viewer')
  await signIn(page, company, 'viewer')
  await openAccount(page, 'Visualizador')
  await expect(sessions(page)).toHaveCount(2)
  await expect(sessions(page).filter({ hasText: 'Este dispositivo' })).toContainText('Chrome en')
  await expectAccessible(page)

  const other = sessions(page).filter({ hasText: 'Dispositivo desconocido' })
  await expect(sessions(page).filter({ hasText: 'Este dispositivo' }).getByRole('button')).toHaveCount(0)
  await other.getByRole('button', { name: 'Cerrar sesión: Dispositivo desconocido' }).click()
  const question = page.getByRole('dialog', { name: '¿Cerrar esta sesión?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(toast(page, 'Sesión cerrada')).toBeVisible()
  await expect(sessions(page)).toHaveCount(1)
  await expect(page.getByRole('button', { name: 'Cerrar las demás sesiones' })).toHaveCount(0)

  const { token } = await company.openSession('viewer')
  await page.getByRole('button', { name: 'Cambiar contraseña' }).click()
  const form = page.getByRole('dialog', { name: 'Cambiar contraseña' })
  const [present, next] = ['Contraseña actual', 'Contraseña nueva'].map((label) => form.getByLabel(label))
  if (!present || !next) throw new Error('The form has two fields')
  const save = form.getByRole('button', { name: 'Cambiar', exact: true })
  await save.click()
  await expectFieldError(present, 'Ingrese su contraseña actual')
  await expectFieldError(next, 'La contraseña es requerida')
  await expectAccessible(page)
  await present.fill('no es esta')
  await next.fill(another)
  await save.click()
  await expectFieldError(present, 'La contraseña actual no es correcta')
  await expect(next).toHaveValue(another)
  await present.fill(company.password)
  await save.click()
  await expect(toast(page, 'Contraseña cambiada; sus demás sesiones se cerraron')).toBeVisible()
  await expect(form).toBeHidden()
  expect((await company.send('GET /api/auth/me', {}, token)).status).toBe(401)
  await page.reload()
  await expect(sessions(page)).toHaveCount(1)

  await page.getByRole('button', { name: 'Cerrar sesión en todos los dispositivos' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Cerrar Todas' }).click()
  await expect(page).toHaveURL(`${company.url}/login`)
  await page.getByLabel('Correo electrónico o teléfono').fill(company.emailOf('viewer'))
  await page.getByLabel('Contraseña', { exact: true }).fill(another)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
})

test('sessions that do not load say so, and are loaded again on demand', async ({ page }) => {
  const company = await openCompany()
  await signIn(page, company, 'admin')
  let isAway = true
  await page.route('**/api/account/sessions?*', (route) => (isAway ? route.abort() : route.fallback()))
  await openAccount(page, 'Administrador')
  await expect(page.getByText('Error al cargar sus sesiones').last()).toBeVisible()
  isAway = false
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(sessions(page)).toHaveCount(2)
})
