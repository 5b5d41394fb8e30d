import { expect, type Page, type Route, test } from '@playwright/test'
import { hold } from './support/gestures.ts'
import { type Company, expectAccessible, openCompany, signIn, type UserType } from './support/world.ts'

async function signInHere(page: Page, company: Company, type: UserType = 'admin'): Promise<void> {
  await page.getByLabel('Correo electrónico o teléfono').fill(company.emailOf(type))
  await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

test('a clerk signs in, lands on the dashboard, signs out, and is led by a link with a query where it points', async ({
  page,
}) => {
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

  await page.goto(`${company.url}/clients`)
  await expect(page).toHaveURL(`${company.url}/login`)
  await signInHere(page, company)
  await expect(page).toHaveURL(`${company.url}/dashboard`)

  // The page of an ended session says so, and keeps the link as a page without a session does.
  // No page is open meanwhile: a call of the dashboard would meet the end first, and forget the session.
  await page.goto('about:blank')
  await company.endSessions()
  await page.goto(`${company.url}/paquetes?search=TBA3`)
  await expect(page).toHaveURL(`${company.url}/login`)
  await expect(page.getByText('Su sesión terminó; ingrese de nuevo')).toBeVisible()
  await page.reload()
  await signInHere(page, company)
  await expect(page).toHaveURL(`${company.url}/paquetes?search=TBA3`)
  await expect(page.getByRole('searchbox')).toHaveValue('TBA3')
})

test('the sign-in page says that the demo is being filled, and lets people sign in where the server cannot say which company it is', async ({
  page,
}) => {
  const company = await openCompany()
  const failing: [string, (route: Route) => Promise<void>][] = [
    ['El servicio está ocupado.', (route) => route.fulfill({ status: 503, json: { success: false } })],
    ['El servicio está ocupado.', (route) => route.fulfill({ status: 429, json: { success: false } })],
    ['Sin conexión.', (route) => route.abort()],
  ]
  const identifier = page.getByLabel('Correo electrónico o teléfono')
  const filling = 'Se están cargando los datos de la demostración; en un momento podrá ingresar'
  const json = { success: false, code: 'demo_filling', message: filling }
  await page.route('**/api/health*', (route) => route.fulfill({ status: 503, json }))
  await page.goto(`${company.url}/login`)
  await expect(page.getByText(`${filling}.`)).toBeVisible()
  await page.unroute('**/api/health*')
  // It asks again by itself.
  await expect(page.getByRole('heading', { name: company.name })).toBeVisible()
  await expect(page.getByText(filling)).toHaveCount(0)
  for (const [reason, fail] of failing) {
    await page.route('**/api/health*', fail)
    await page.goto(`${company.url}/login`)
    await expect(page.getByText(reason)).toBeVisible()
    await expect(page.getByText('Empresa no encontrada')).toHaveCount(0)
    await identifier.fill(company.emailOf('user'))
    await page.unroute('**/api/health*')
  }
  await expectAccessible(page)
  const before = await identifier.boundingBox()
  await page.getByRole('button', { name: 'Reintentar' }).click()
  await expect(page.getByRole('heading', { name: company.name })).toBeVisible()
  // Neither what was typed nor its place was lost.
  expect(await identifier.boundingBox()).toEqual(before)
  await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
  await page.route('**/api/health*', (route) => route.abort())
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
})

const endedDialog = (page: Page) => page.getByRole('dialog', { name: 'Su sesión terminó; ingrese de nuevo' })

test('a session that ended is opened again over the screen, and what was typed is saved with a second press', async ({
  page,
  context,
}) => {
  const company = await openCompany()
  await signIn(page, company)
  await page.goto(`${company.url}/clients?search=ana`)
  const other = await context.newPage()
  await other.goto(`${company.url}/admin/users`)
  await expect(other.getByRole('main')).toContainText('Wilmer Gutiérrez')
  await page.bringToFront()
  await page.getByRole('button', { name: 'Nuevo Cliente' }).last().click()
  const form = page.getByRole('dialog', { name: 'Nuevo Cliente' })
  await form.getByLabel('Nombre', { exact: true }).fill('Ana Lucía')
  await form.getByLabel('Apellidos').fill('Núñez')
  await form.getByLabel('Teléfono', { exact: true }).fill('86904417')
  // A call in the background may be the first refused one, so that the click comes before it.
  const saving = await hold(page, '**/api/client?*', 'POST')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await company.endSessions()
  await saving.release()

  await expect(endedDialog(page)).toBeVisible()
  expect(
    await page.evaluate<number>('["token", "user", "company"].filter((key) => localStorage.getItem(key)).length'),
  ).toBe(0)
  await expect(endedDialog(page).getByLabel('Correo electrónico o teléfono')).toHaveValue(company.emailOf('admin'))
  await expect(endedDialog(page).getByLabel('Contraseña', { exact: true })).toBeFocused()
  await expectAccessible(page)
  // Neither Back nor Escape gets past it, nor do they touch what lies under it.
  await page.evaluate('history.back()')
  await page.keyboard.press('Escape')
  await page.keyboard.press('Escape')
  await endedDialog(page).getByLabel('Contraseña', { exact: true }).fill('no es esta')
  await endedDialog(page).getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(endedDialog(page).getByText('Credenciales inválidas')).toBeVisible()
  await expect(endedDialog(other)).toBeVisible()
  await endedDialog(page).getByLabel('Contraseña', { exact: true }).fill(company.password)
  await endedDialog(page).getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(endedDialog(page)).toBeHidden()
  await expect(form.getByLabel('Nombre', { exact: true })).toHaveValue('Ana Lucía')
  await form.getByRole('button', { name: 'Crear Cliente' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Ana Lucía Núñez')
  expect(new URL(page.url()).search).toBe('?search=ana')
  // The other tab goes on by itself, where it was.
  await expect(endedDialog(other)).toBeHidden()
  await expect(other.getByRole('main')).toContainText('Wilmer Gutiérrez')
})

test('signing out leaves nothing in any tab but what was typed, and another person gets none of it', async ({
  page,
  context,
}) => {
  const company = await openCompany()
  await signIn(page, company)
  const reading = await context.newPage()
  await reading.goto(`${company.url}/clients`)
  await expect(reading.getByText('No se encontraron clientes')).toBeVisible()
  const typing = await context.newPage()
  await typing.goto(`${company.url}/clients`)
  await typing.getByRole('button', { name: 'Nuevo Cliente' }).last().click()
  const name = typing.getByLabel('Nombre', { exact: true })
  await name.fill('Ana Lucía')

  await page.goto(`${company.url}/admin/users?search=wilmer`)
  await page.getByRole('button', { name: 'Cerrar Sesión' }).click()
  await expect(page).toHaveURL(`${company.url}/login`)
  await expect(reading).toHaveURL(`${company.url}/login`)
  await expect(endedDialog(typing)).toBeVisible()
  await expect(name).toHaveValue('Ana Lucía')

  // Back shows no screen's address over the sign-in page, and leads nowhere after it.
  await page.goBack()
  await expect(page).toHaveURL(`${company.url}/login`)
  await signInHere(page, company, 'user')
  await expect(page.getByRole('heading', { name: /Hola, Wilmer/ })).toBeVisible()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
  // The drawer that the former user left open is closed.
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(typing.getByRole('heading', { name: /Hola, Wilmer/ })).toBeVisible()
  await expect(typing).toHaveURL(`${company.url}/dashboard`)
  await typing.goBack()
  await expect(typing.getByText('Ana Lucía')).toHaveCount(0)
})
