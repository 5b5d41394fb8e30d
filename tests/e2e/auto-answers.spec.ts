import { expect, test } from '@playwright/test'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('an admin turns a rule on after one question, changes its words and text, and tries it', async ({ page }) => {
  const shop = await openShop()
  await enter(page, shop, '/admin/respuestas', 'admin')
  const list = page.getByRole('list', { name: 'Respuestas automáticas' })
  const turn = (name: string) => list.getByRole('switch', { name: `Contestar con «${name}»` })
  const saved = async (key: string) =>
    (await shop.api('GET /api/auto-answers')).data.answers.find((one) => one.key === key)
  await turn('Mis paquetes').click()
  const question = page.getByRole('dialog', { name: '¿Encender las respuestas automáticas?' })
  await expect(question).toContainText('Contestará a sus clientes desde ahora.')
  await question.getByRole('button', { name: 'Encender' }).click()
  await expect(turn('Mis paquetes')).toBeChecked()
  // The second one asks nothing.
  await turn('Cuánto debo').click()
  await expect(turn('Cuánto debo')).toBeChecked()
  await expectAccessible(page)

  await list.getByRole('link', { name: 'Cuánto debo' }).click()
  const open = page.getByRole('textbox', { name: 'Texto de «Cuánto debo»' })
  await page.getByRole('button', { name: 'Quitar «saldo»' }).click()
  await page.getByRole('button', { name: 'Palabra', exact: true }).click()
  const word = page.getByRole('textbox', { name: 'Palabra nueva' })
  await word.fill('MIS PAQUETES')
  await word.press('Enter')
  await word.press('Escape')
  await expect(page.getByText('«MIS PAQUETES» también está en «Mis paquetes»: contesta «Mis paquetes»')).toBeVisible()
  await open.fill('Debe {{peso}}')
  await expect(page.getByText('Variables desconocidas: peso')).toBeVisible()
  await open.fill('Por pagar ')
  await page.getByRole('button', { name: 'Lo que debe' }).click()
  await expect(page.getByRole('region', { name: 'Así se ve' })).toContainText('Por pagar C$828.40 + US$24.00')
  await page.getByRole('textbox', { name: 'Pruebe con otro mensaje' }).fill('¿cuanto debo por todo?')
  await expect(page.getByText('Contesta «Cuánto debo»')).toBeVisible()
  await page.getByRole('textbox', { name: 'Pruebe con otro mensaje' }).fill('hola')
  await expect(page.getByText('Nadie contesta: va a Por atender')).toBeVisible()
  await expectAccessible(page)

  // Leaving asks, and nothing is lost.
  if (isPhone(page)) await page.getByRole('link', { name: 'Respuestas', exact: true }).click()
  else await list.getByRole('link', { name: 'Mi dirección' }).click()
  await page.getByRole('dialog', { name: '¿Guardar los cambios?' }).getByRole('button', { name: 'Cancelar' }).click()
  await page.getByRole('button', { name: 'Guardar' }).click()
  await expect(toast(page, 'Respuesta guardada')).toBeVisible()
  expect(await saved('debts')).toMatchObject({ content: 'Por pagar {{debe}}', isOn: true, isCustomized: true })

  await page.getByRole('button', { name: 'Más acciones de «Cuánto debo»' }).click()
  await page.getByRole('menuitem', { name: 'Subir' }).click()
  await expect(page.getByText('Cuánto debo es ahora la 1 de 7')).toBeAttached()
  expect((await shop.api('GET /api/auto-answers')).data.answers[0]?.key).toBe('debts')
})
