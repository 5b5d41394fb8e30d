import { expect, test } from '@playwright/test'
import { enter, openCompany } from './support/world.ts'

test('statuses are moved by the keyboard, which stays on the button of the one that moves', async ({ page }) => {
  const company = await openCompany()
  await company.api('POST /api/statuses', { body: { name: 'En ruta a Granada', isFinalStatus: false } })
  await enter(page, company, '/admin/estados', 'admin')
  const up = page.getByRole('button', { name: 'Subir: En ruta a Granada' })
  await up.focus()
  for (const place of [5, 4]) {
    await page.keyboard.press('Enter')
    await expect(page.getByText(`En ruta a Granada es ahora el ${place} de 6`)).toBeAttached()
    await expect(up).toBeFocused()
  }
  const down = page.getByRole('button', { name: 'Bajar: En ruta a Granada' })
  await down.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('En ruta a Granada es ahora el 5 de 6')).toBeAttached()
  await expect(down).toBeFocused()
})
