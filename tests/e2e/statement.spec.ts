import { readFile } from 'node:fs/promises'
import { expect, test } from '@playwright/test'
import { pagesOf } from '../support/pdf-text.ts'
import { isPhone, toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('the statement of a client shows each currency by itself, as PDF too, and is sent', async ({ page }) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive({ weight: 3.33 })], {
    currencyId: shop.nio,
    payments: [{ total: 10, method: 'cash', currencyId: shop.usd, reference: 'REC-7' }],
  })
  await shop.invoice([await shop.receive()])
  await enter(page, shop, `/clients/${shop.client.id}`)
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Cliente' }).selectOption('Estado de cuenta')
  else await page.getByRole('tab', { name: 'Estado de cuenta' }).click()
  const content = page.getByRole('main')
  await expect(page.getByRole('heading', { name: 'Córdoba (C$)' })).toBeVisible()
  await expect(content).toContainText('Pago · Efectivo US$10.00 × 36.40 REC-7')
  await expect(content).toContainText('C$95.54')
  await expect(content).toContainText('US$7.50 × 36.80 = C$276.00 a la tasa de hoy (referencia)')
  await expectAccessible(page)

  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'PDF' }).click()])
  expect(file.suggestedFilename()).toBe(`Estado-de-cuenta-${shop.client.casillero}.pdf`)
  expect((await pagesOf(await readFile(await file.path()))).join(' ')).toContain('C$95.54')
  await page.getByRole('button', { name: 'Enviar por WhatsApp' }).click()
  await expect(toast(page, 'El estado de cuenta saldrá por WhatsApp')).toBeVisible()

  await page.getByRole('button', { name: 'Acciones: Ana Lucía Núñez Báez' }).click()
  await page.getByRole('menuitem', { name: 'Enviar estado de cuenta' }).click()
  const question = page.getByRole('dialog', { name: '¿Enviar el estado de cuenta a Ana Lucía Núñez Báez?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Enviar por WhatsApp' }).click()
  await expect(question).toBeHidden()

  await page.getByLabel('Período').selectOption('Mes pasado')
  await expect(page.getByText('Sin movimientos en este período')).toBeVisible()
  await expectAccessible(page)
  await page.reload()
  await expect(page.getByLabel('Período')).toHaveValue('last')
})
