import { expect, type Locator, test } from '@playwright/test'
import { openScanner } from './support/scanner.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const openDialog = async (button: Locator, dialog: Locator) => {
  await button.click()
  await expect(dialog).toBeVisible()
}

test('fifteen packages come to a status in at most twenty actions, and the clients are counted before', async ({
  page,
}) => {
  const shop = await openShop()
  const packages = []
  for (let at = 0; at < 15; at += 1) packages.push(await shop.receive({ statusId: shop.statuses.inTransit }))
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
  await expect(dialog.getByText('15 paquetes', { exact: true })).toBeVisible()
  await expectAccessible(page)
  await act(() => dialog.getByRole('button', { name: 'Terminar' }).click())
  const question = page.getByRole('dialog', { name: '¿Pasar a «Listo para retirar»?' })
  await expect(question).toContainText('15 paquetes de 1 cliente; se avisará a 1')
  await act(() => question.getByRole('button', { name: 'Cambiar estado' }).click())
  await expect(page.getByText('15 paquetes actualizados').first()).toBeVisible()
  expect(actions).toBeLessThanOrEqual(20)
  await expect(dialog).toBeHidden()
  const { data } = await shop.api('GET /api/packages', { query: { statusId: shop.statuses.ready, limit: '100' } })
  expect(data.map(({ id }) => id).toSorted()).toEqual(packages.map(({ id }) => id).toSorted())
})

test('a code that is wrong, foreign, scanned before or already there is said and not moved', async ({ page }) => {
  const shop = await openShop()
  const other = await openShop()
  const foreign = await other.receive()
  const [one, two, there] = [
    await shop.receive({ tracking: 'TBA302511906443', statusId: shop.statuses.inTransit }),
    await shop.receive({ tracking: '9101026837331000039521', statusId: null }),
    await shop.receive({ tracking: 'YA', statusId: shop.statuses.ready }),
  ]
  await enter(page, shop, '/paquetes')
  const dialog = page.getByRole('dialog', { name: 'Escanear paquetes' })
  await openDialog(page.getByRole('button', { name: 'Escanear paquetes' }), dialog)
  await dialog.getByLabel('Estado').selectOption('Listo para retirar')
  const scan = await openScanner(page)
  const said = dialog.getByRole('status')
  const expected: [code: string, sentence: string][] = [
    [one.tracking ?? '', `Paquete #${one.companyPackageId} · `],
    [one.labelCode, `Paquete #${one.companyPackageId}: ya está en la lista`],
    [`]C1420221539101026837331000039521`, `Paquete #${two.companyPackageId} · `],
    [foreign.labelCode, 'Ningún paquete tiene ese código'],
    ['NADA-DE-ESO', 'Ningún paquete tiene ese código'],
    [there.labelCode, `Paquete #${there.companyPackageId}: ya está en ese estado`],
  ]
  for (const [code, sentence] of expected) {
    await scan(code)
    await expect(said).toContainText(sentence)
  }
  await expect(dialog.getByText('2 paquetes', { exact: true })).toBeVisible()
  await expect(dialog.getByRole('list', { name: 'Escaneados' }).getByRole('listitem')).toHaveCount(6)

  await dialog.getByRole('button', { name: `Quitar ${one.tracking}` }).click()
  await expect(dialog.getByText('1 paquete', { exact: true })).toBeVisible()
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '¿Descartar los cambios?' })
  await question.getByRole('button', { name: 'Seguir editando' }).click()
  await expectAccessible(page)
  await page.screenshot({ path: test.info().outputPath('scan.png') })
})

test('a scan goes to its field wherever the focus is, and presses no button and opens no search', async ({ page }) => {
  const shop = await openShop()
  const one = await shop.receive({ tracking: 'AB/CD 12345', statusId: shop.statuses.inTransit })
  await enter(page, shop, '/paquetes')
  const dialog = page.getByRole('dialog', { name: 'Escanear paquetes' })
  await openDialog(page.getByRole('button', { name: 'Escanear paquetes' }), dialog)
  await dialog.getByLabel('Estado').selectOption('Listo para retirar')
  await dialog.getByRole('button', { name: 'Quitar el sonido' }).focus()
  const scan = await openScanner(page)
  await scan('AB/CD 12345')
  await expect(dialog.getByRole('status')).toContainText(`Paquete #${one.companyPackageId}`)
  await expect(dialog.getByRole('button', { name: 'Quitar el sonido' })).toBeVisible()
  await expect(dialog.getByLabel('Código')).toHaveValue('')
})
