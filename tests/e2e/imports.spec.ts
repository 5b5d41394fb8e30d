import { expect, type Page, test } from '@playwright/test'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

const count = 60
const faults = 7

/** The list of a warehouse; each eighth package has a weight that is none. */
const listOf = (casillero: string, isMended: boolean): string => {
  const lines = Array.from({ length: count }, (_, index) => {
    const isFault = !isMended && index % 8 === 7
    const weight = isFault ? '12 aprox' : (1 + (index % 9) / 4).toFixed(2).replace('.', ',')
    return `1Z77${String(index).padStart(6, '0')};${casillero};${weight};${index % 2 === 0 ? 'AIR' : 'OCEAN'};22/10/2026;caja ${index}`
  })
  return ['Tracking #;Casillero;Weight (lb);Servicio;Fecha;Obs.', ...lines].join('\r\n')
}

const choose = (page: Page, name: string, text: string) =>
  page.locator('input[type=file]').setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text, 'latin1') })

const countOf = (page: Page, tab: string, number: number) => page.getByRole('tab', { name: `${tab} ${number}` })

async function expectNoSideways(page: Page): Promise<void> {
  const room = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
  expect(await page.evaluate(room)).toBe(0)
}

test('sixty packages are brought in, seven that are wrong are mended first, and the load is taken back', async ({
  page,
}) => {
  const shop = await openShop()
  const conflicts: string[] = []
  page.on('response', (response) => {
    if (response.status() === 409) conflicts.push(response.url())
  })
  await enter(page, shop, '/paquetes', 'user')
  await page.getByRole('button', { name: 'Más acciones' }).click()
  await page.getByRole('menuitem', { name: 'Importar', exact: true }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Importar paquetes' })).toBeVisible()
  await expectAccessible(page)
  await choose(page, 'virus.png', '\u0000\u0001')
  await expect(page.getByRole('alert')).toHaveText('El archivo debe ser de Excel (.xlsx) o CSV')

  await choose(page, 'bodega-miami.csv', listOf(shop.client.casillero, false))
  const unclear = page.getByRole('combobox', { name: 'Obs.' })
  await expect(unclear).toBeFocused()
  await expect(page.getByText('Reconocida').first()).toBeVisible()
  await expect(page.getByText('Día/mes/año')).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  await page.getByRole('button', { name: 'Revisar 60 filas' }).click()
  await expect(page.getByText('Elija un campo, o «No importar»')).toBeVisible()
  await unclear.selectOption('Comentarios')
  await page.getByRole('button', { name: 'Revisar 60 filas' }).click()

  await expect(countOf(page, 'Nuevo', count - faults)).toHaveCount(1)
  await expect(countOf(page, 'Error', faults)).toHaveCount(1)
  await page.getByRole('tab', { name: `Error ${faults}` }).click()
  await expect(page.getByText('«12 aprox» no es un número')).toHaveCount(faults)
  await expectAccessible(page)
  await expectNoSideways(page)
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Descargar errores' }).click()
  expect((await download).suggestedFilename()).toBe('bodega-miami-errores.csv')
  await page.reload()
  await expect(page.getByRole('button', { name: `Importar ${count - faults} filas` })).toBeVisible()
  await page.getByRole('button', { name: 'Atrás' }).click()
  await expect(page.getByRole('combobox', { name: 'Obs.' })).toHaveValue('comments')

  await page.getByRole('link', { name: 'Cambiar archivo' }).click()
  await choose(page, 'bodega-miami-mejorada.csv', listOf(shop.client.casillero, true))
  await expect(page.getByText('Recordada').first()).toBeVisible()
  await page.getByRole('button', { name: 'Revisar 60 filas' }).click()
  await page.getByRole('button', { name: 'Importar 60 filas' }).dblclick()
  await expect(page.getByRole('heading', { name: 'Importación terminada' })).toBeVisible()
  await expectAccessible(page)
  await expectNoSideways(page)
  const total = async () => (await shop.api('GET /api/packages', { query: { page: '1' } })).pagination.total
  expect(await total()).toBe(count)

  const [changed] = (await shop.api('GET /api/packages', { query: { search: '1Z77000007' } })).data
  await shop.api('PATCH /api/packages/status', {
    body: { packageIds: [changed?.id ?? ''], statusId: (await shop.api('GET /api/statuses')).data[1]?.id ?? '' },
  })
  await page.getByRole('button', { name: 'Deshacer bodega-miami-mejorada.csv' }).first().click()
  const question = page.getByRole('dialog', { name: '¿Deshacer bodega-miami-mejorada.csv?' })
  await expect(question.getByText('1Z77000007: cambió después')).toBeVisible()
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Deshacer' }).click()
  await expect(toast(page, 'Importación deshecha')).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Se deshizo la importación, menos lo que ya cambió' })).toBeVisible()
  expect(await total()).toBe(1)
  expect(conflicts).toEqual([])
})
