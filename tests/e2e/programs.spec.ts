import { expect, test } from '@playwright/test'
import { enter, expectAccessible, openCompany } from './support/world.ts'

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
