import { expect, type Locator, test } from '@playwright/test'
import { isWholeRun } from '../support/sampling.ts'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const openDialog = async (button: Locator, dialog: Locator) => {
  await button.click()
  await expect(dialog).toBeVisible()
}

test('packages come to a status by their scans and at most five actions, and the clients are counted before', async ({
  page,
}) => {
  const shop = await openShop()
  const packages = []
  const count = isWholeRun ? 15 : 5
  for (let at = 0; at < count; at += 1) packages.push(await shop.receive({ statusId: shop.statuses.inTransit }))
  await enter(page, shop, '/paquetes')
  let actions = 0
  const act = async (action: () => Promise<unknown>) => {
    actions += 1
    await action()
  }
  const dialog = page.getByRole('dialog', { name: 'Escanear paquetes' })
  await act(() => openDialog(page.getByRole('button', { name: 'Escanear paquetes' }), dialog))
  await act(() => dialog.getByLabel('Estado').selectOption('Listo para retirar'))
  const scan = await openScanner(page)
  for (const { labelCode } of packages) await act(() => scan(labelCode))
  await expect(dialog.getByText(`${count} paquetes`, { exact: true })).toBeVisible()
  await expectAccessible(page)
  await act(() => dialog.getByRole('button', { name: 'Terminar' }).click())
  const question = page.getByRole('dialog', { name: '¿Pasar a «Listo para retirar»?' })
  await expect(question).toContainText(`${count} paquetes de 1 cliente; se avisará a 1`)
  await act(() => question.getByRole('button', { name: 'Cambiar estado' }).click())
  await expect(page.getByText(`${count} paquetes actualizados`).first()).toBeVisible()
  expect(actions).toBeLessThanOrEqual(count + 5)
  await expect(dialog).toBeHidden()
  const { data } = await shop.api('GET /api/packages', { query: { statusId: shop.statuses.ready, limit: '100' } })
  expect(data.map(({ id }) => id).toSorted()).toEqual(packages.map(({ id }) => id).toSorted())
})
