import { expect, test } from '@playwright/test'
import { choose } from './support/choose-filter.ts'
import { actionsOf, actOn, expectFieldError, hold, isPhone, search, toast } from './support/gestures.ts'
import { enter, expectAccessible, openCompany, signIn } from './support/world.ts'

const newPassword = 'otra-clave-segura'

test('an admin adds a user, with what is missing said under its field', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/users', 'admin')
  await expect(page.getByRole('main')).toContainText('Visualizador')
  await expectAccessible(page)

  await page.getByRole('button', { name: 'Nuevo Usuario' }).click()
  const form = page.getByRole('dialog', { name: 'Nuevo Usuario' })
  await expect(form.getByLabel('Estado')).toHaveCount(0)
  await expect(form.getByLabel('Tipo de Usuario')).toHaveValue('user')
  const phone = form.getByLabel('Teléfono', { exact: true })
  await expect(phone).toHaveAttribute('placeholder', '+505 8888-8888')
  await form.getByLabel('País del teléfono').selectOption('us')
  await expect(phone).toHaveAttribute('placeholder', '+1 (888) 888-8888')
  await form.getByLabel('País del teléfono').selectOption('ni')
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  await expectFieldError(form.getByLabel('Nombre', { exact: true }), 'El nombre es requerido')
  await expectFieldError(form.getByLabel('Correo Electrónico'), 'El correo electrónico es requerido')
  const password = form.getByLabel('Contraseña', { exact: true })
  await expectFieldError(password, 'La contraseña es requerida')
  await expectAccessible(page)

  await form.getByLabel('Nombre', { exact: true }).fill('Ileana')
  await form.getByLabel('Apellido').fill('Vallecillo')
  await form.getByLabel('Correo Electrónico').fill(company.emailOf('viewer'))
  await phone.fill('8690 4417')
  await password.fill('corta')
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  await expectFieldError(password, 'La contraseña debe tener al menos 8 caracteres')
  await password.fill(newPassword)
  await form.getByRole('button', { name: 'Mostrar contraseña' }).click()
  await expect(password).toHaveAttribute('type', 'text')
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  await expectFieldError(form.getByLabel('Correo Electrónico'), 'Ya existe un registro con este valor')
  await expect(form.getByLabel('Correo Electrónico')).toBeFocused()
  await expect(password).toHaveValue(newPassword)

  await form.getByLabel('Correo Electrónico').fill(`ileana@${company.subdomain}.test`)
  const fields = { password: 'Elija otra', email: 'Elija otro', firstName: 'Escriba el completo' }
  await page.route('**/api/users?*', (route) => route.fulfill({ status: 400, json: { code: 'invalid', fields } }), {
    times: 1,
  })
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  await expectFieldError(password, 'Elija otra')
  await expect(form.getByLabel('Nombre', { exact: true })).toBeFocused()
  const creation = await hold(page, '**/api/users?*', 'POST')
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  const progress = toast(page, 'Creando usuario...').filter({ visible: true })
  await expect(progress).toBeVisible()
  await creation.release()
  await expect(toast(page, 'Usuario creado exitosamente')).toBeVisible()
  await expect(progress).toBeHidden()
  await expect(form).toBeHidden()
  await expect(page.getByRole('main')).toContainText('Ileana Vallecillo')
  await expect(page.getByRole('main')).toContainText('+505 8690 4417')
})

test('a page of users holds ten, and the list says which', async ({ page }) => {
  const company = await openCompany()
  for (let number = 1; number <= 9; number += 1) {
    await company.api('POST /api/users', {
      body: { firstName: `Persona ${number}`, email: `p${number}@correo.test`, password: newPassword },
    })
  }
  const asked = page.waitForRequest((request) => /\/api\/users\?.*page=1&limit=10/.test(request.url()))
  await enter(page, company, '/admin/users', 'admin')
  await asked
  const pages = page.getByRole('navigation', { name: 'Páginas' })
  await expect(pages).toContainText(isPhone(page) ? '1 de 2' : 'Mostrando 1 a 10 de 12 resultados')
  await pages.getByRole('button', { name: 'Siguiente' }).click()
  await expect(pages).toContainText(isPhone(page) ? '2 de 2' : 'Mostrando 11 a 12 de 12 resultados')
  await expect(page).toHaveURL(/page=2/)
  await expect(page.getByRole('main')).toContainText('Xochilt Aburto')

  await search(page, 'p7@correo')
  await expect(page.getByRole('main')).toContainText('Persona 7')
  await expect(pages).toBeHidden()
  await search(page, 'nadie')
  await expect(page.getByText('No se encontraron usuarios')).toBeVisible()
})

