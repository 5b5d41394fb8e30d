import { expect, test } from '@playwright/test'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('the panel of WhatsApp distinguishes the five states, their remedies, a lost connection and a broken picture', async ({
  page,
}) => {
  const shop = await openShop()
  let reads = 0
  const reply = {
    success: true,
    qrCode: null,
    sessionInfo: null,
    error: null,
    nextTryAt: null,
    remedy: null,
    message: 'Lo que dice el servidor.',
  }
  let answer: object | undefined
  await page.route(/waha-status/, (route) => {
    reads += 1
    return answer === undefined ? route.abort() : route.fulfill({ json: { ...reply, ...answer } })
  })
  await enter(page, shop, '/admin/settings/whatsapp', 'admin')
  await expect(page.getByText('No se pudo cargar el estado')).toBeVisible()
  await expect(page.getByText('Error de conexión')).toBeVisible()
  const refresh = page.getByRole('button', { name: 'Actualizar Estado' })
  for (const [status, label] of [
    ['STOPPED', 'Detenido'],
    ['STARTING', 'Iniciando'],
    ['SCAN_QR_CODE', 'Escanear Código QR'],
    ['WORKING', 'Funcionando'],
    ['FAILED', 'Error'],
  ]) {
    const phone = { name: 'Tres Volcanes', phone: '50577778888', since: '2026-11-20T16:42:00.000Z' }
    answer = { status, sessionInfo: status === 'WORKING' ? phone : null }
    await refresh.click()
    await expect(page.getByRole('main').getByText(label ?? '', { exact: true })).toBeVisible()
    if (status === 'SCAN_QR_CODE') await expect(page.getByText('Generando QR...').first()).toBeVisible()
    if (status === 'WORKING') {
      await expect(page.getByText('Tres Volcanes', { exact: true })).toBeVisible()
      await expect(page.getByText('+505 7777 8888')).toBeVisible()
      await expect(page.getByText('20 nov 2026, 10:42')).toBeVisible()
    }
    await expectAccessible(page)
  }

  const linked = { name: 'Tres Volcanes', phone: '50577778888', since: '2026-11-20T16:42:00.000Z' }
  const buttons = page.getByRole('main').getByRole('button', { name: /Reintentar|Vincular|QR/ })
  const error = 'Lo que pasó'
  for (const [remedy, sessionInfo, offered] of [
    ['retry', linked, ['Reintentar', 'Vincular de nuevo']],
    ['relink', linked, ['Vincular de nuevo', 'Reintentar']],
    ['retry', null, ['Reintentar']],
    ['newQr', null, ['Obtener nuevo QR']],
  ] as const) {
    answer = { status: 'FAILED', error, remedy, sessionInfo, nextTryAt: '2026-11-20T16:44:00.000Z' }
    await refresh.click()
    await expect(buttons).toHaveText(offered.map((label) => new RegExp(`^${label}`)))
    await expect(page.getByText(error)).toBeVisible()
    await expect(page.getByText('El sistema lo intentará de nuevo: 20 nov 2026, 10:44')).toBeVisible()
  }
  answer = { status: 'FAILED', remedy: 'relink', sessionInfo: linked }
  await refresh.click()
  await expect(buttons).toHaveText([/^Vincular de nuevo/, /^Reintentar/])
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Vincular de nuevo' }).click()
  await expect(page.getByRole('dialog', { name: '¿Vincular de nuevo?' })).toContainText('Tres Volcanes')
  await expectAccessible(page)
  await page.getByRole('dialog').getByRole('button', { name: 'Cancelar' }).click()

  // The status is read every two seconds while a code is on the screen, behind another tab too.
  await page.evaluate(`
    Object.defineProperty(document, 'visibilityState', { get: () => 'hidden' })
    document.dispatchEvent(new Event('visibilitychange', { bubbles: true }))`)
  answer = { status: 'SCAN_QR_CODE' }
  await refresh.click()
  const before = reads
  await expect.poll(() => reads).toBeGreaterThan(before + 2)
  answer = { status: 'SCAN_QR_CODE', qrCode: `iVBORw0KGgo${'A'.repeat(200)}` }
  await refresh.click()
  await expect(page.getByRole('alert').getByRole('button', { name: 'Reintentar' })).toBeVisible()
  answer = undefined
  await refresh.click()
  await expect(page.getByText('Error de conexión')).toBeVisible()
})
