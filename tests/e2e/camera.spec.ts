import { expect, type Page, test } from '@playwright/test'
import { launchOptions } from '../../playwright.config.ts'
import { drawLabels } from '../../server/src/features/papers/draw-labels.ts'
import { film, holdBeforeCamera } from './support/fake-camera.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test.use({
  permissions: ['camera'],
  launchOptions: {
    ...launchOptions,
    args: [
      ...launchOptions.args,
      '--use-fake-ui-for-media-stream',
      '--use-fake-device-for-media-stream',
      `--use-file-for-fake-video-capture=${film}`,
    ],
  },
})

/** Holds the label of a package before the camera. */
async function showLabel({
  labelCode: code,
  tracking,
  companyPackageId,
}: {
  labelCode: string
  tracking: string | null
  companyPackageId: number
}) {
  const label = {
    code,
    casillero: 'TRE0031',
    name: 'Ana Núñez',
    method: 'aereo' as const,
    tracking: tracking ?? '',
    number: `#${companyPackageId}`,
    date: '21 nov 2026',
  }
  await holdBeforeCamera(
    await drawLabels({
      labels: [label],
      format: 'pdf',
      size: 'small',
      company: 'Tres Volcanes',
      createdAt: '2026-11-21T18:00:00Z',
    }),
  )
}

/** Everything that the browser refuses by the policy of the page, or asks of another origin. */
function watch(page: Page, origin: string): string[] {
  const seen: string[] = []
  page.on('console', (line) => {
    if (line.text().includes('Content Security Policy')) seen.push(line.text())
  })
  page.on('request', (request) => {
    if (!/^(?:blob|data):/.test(request.url()) && !request.url().startsWith(origin)) seen.push(request.url())
  })
  return seen
}

test('the camera reads a printed label into the list of scans, once, from the own origin alone, and one that is refused says so', {
  tag: '@phone',
}, async ({ page, context }) => {
  const shop = await openShop()
  const one = await shop.receive({ statusId: shop.statuses.inTransit })
  await showLabel(one)
  await enter(page, shop, '/paquetes')
  const refused = watch(page, shop.url)
  await page.getByRole('button', { name: 'Escanear paquetes' }).click()
  const dialog = page.getByRole('dialog', { name: 'Escanear paquetes' })
  await dialog.getByLabel('Estado').selectOption('Listo para retirar')
  await dialog.getByRole('button', { name: 'Escanear con la cámara' }).click()
  // Beside the camera, which says in a region of its own that it opens.
  await expect(dialog.getByRole('status').filter({ hasText: `Paquete #${one.companyPackageId}` })).toBeVisible()
  await expectAccessible(page)
  await expect(dialog.getByRole('list', { name: 'Escaneados' }).getByRole('listitem')).toHaveCount(1)
  await dialog.getByRole('button', { name: 'Cerrar la cámara' }).click()
  await expect(dialog.getByLabel('Cámara', { exact: true })).toBeHidden()
  expect(refused).toEqual([])

  await page.goto(`${shop.url}/entregar`)
  await context.clearPermissions()
  await page.evaluate(
    `navigator.mediaDevices.getUserMedia = () => Promise.reject(new DOMException('', 'NotAllowedError'))`,
  )
  await page.getByRole('button', { name: 'Escanear con la cámara' }).click()
  await expect(page.getByRole('alert')).toContainText('El navegador no permite usar la cámara')
  await expect(page.getByRole('combobox', { name: 'Etiqueta o cliente' })).toBeVisible()
})
