import { expect, type Page, test } from '@playwright/test'
import { greyPng } from '../../tools/grey-png.ts'
import { actOn, expectFieldError, isPhone, search, toast } from './support/gestures.ts'
import { narrowNames } from './support/list-widths.ts'
import { type Company, enter, expectAccessible, openCompany } from './support/world.ts'

const password = 'clave-del-primer-dia'

/** The subdomains of operators, one for each project: the one whose menu shows Empresas, and the one that knows the address. */
const openOperator = (page: Page) =>
  isPhone(page) ? openCompany('Casillero Móvil', 'adriandev') : openCompany('Casillero Central', 'master')

async function expectMenu(page: Page, isOffered: boolean): Promise<void> {
  if (isPhone(page)) await page.getByRole('button', { name: 'Abrir menú' }).click()
  const link = page.getByRole('navigation', { name: 'Principal' }).getByRole('link', { name: 'Empresas' })
  await expect(page.getByRole('link', { name: 'Usuarios' })).toBeVisible()
  await expect(link).toHaveCount(isOffered ? 1 : 0)
  if (isPhone(page)) await page.getByRole('button', { name: 'Cerrar menú' }).click()
}

async function expectOwnStatusIsFixed(page: Page, own: string): Promise<void> {
  const reason = 'No puede cambiar el estado de su propia empresa'
  if (isPhone(page)) {
    await page.getByRole('button', { name: `Acciones: ${own}`, exact: true }).click()
    await expect(page.getByRole('menuitem', { name: reason })).toBeDisabled()
    await page.keyboard.press('Escape')
  } else {
    await expect(page.getByRole('button', { name: `Desactivar: ${own}. ${reason}` })).toBeDisabled()
  }
}

