import { expect, type Page, test } from '@playwright/test'
import { computeCode } from '../support/compute-code.ts'
import { type Company, expectAccessible, openCompany, signIn, type UserType } from './support/world.ts'

async function typePassword(page: Page, company: Company, type: UserType): Promise<void> {
  await page.getByLabel('Correo electrónico o teléfono').fill(company.emailOf(type))
  await page.getByLabel('Contraseña', { exact: true }).fill(company.password)
  await page.getByRole('button', { name: 'Iniciar sesión' }).click()
}

async function openAccount(page: Page, type: string): Promise<void> {
  await page.getByRole('link', { name: `Mi cuenta, ${type}` }).click()
}

async function signOut(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Cerrar Sesión', exact: true }).click()
  await expect(page.getByLabel('Correo electrónico o teléfono')).toBeVisible()
}

/** Goes through the three steps of the dialog; gives the key and the codes of recovery. */
async function activate(page: Page): Promise<{ secret: string; codes: string[] }> {
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo paso' })
  const secret = (await dialog.locator('[data-key]').innerText()).replaceAll(' ', '')
  await expectAccessible(page)
  const field = dialog.getByLabel('Código que muestra la aplicación')
  await expect(field).toBeFocused()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('Ingrese el código')).toBeVisible()
  await page.keyboard.type('000000')
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await expect(dialog.getByText('El código no es correcto')).toBeVisible()
  await expect(field).toHaveValue('')
  await page.keyboard.type(computeCode(secret, Date.now()))
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  const list = dialog.getByRole('list', { name: 'Códigos de recuperación' }).getByRole('listitem')
  await expect(list).toHaveCount(10)
  await page.keyboard.press('Escape')
  await expect(dialog.getByText('Guarde antes los códigos')).toBeVisible()
  const codes = await list.allInnerTexts()
  await page.emulateMedia({ media: 'print' })
  await expect(list.first()).toBeVisible()
  await expect(dialog.getByRole('button', { name: 'Imprimir' })).toBeHidden()
  await expect(dialog.getByText('Con uno de estos códigos')).toBeHidden()
  await page.emulateMedia({ media: 'screen' })
  await dialog.getByLabel('Los guardé').check()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  return { secret, codes }
}

test('a user activates the second step, and signs in with a code of the application and with one of recovery', async ({
  page,
}) => {
  const company = await openCompany()
  await signIn(page, company, 'user')
  await openAccount(page, 'Usuario')
  await page.getByRole('button', { name: 'Activar' }).click()
  const { secret, codes } = await activate(page)
  await expect(page.getByText('Con aplicación, desde el')).toBeVisible()
  await signOut(page)

  await typePassword(page, company, 'user')
  const field = page.getByLabel('Código de su aplicación')
  await expect(page.getByRole('heading', { name: 'Segundo paso' })).toBeVisible()
  await expect(field).toBeFocused()
  await expectAccessible(page)
  await field.fill('000000')
  await expect(page.getByText('El código no es correcto. Le quedan 4 intentos')).toBeVisible()
  await expect(field).toHaveValue('')
  // The present code was used up by the activation.
  await field.fill(computeCode(secret, Date.now() + 30_000))
  await expect(page).toHaveURL(`${company.url}/dashboard`)
  await signOut(page)

  await typePassword(page, company, 'user')
  await page.getByRole('button', { name: 'Usar un código de recuperación' }).click()
  await page.getByLabel('Código de recuperación').fill(codes[0] ?? '')
  await page.getByLabel('Confiar en este equipo 30 días').check()
  await page.getByRole('button', { name: 'Entrar' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
  await signOut(page)
  await typePassword(page, company, 'user')
  await expect(page, 'the browser is trusted').toHaveURL(`${company.url}/dashboard`)
})

test('a user adds a passkey, is told that the device has one already, and signs in by it alone', async ({ page }) => {
  const devtools = await page.context().newCDPSession(page)
  await devtools.send('WebAuthn.enable')
  await devtools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  })
  const company = await openCompany()
  await signIn(page, company, 'user')
  await openAccount(page, 'Usuario')
  await page.getByRole('button', { name: 'Activar' }).click()
  const dialog = page.getByRole('dialog', { name: 'Activar el segundo paso' })
  await dialog.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await dialog.getByLabel('Los guardé').check()
  await dialog.getByRole('button', { name: 'Continuar' }).click()
  await dialog.getByRole('button', { name: 'Listo' }).click()
  await expect(page.getByRole('list', { name: 'Llaves de acceso' }).getByRole('listitem')).toHaveCount(1)
  await page.getByRole('button', { name: 'Agregar llave de acceso' }).click()
  const another = page.getByRole('dialog', { name: 'Agregar llave de acceso' })
  await another.getByLabel('Nombre').fill('La misma')
  await another.getByRole('button', { name: 'Agregar' }).click()
  await expect(page.getByText('Este dispositivo ya tiene una llave de acceso suya')).toBeVisible()
  await another.getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Descartar' }).click()
  await signOut(page)
  await page.getByRole('button', { name: 'Usar llave de acceso' }).click()
  await expect(page).toHaveURL(`${company.url}/dashboard`)
  await signOut(page)
  await typePassword(page, company, 'user')
  await expect(page, 'the passkey is asked for by itself').toHaveURL(`${company.url}/dashboard`)
})
