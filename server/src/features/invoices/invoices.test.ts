import { expect, test } from 'vitest'
import { shareWorld } from '../../../../tests/support/open-world.ts'
import type { Company } from '../../../../tests/support/world.ts'

const world = shareWorld()

async function ready(company: Company) {
  const { data: statuses } = await company.admin.ok('GET /api/statuses')
  const statusId = statuses.find(({ role }) => role === 'ready')?.id
  const { data: currencies } = await company.admin.ok('GET /api/currencies/active')
  return {
    statusId,
    usd: currencies.find(({ code }) => code === 'USD')?.id ?? '',
    nio: currencies.find(({ code }) => code === 'NIO')?.id ?? '',
  }
}

test('the worked example of an invoice in two currencies comes out to the cent', async () => {
  const company = await world.openCompany()
  const { admin } = company
  const { statusId, usd, nio } = await ready(company)
  const { data: tariff } = await admin.ok('POST /api/tariffs', {
    body: { name: 'Aéreo', type: 'aereo', pricePerPound: 3.75, isDefault: true },
  })
  const { data: client } = await admin.ok('POST /api/client', {
    body: { firstName: 'Ana', lastNames: 'Núñez', phone: '8690 4417' },
  })
  const courierPackage = { shippingMethod: 'aereo' as const, clientId: client.id, tariffId: tariff.id, statusId }
  const { data: first } = await admin.ok('POST /api/packages', {
    body: { ...courierPackage, tracking: 'T1', weight: 3.33 },
  })
  const { data: second } = await admin.ok('POST /api/packages', {
    body: { ...courierPackage, tracking: 'T2', weight: 3.1, discountType: 'fixed_amount', discountValue: 1 },
  })
  const { data: methods } = await admin.ok('GET /api/shipping-methods/active')
  const { data: invoice } = await admin.ok('POST /api/invoices', {
    headers: { 'idempotency-key': 'one' },
    body: {
      clientId: client.id,
      currencyId: nio,
      items: [
        { packageId: first.id, quantity: 3.33, unitPrice: first.finalPricePerPound },
        {
          packageId: second.id,
          quantity: 3.1,
          unitPrice: second.finalPricePerPound,
          discountType: 'fixed_amount',
          discountValue: 0.5,
        },
      ],
      shipping: {
        shippingMethodId: methods[0]?.id ?? '',
        currencyId: usd,
        shippingPrice: 5,
        shippingAddress: 'Managua',
      },
      generalDiscountType: 'percentage',
      generalDiscountValue: 10,
      payments: [
        { total: 10, method: 'cash', currencyId: usd },
        { total: 200, method: 'cash', currencyId: nio },
      ],
      expectedTotal: 914.53,
    },
  })
  expect(invoice.items.map(({ total }) => total)).toEqual([459.54, 372.6])
  expect(invoice).toMatchObject({
    companyInvoiceId: 1,
    status: 'pending',
    shippingTotal: 184,
    discountTotal: 101.61,
    totalAmount: 914.53,
    paidTotal: 564,
    pendingTotal: 350.53,
  })
})
