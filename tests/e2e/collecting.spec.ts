import { expect, test } from '@playwright/test'
import { openDrawer } from './support/drawer.ts'
import { toast } from './support/gestures.ts'
import { openShop } from './support/shop.ts'
import { enter, expectAccessible } from './support/world.ts'

test('a clerk collects three invoices at once in dollars and córdobas, and an admin reverses it as a whole', async ({
  page,
}) => {
  const shop = await openShop()
  const session = await openDrawer(shop, { nio: 500, usd: 20 })
  await shop.invoice([await shop.receive()])
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  await shop.invoice([await shop.receive()], { currencyId: shop.nio })
  const credit = { direction: 'in' as const, currencyId: shop.nio, amount: 28, reason: 'Compensación' }
  await shop.api('POST /api/clients/:id/credit', { params: { id: shop.client.id }, body: credit })

  await enter(page, shop, `/clients/${shop.client.id}`)
  await page.getByRole('link', { name: 'Cobrar', exact: true }).click()
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}/cobrar`)
  const main = page.getByRole('main')
  await expect(main).toContainText('C$552.00 · US$7.50')
  const payments = page.getByRole('region', { name: 'Pagos' })
  const invoices = page.getByRole('region', { name: 'Facturas abiertas' })
  const summary = page.getByRole('region', { name: 'Resumen' })
  await page.getByRole('button', { name: 'Cobrar', exact: true }).click()
  await expect(toast(page, 'Agregue un pago')).toBeVisible()
  await payments.getByRole('button', { name: 'Completar saldo en USD: US$22.68' }).click()
  await expect(invoices.getByText('Queda pagada')).toHaveCount(3)
  await payments.getByLabel('Monto').fill('5')
  await payments.getByRole('button', { name: 'Agregar otro pago' }).click()
  const second = payments.getByRole('group', { name: 'Pago 2' })
  await second.getByLabel('Monto').fill('700')
  await second.getByLabel('Moneda').selectOption('NIO')
  await expect(invoices).toContainText('US$5.00 + C$92.00 ÷ 36.80 = US$2.50')
  await expect(invoices.getByText('Queda pagada')).toHaveCount(3)
  await expect(summary).toContainText('C$56.00')
  await summary.getByRole('radio', { name: 'Saldo a favor' }).check()
  await expect(summary).toContainText('de C$28.00 pasa a C$84.00')
  await expectAccessible(page)

  await invoices.getByLabel('Monto para la factura #2').fill('100')
  await expect(invoices).toContainText('Quedan C$176.00')
  await expect(summary).toContainText('C$232.00')
  await invoices.getByLabel('Monto para la factura #2').fill('300')
  await expect(invoices).toContainText('Debe C$276.00')
  await invoices.getByRole('checkbox', { name: 'Cobrar la factura #2' }).uncheck()
  await expect(invoices).toContainText('Sin cobrar')
  await invoices.getByRole('checkbox', { name: 'Cobrar la factura #2' }).check()
  await expect(invoices.getByText('Queda pagada')).toHaveCount(3)
  await page.getByRole('button', { name: 'Cobrar', exact: true }).dblclick()
  await expect(page.getByRole('region', { name: 'Cobro registrado' })).toContainText('Cobro #1')
  await expect(page).toHaveURL(`${shop.url}/clients/${shop.client.id}?tab=facturas`)
  await expect(main).toContainText('C$84.00')
  await expect(main.getByRole('link', { name: 'Cobrar', exact: true })).toHaveCount(0)
  const { data } = await shop.api('GET /api/cash-sessions/:id', { params: { id: session.id } })
  expect(data.collected.map(({ total, code }) => [total, code])).toEqual([
    [700, 'NIO'],
    [5, 'USD'],
  ])
  await enter(page, shop, '/caja')
  await expectAccessible(page)
  await page.getByRole('button', { name: 'Cobro #1' }).first().click()
  const shown = page.getByRole('dialog', { name: 'Cobro #1' })
  await expect(shown).toContainText('C$700.00')
  await expect(shown.getByRole('link', { name: 'Factura #3' })).toBeVisible()
  await expect(shown.getByRole('button', { name: 'Revertir' })).toHaveCount(0)
  await expectAccessible(page)
  await enter(page, shop, `/facturar/${(await shop.allInvoices())[2]?.id}?tab=facturas`, 'admin')
  const detail = page.getByRole('dialog', { name: 'Factura #1' })
  await expect(detail).toContainText('Cobro #1')
  await detail.getByRole('button', { name: 'Revertir el pago de US$5.00' }).click()
  const form = page.getByRole('dialog', { name: 'Revertir pago' })
  await expect(form).toContainText('Es parte del cobro #1: se revierte el cobro completo, en todas sus facturas.')
  await form.getByLabel('Motivo').fill('Era de otro cliente')
  await expectAccessible(page)
  await form.getByRole('button', { name: 'Revertir pago' }).click()
  await expect(toast(page, 'Pago revertido')).toBeVisible()
  expect((await shop.allInvoices()).map(({ status }) => status)).toEqual(['pending', 'pending', 'pending'])
})

test('amounts that another clerk changed are refused, what was entered stays, and a lost answer is not collected twice', async ({
  page,
}) => {
  const shop = await openShop()
  await shop.invoice([await shop.receive()])
  await enter(page, shop, `/clients/${shop.client.id}/cobrar`)
  const payments = page.getByRole('region', { name: 'Pagos' })
  await payments.getByLabel('Monto').fill('15.01')
  await page.getByRole('button', { name: 'Cobrar', exact: true }).click()
  await expect(toast(page, 'El vuelto sería US$7.51. Si es correcto, presione Cobrar otra vez')).toBeVisible()
  await payments.getByLabel('Monto').fill('7.5')
  await payments.getByLabel('Método').selectOption('transfer')
  const [invoice] = await shop.allInvoices()
  const paying = { params: { id: invoice?.id ?? '' }, body: { total: 2, method: 'transfer' as const } }
  await shop.api('POST /api/invoices/:id/payments', paying)
  await page.getByRole('button', { name: 'Cobrar', exact: true }).click()
  await expect(toast(page, 'Los montos cambiaron; revise el total')).toBeVisible()
  await expect(payments.getByLabel('Monto')).toHaveValue('7.50')
  await expect(page.getByRole('region', { name: 'Resumen' })).toContainText('Vuelto')

  await page.route(
    '**/collections*',
    async (route) => {
      await shop.deliver(route.request())
      await route.abort('connectionreset')
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'Cobrar', exact: true }).click()
  const again = page.getByRole('button', { name: 'Reintentar' })
  await expect(again).toBeVisible()
  await again.click()
  await expect(page.getByRole('region', { name: 'Cobro registrado' })).toContainText('Cobro #1')
  await expect(page.getByRole('region', { name: 'Cobro registrado' })).toContainText(/A saldo a favor\s*US\$2\.00/)
  const { data } = await shop.api('GET /api/invoices/:id', { params: { id: invoice?.id ?? '' } })
  expect(data).toMatchObject({ status: 'paid', paidTotal: 7.5 })
})