test('the operator opens a company, its admin works in it, and is signed out when it is deactivated', async ({
  page,
  browser,
}) => {
  const operator = await openOperator(page)
  const subdomain = `gemela${Date.now().toString(36)}`
  const name = `Carga Gemela ${subdomain}`
  await enter(page, operator, '/admin/empresas', 'admin')
  await expect(page.getByRole('main')).toContainText(operator.name)
  await expectAccessible(page)
  expect(await narrowNames(page, 'Nombre')).toEqual([])
  await expectMenu(page, !isPhone(page))
  await expectOwnStatusIsFixed(page, operator.name)

  await page.getByRole('button', { name: 'Nueva Empresa' }).click()
  const form = page.getByRole('dialog', { name: 'Nueva Empresa' })
  await form.getByRole('button', { name: 'Crear Empresa' }).click()
  await expectFieldError(form.getByLabel('Nombre', { exact: true }), 'El nombre es requerido')
  await expectFieldError(form.getByLabel('Subdominio'), 'El subdominio es requerido')
  await form.getByLabel('Nombre', { exact: true }).fill(name)
  await form.getByLabel('Subdominio').fill('soporte técnico')
  await form.getByRole('button', { name: 'Crear Empresa' }).click()
  await expectFieldError(form.getByLabel('Subdominio'), /letras minúsculas/)
  await form.getByLabel('Subdominio').fill('support')
  await form.getByRole('button', { name: 'Crear Empresa' }).click()
  await expectFieldError(form.getByLabel('Subdominio'), 'Este subdominio está reservado')
  await form.getByLabel('Subdominio').fill(subdomain)
  await form.getByLabel('RUC').fill('J0310000187452')
  const logo = { name: 'logo.png', mimeType: 'image/png', buffer: greyPng(900, 600) }
  await form.locator('input[type=file]').setInputFiles(logo)
  await expect(form.locator('img[src^="blob:"]')).toHaveJSProperty('naturalWidth', 512)
  await form.getByLabel('Nombre del administrador').fill('Karla')
  await form.getByRole('button', { name: 'Crear Empresa' }).click()
  await expectFieldError(form.getByLabel('Correo del administrador'), 'El correo electrónico es requerido')
  await expectAccessible(page)
  await form.getByLabel('Correo del administrador').fill('karla@gemela.test')
  await form.getByLabel('Contraseña', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Crear Empresa' }).click()
  await expect(toast(page, '¡Empresa creada!')).toBeVisible()
  await expect(form).toBeHidden()
  const opened = page.getByRole('dialog', { name: '¡Empresa creada!' })
  await expect(opened.getByLabel('Dirección y acceso')).toHaveValue(
    new RegExp(`${operator.url.replace(operator.subdomain, subdomain)}\\nUsuario: karla@gemela.test\\n`),
  )
  await expectAccessible(page)
  await opened.getByRole('button', { name: 'Cerrar' }).last().click()
  await expect(page.getByRole('main')).toContainText(name)

  const theirs = await (await browser.newContext()).newPage()
  const address = operator.url.replace(operator.subdomain, subdomain)
  await theirs.goto(address)
  await expect(theirs.getByRole('heading', { name })).toBeVisible()
  await theirs.getByLabel('Correo electrónico o teléfono').fill('karla@gemela.test')
  await theirs.getByLabel('Contraseña', { exact: true }).fill(password)
  await theirs.getByRole('button', { name: 'Iniciar sesión' }).click()
  await expect(theirs).toHaveURL(`${address}/dashboard`)
  await theirs.goto(`${address}/admin/bitacora`)
  await expect(theirs.getByRole('main')).toContainText('María Fernanda Castellón Rivas')
  await expect(theirs.getByRole('main')).toContainText(`de ${operator.name}`)
  // The screen of the companies is empty here, and the menu does not offer it.
  await theirs.goto(`${address}/admin/empresas`)
  await expectMenu(theirs, false)
  await expect(theirs.getByRole('button', { name: 'Nueva Empresa' })).toHaveCount(0)

  await theirs.goto(`${address}/clients`)
  await expect(theirs.getByText('No se encontraron clientes')).toBeVisible()
  await search(page, subdomain)
  await actOn(page, name, 'Desactivar')
  const question = page.getByRole('dialog', { name: `¿Desactivar ${name}?` })
  await expect(question).toContainText('Sus datos se conservan')
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Desactivar' }).click()
  await expect(toast(page, 'Estado actualizado')).toBeVisible()
  await expect(page.getByRole('main')).toContainText('Inactivo')
  // The next call ends their session, and the address names no company from now on.
  await search(theirs, 'ana')
  const again = theirs.getByRole('dialog', { name: 'Su sesión terminó; ingrese de nuevo' })
  await again.getByRole('button', { name: 'Ingresar con otro usuario' }).click()
  await expect(theirs).toHaveURL(`${address}/login`)
  await expect(theirs.getByText('Empresa no encontrada')).toBeVisible()

  await actOn(page, name, 'Activar')
  await page.getByRole('dialog').getByRole('button', { name: 'Activar' }).click()
  await expect(page.getByRole('main')).toContainText('Activo')
  await emptyRuc(page, name)
  await staffIt(page, operator, name)
  await page.goto(`${operator.url}/admin/bitacora`)
  await expect(page.getByRole('main')).toContainText(`Creó la empresa ${name}en ${name}`)
  await expect(page.getByRole('main')).toContainText(`Eliminó el usuario Rógeren ${name}`)
})

/** Empties a field that had a value; fields that were empty are not sent, and stay. */
async function emptyRuc(page: Page, name: string): Promise<void> {
  await expect(page.getByRole('main')).toContainText('J0310000187452')
  await actOn(page, name, 'Editar')
  const form = page.getByRole('dialog', { name: 'Editar Empresa' })
  await expect(form.getByLabel('RUC')).toHaveValue('J0310000187452')
  await form.getByLabel('RUC').fill('')
  const sent = page.waitForRequest((request) => request.method() === 'PUT')
  await form.getByRole('button', { name: 'Actualizar Empresa' }).click()
  const body = (await sent).postData() ?? ''
  expect(['ruc', 'address', 'phone', 'email'].map((field) => body.includes(`name="${field}"`))).toEqual([
    true,
    false,
    false,
    false,
  ])
  await expect(toast(page, '¡Empresa actualizada!')).toBeVisible()
  await expect(form).toBeHidden()
  // The form opens with the row of the list, which is loaded anew after the save.
  await expect(page.getByRole('main')).not.toContainText('J0310000187452')
  await actOn(page, name, 'Editar')
  await expect(form.getByLabel('RUC')).toHaveValue('')
  await page.keyboard.press('Escape')
  await expect(form).toBeHidden()
}

/** Edits the staff of the new company as the operator; its last admin stays. */
async function staffIt(page: Page, operator: Company, name: string): Promise<void> {
  await actOn(page, name, 'Gestionar Usuarios')
  const staff = page.getByRole('dialog', { name: `Usuarios de ${name}` })
  await expect(staff).toContainText('Karla')
  await expectAccessible(page)

  await staff.getByRole('button', { name: 'Agregar Usuario' }).click()
  const form = page.getByRole('dialog', { name: 'Agregar Usuario' })
  await form.getByLabel('Nombre', { exact: true }).fill('Róger')
  await form.getByLabel('Cédula').fill('001-010190-0001A')
  await form.getByLabel('Correo Electrónico').fill('roger@gemela.test')
  await form.getByLabel('Contraseña', { exact: true }).fill(password)
  await form.getByRole('button', { name: 'Crear Usuario' }).click()
  await expect(toast(page, '¡Usuario creado!')).toBeVisible()
  await expect(staff).toContainText('roger@gemela.test')

  await actOn(page, 'Karla', 'Editar')
  const edit = page.getByRole('dialog', { name: 'Editar Usuario' })
  await edit.getByLabel('Apellido').fill('Espinoza')
  await edit.getByLabel('Tipo de Usuario').selectOption('Usuario')
  await edit.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, 'La empresa debe conservar al menos un administrador activo')).toBeVisible()
  await expect(edit.getByLabel('Apellido')).toHaveValue('Espinoza')
  await edit.getByLabel('Tipo de Usuario').selectOption('Administrador')
  await edit.getByRole('button', { name: 'Guardar Cambios' }).click()
  await expect(toast(page, '¡Usuario actualizado!')).toBeVisible()
  await expect(staff).toContainText('Karla Espinoza')

  await actOn(page, 'Karla Espinoza', 'Eliminar')
  const question = page.getByRole('dialog', { name: '¿Está seguro de que desea eliminar este usuario?' })
  await question.getByRole('button', { name: 'Eliminar Usuario' }).click()
  await expect(question).toContainText('La empresa debe conservar al menos un administrador activo')
  await question.getByRole('button', { name: 'Cerrar', exact: true }).last().click()
  await actOn(page, 'Róger', 'Eliminar')
  await question.getByRole('button', { name: 'Eliminar Usuario' }).click()
  await expect(toast(page, '¡Usuario eliminado!')).toBeVisible()
  await expect(staff).not.toContainText('Róger')

  const companies = await operator.api('GET /api/companies/get-all-companies')
  const id = companies.data.find((company) => company.name === name)?.id ?? ''
  for (let number = 1; number <= 11; number += 1) {
    const body = { firstName: `Persona ${number}`, email: `p${number}@gemela.test`, password }
    await operator.api('POST /api/companies/:id/users', { params: { id }, body })
  }
  await staff.getByRole('searchbox').fill('persona')
  const pages = staff.getByRole('navigation', { name: 'Páginas' })
  await expect(pages).toContainText(isPhone(page) ? 'Página 1 de 2' : 'Mostrando página 1 de 2')
  await pages.getByRole('button', { name: 'Siguiente' }).click()
  await expect(pages).toContainText(isPhone(page) ? 'Página 2 de 2' : 'Mostrando página 2 de 2')
}
