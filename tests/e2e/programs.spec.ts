import { createServer, type IncomingMessage } from 'node:http'
import { expect, test } from '@playwright/test'
import { actOn, isPhone, toast } from './support/gestures.ts'
import { enter, expectAccessible, openCompany } from './support/world.ts'

test('an admin makes a token, a program uses it, and once it is revoked it counts no more', async ({ page }) => {
  const company = await openCompany()
  await enter(page, company, '/admin/datos/programas', 'admin')
  await expect(page.getByText('No hay tokens de acceso')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Nuevo Token' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nuevo Token' })
  await form.getByRole('button', { name: 'Crear Token' }).click()
  await expect(form.getByText('El nombre es requerido').first()).toBeVisible()
  await form.getByLabel('Nombre').fill('Contabilidad')
  await expect(form.getByLabel('Solo lectura')).toBeChecked()
  await form.getByLabel('Vence').selectOption('date')
  await expect(form.getByLabel('Último día')).toBeVisible()
  await form.getByLabel('Vence').selectOption('30')
  await form.getByLabel('Contraseña actual').fill(company.password)
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Crear Token' }).click()

  const shown = page.getByRole('dialog', { name: 'Su token de acceso' })
  const token = await shown.getByLabel('Token', { exact: true }).inputValue()
  expect(token).toMatch(/^cas_/)
  await expectAccessible(page)
  await page.keyboard.press('Escape')
  const question = page.getByRole('dialog', { name: '¿Cerrar sin copiar el token?' })
  await expectAccessible(page)
  await question.getByRole('button', { name: 'Volver' }).click()
  await expect(shown.getByLabel('Token', { exact: true })).toHaveValue(token)
  await shown.getByRole('button', { name: 'Ya lo copié' }).click()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  expect((await company.send('GET /api/client', {}, token)).status).toBe(200)
  expect((await company.send('POST /api/client', { body: {} }, token)).status).toBe(403)

  await actOn(page, 'Contabilidad', 'Revocar')
  await expect(page.getByText('deja de tener acceso de inmediato')).toBeVisible()
  await page.getByRole('button', { name: 'Revocar Token' }).click()
  await expect(toast(page, 'Token revocado')).toBeVisible()
  await expect(page.getByText('No hay tokens de acceso')).toBeVisible()
  expect((await company.send('GET /api/client', {}, token)).status).toBe(401)
})

/** A receiver of webhooks that answers as a story says. */
async function openReceiver() {
  const received: { headers: IncomingMessage['headers']; body: string }[] = []
  let status = 200
  const server = createServer((request, response) => {
    let body = ''
    request.on('data', (part) => {
      body += part
    })
    request.on('end', () => {
      received.push({ headers: request.headers, body })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${Reflect.get(Object(server.address()), 'port')}/casillero`,
    received,
    answerWith: (next: number) => {
      status = next
    },
    close: () => new Promise((resolve) => server.close(resolve)),
  }
}

test('an admin adds a webhook, tests it, and sees what became of each delivery', async ({ page }) => {
  const company = await openCompany()
  const receiver = await openReceiver()
  await enter(page, company, '/admin/datos/programas', 'admin')
  if (isPhone(page)) await page.getByRole('combobox', { name: 'Datos' }).selectOption('webhooks')
  else await page.getByRole('tab', { name: 'Webhooks' }).click()
  await expect(page.getByText('No hay webhooks')).toBeVisible()
  await page.getByRole('button', { name: 'Nuevo Webhook' }).first().click()
  const form = page.getByRole('dialog', { name: 'Nuevo Webhook' })
  await form.getByLabel('Dirección').fill('ftp://avisos.ejemplo.com')
  await form.getByRole('button', { name: 'Crear Webhook' }).click()
  await expect(form.getByText('Ingrese una dirección que empiece con https://').first()).toBeVisible()
  await form.getByLabel('Dirección').fill(receiver.url)
  await form.getByLabel('Se anula una factura').uncheck()
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Crear Webhook' }).click()
  const shown = page.getByRole('dialog', { name: 'El secreto del webhook' })
  await shown.getByLabel('Secreto', { exact: true }).press('ControlOrMeta+c')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)

  await actOn(page, receiver.url, 'Probar')
  const deliveries = page.getByRole('dialog', { name: 'Envíos' })
  await expect(deliveries.getByText('Entregado')).toBeVisible()
  await expect(deliveries.getByText('Respuesta 200')).toBeVisible()
  await expectAccessible(page)
  expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ type: 'webhook.test' })

  receiver.answerWith(500)
  await deliveries.getByRole('button', { name: 'Probar' }).click()
  await expect(deliveries.getByText('Respondió con 500')).toBeVisible()
  await expect(deliveries.getByText('Próximo intento')).toBeVisible()
  await deliveries.getByRole('button', { name: 'Cerrar' }).last().click()
  await page.reload()
  await expect(page.getByText('Falla', { exact: true })).toBeVisible()
  await expectAccessible(page)

  receiver.answerWith(200)
  await actOn(page, receiver.url, 'Envíos')
  await deliveries.getByRole('button', { name: 'Enviar de nuevo: Prueba' }).first().click()
  await expect(deliveries.getByText('Entregado')).toHaveCount(2)
  await deliveries.getByRole('button', { name: 'Cerrar' }).last().click()
  await actOn(page, receiver.url, 'Eliminar')
  await page.getByRole('button', { name: 'Eliminar Webhook' }).click()
  await expect(page.getByText('No hay webhooks')).toBeVisible()
  await receiver.close()
})

test('a user reads which calls programs can make, finds one and opens it, and nothing is asked of another host', async ({
  page,
}) => {
  const company = await openCompany()
  const origins = new Set<string>()
  const refusals: string[] = []
  page.on('request', (request) => origins.add(new URL(request.url()).origin))
  page.on('console', (line) => {
    if (/Content Security Policy|TrustedHTML|TrustedScript/.test(line.text())) refusals.push(line.text())
  })
  await enter(page, company, '/api/docs', 'viewer')
  await expect(page).toHaveURL(/\/datos\/api/)
  await expect(page.getByText('The calls that the screens of Casillero make')).toBeVisible()
  await expectAccessible(page)
  await page.getByRole('searchbox').fill('postInvoicesByIdPayments')
  await expect(page.getByText('/debts', { exact: true })).toHaveCount(0)
  await page.getByText('/payments', { exact: true }).click()
  await expect(page.getByText('Idempotency-Key')).toBeVisible()
  await expect(page.getByText('RESPONSE', { exact: true }).last()).toBeVisible()
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBe(page.viewportSize()?.width)
  await expectAccessible(page)
  expect([...origins]).toEqual([company.url])
  expect(refusals).toEqual([])
})