test('a change of type ends that user’s session, and deleting keeps them out', async ({ page, browser }) => {
  const company = await openCompany()
  const theirs = await (await browser.newContext()).newPage()
  await enter(theirs, company, '/dashboard', 'user')
  await enter(page, company, '/admin/users', 'admin')

  await actOn(page, 'Wilmer Gutiérrez', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Usuario' })
  await expect(form.getByText('Déjela vacía para no cambiarla')).toBeVisible()
  await form.getByLabel('Tipo de Usuario').selectOption('Visualizador')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Usuario actualizado exitosamente')).toBeVisible()
  await theirs.reload()
  await expect(theirs).toHaveURL(`${company.url}/login`)

  await signIn(theirs, company, 'user')
  await actOn(page, 'Wilmer Gutiérrez', 'Eliminar')
  const question = page.getByRole('dialog', { name: '¿Eliminar a Wilmer Gutiérrez?' })
  await expect(question).toContainText('Esta acción no se puede deshacer')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Eliminar Usuario' }).click()
  await expect(toast(page, '¡Usuario eliminado exitosamente!')).toBeVisible()
  await expect(page.getByRole('main')).not.toContainText('Wilmer')
  await theirs.reload()
  await expect(theirs).toHaveURL(`${company.url}/login`)
})

test('an admin cannot lock themselves out, and an own new password keeps the own session', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/users', 'admin')
  const self = 'María Fernanda Castellón Rivas'
  await expect(page.getByRole('main')).toContainText(self)
  expect(await actionsOf(page, self)).toEqual(['Editar'])
  await expect(page.getByRole('menu')).toHaveCount(0)
  expect(await actionsOf(page, 'Xochilt Aburto')).toEqual(['Editar', 'Eliminar'])
  await expect(page.getByRole('menu')).toHaveCount(0)

  await actOn(page, self, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Usuario' })
  const type = form.getByLabel('Tipo de Usuario')
  await expect(type).toBeDisabled()
  await expect(type).toHaveAccessibleDescription('Es su propio usuario: otro administrador puede cambiarlo')
  await expect(form.getByRole('radio', { name: 'Inactivo' })).toBeDisabled()
  await form.getByLabel('Apellido').fill('Castellón de Rivas')
  await form.getByLabel('Contraseña', { exact: true }).fill(newPassword)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Usuario actualizado exitosamente')).toBeVisible()
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  await expect(page.getByText('María Fernanda Castellón de Rivas').first()).toBeVisible()
  await page.reload()
  await expect(page).toHaveURL(`${company.url}/admin/users`)
  await expect(page.getByRole('heading', { name: 'Usuarios', level: 1 })).toBeVisible()
})

test('a user form keeps what was typed when another admin saved first, and the rest can be loaded anew', async ({
  page,
}) => {
  const company = await openCompany()
  await enter(page, company, '/admin/users', 'admin')
  await actOn(page, 'Wilmer Gutiérrez', 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Usuario' })
  await form.getByLabel('Apellido').fill('Gutiérrez Palacios')

  const { users } = await company.api('GET /api/users')
  const wilmer = users.find((user) => user.type === 'user')
  if (wilmer === undefined) throw new Error('Wilmer is missing')
  await company.api('PUT /api/users/:id', { params: { id: wilmer.id }, body: { ...wilmer, phone: '50588123456' } })

  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(form.getByText('Otra persona cambió este registro; vuelva a cargarlo')).toBeVisible()
  await form.getByRole('button', { name: 'Recargar' }).click()
  await expect(form.getByText('Otra persona cambió este registro')).toBeHidden()
  await expect(form.getByLabel('Apellido')).toHaveValue('Gutiérrez Palacios')
  await form.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'Usuario actualizado exitosamente')).toBeVisible()
  const { user } = await company.api('GET /api/users/:id', { params: { id: wilmer.id } })
  expect(user).toMatchObject({ lastName: 'Gutiérrez Palacios', phone: '50588123456', type: 'user', status: 'active' })
})

test('the administration is open to admins alone', async ({ page }) => {
  const company = await openCompany()
  for (const [type, path] of [
    ['user', '/admin/users'],
    ['viewer', '/admin/bitacora'],
  ] as const) {
    await enter(page, company, path, type)
    await expect(page).toHaveURL(`${company.url}/dashboard`)
    if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
    await expect(page.getByRole('navigation', { name: 'Principal' })).toContainText('Clientes')
    await expect(page.getByRole('navigation', { name: 'Principal' })).not.toContainText('Usuarios')
  }
})

test('the log says who changed what, and is filtered by the address', async ({ page }) => {
  const company = await openCompany()
  const { data: tariff } = await company.api('POST /api/tariffs', {
    body: { name: 'Express', type: 'aereo', pricePerPound: 3.75 },
  })
  await company.api('PUT /api/tariffs/:id', { params: { id: tariff.id }, body: { ...tariff, pricePerPound: 4.5 } })
  await company.api('DELETE /api/tariffs/:id', { params: { id: tariff.id } })
  await company.api('POST /api/users', { body: { firstName: 'Ileana', email: 'i@correo.test', password: newPassword } })

  await enter(page, company, '/admin/bitacora', 'admin')
  const entries = page.getByRole(isPhone(page) ? 'list' : 'table', { name: 'Bitácora' })
  await expect(entries).toContainText('Creó el usuario Ileana')
  await expect(entries).toContainText('Eliminó la tarifa Express')
  await expect(entries).toContainText('Precio por libra: US$3.75')
  await expect(entries).toContainText('María Fernanda Castellón Rivas')
  await expectAccessible(page)

  const more = entries.getByText(/^Ver \d+ datos? más$/).first()
  await more.click()
  await entries.getByText('Ver menos').filter({ visible: true }).click()
  await expect(more).toBeVisible()

  await choose(page, 'Qué', 'Tarifas')
  await expect(page).toHaveURL(/entity=tariffs/)
  await expect(entries).not.toContainText('Ileana')
  await page.reload()
  await expect(entries).toContainText('Cambió la tarifa Express')
  await choose(page, 'Quién', 'Xochilt Aburto')
  await expect(page.getByText('No se encontraron movimientos')).toBeVisible()
  await page.getByRole('button', { name: 'Limpiar filtros' }).last().click()
  await expect(entries).toContainText('Creó el usuario Ileana')
  await page.goto(`${company.url}/admin/bitacora?from=2099-01-01`)
  await expect(page.getByText('No se encontraron movimientos')).toBeVisible()
})
