import { expect, test } from '@playwright/test'
import { expectAccessible, openCompany, signIn } from './world.ts'

test('a clerk signs in, lands on the dashboard and signs out', async ({ page }) => {
  const company = await openCompany()
  await page.goto(company.url)
  await expect(page).toHaveURL(`${company.url}/login`)
  await expect(page.getByRole('heading', { name: 'Encomiendas Tres Volcanes' })).toBeVisible()
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Ingrese su correo o teléfono')).toBeVisible()
  await page.getByLabel('Correo electrónico o teléfono').fill(company.emailOf('admin').toUpperCase())
  await page.getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page.getByText('Credenciales inválidas')).toBeVisible()
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveValue('no es esta')

  await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
  await page.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(page.getByLabel('Contraseña', { exact: true })).toHaveAttribute('type', 'text')
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
  await expect(page.getByRole('main').getByText('Administrador')).toBeVisible()
  await expectAccessible(page)

  // A signed-in visit of the sign-in page goes on to the dashboard.
  await page.goto(`${company.url}/login`)
  await expect(page).toHaveURL(`${company.url}/dashboard`)

  await page.getByRole('button', { name: 'Salir' }).click()
  await expect(page).toHaveURL(`${company.url}/login`)
  expect(await page.evaluate(() => ['token', 'user', 'company'].map((key) => localStorage.getItem(key)))).toEqual([
    null,
    null,
    null,
  ])
})

test('a session that is ended elsewhere signs the person out, in every tab', async ({ page, context }) => {
  const company = await openCompany()
  await signIn(page, company)
  const other = await context.newPage()
  await other.goto(`${company.url}/clients`)
  await expect(other.getByRole('heading', { name: 'Clientes', level: 1 })).toBeVisible()
  await company.endSessions()
  await other.reload()
  await expect(other).toHaveURL(`${company.url}/login`)
  await expect(page).toHaveURL(`${company.url}/login`)
})

test('an unknown company is said to be unknown, and can be asked for again', async ({ page }) => {
  const { url } = await openCompany()
  await page.goto(url.replace('http://', 'http://zz-'))
  await expect(page.getByText('Empresa no encontrada')).toBeVisible()
  await expect(page.getByText('Company not found')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByText('Empresa no encontrada')).toBeVisible()
})

test('a database that is away signs nobody out', async ({ page }) => {
  const company = await openCompany()
  await signIn(page, company)
  await page.route('**/api/auth/me*', (route) =>
    route.fulfill({ status: 503, json: { success: false, message: 'El servicio no está disponible' } }),
  )
  await page.reload()
  await expect(page.getByRole('button', { name: 'Reintentar' })).toBeVisible()
  await page.unroute('**/api/auth/me*')
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: /Hola/ })).toBeVisible()
})
