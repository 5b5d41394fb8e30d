import { beforeAll, describe, expect, test } from 'vitest'
import { openWorld } from '../support/open-world.ts'
import type { Company } from '../support/world.ts'

const world = openWorld()
let company: Company
beforeAll(async () => {
  company = await world.openCompany({ subdomain: 'nueva' })
})

describe('a new company', () => {
  test('a new company has the five statuses in order, one for each role', async () => {
    const { data } = await company.viewer.ok('GET /api/statuses')
    expect(data.map(({ id: _, templateId: __, version: ___, ...status }) => Object.values(status))).toEqual([
      ['Recibido en bodega US', false, 1, 'warehouse_us'],
      ['En tránsito', false, 2, null],
      ['En aduana', false, 3, null],
      ['Listo para retirar', false, 4, 'ready'],
      ['Entregado', true, 5, null],
    ])
  })

  test('a new company has US$ as its default currency and C$ at 36.80 and 36.40, with four decimals shown', async () => {
    const { data } = await company.viewer.ok('GET /api/currencies/active')
    expect(data.map(({ id: _, ...currency }) => currency)).toEqual([
      {
        code: 'NIO',
        name: 'Córdoba',
        symbol: 'C$',
        rateCompra: 36.8,
        rateVenta: 36.4,
        isDefault: false,
        cashStep: 1,
        formattedRates: { compra: 'C$36.8000', venta: 'C$36.4000', spread: 'C$0.4000' },
        version: 1,
      },
      {
        code: 'USD',
        name: 'Dólar estadounidense',
        symbol: 'US$',
        rateCompra: 1,
        rateVenta: 1,
        isDefault: true,
        cashStep: 1,
        formattedRates: { compra: 'US$1.0000', venta: 'US$1.0000', spread: 'US$0.0000' },
        version: 1,
      },
    ])
  })

  test('a new company has one shipping method, the default', async () => {
    const { data } = await company.viewer.ok('GET /api/shipping-methods/default')
    expect(data).toEqual({ id: data?.id, name: 'Entrega a domicilio', isActive: true, isDefault: true, version: 1 })
    expect((await company.viewer.ok('GET /api/shipping-methods')).data).toEqual([data])
  })

  test('a company has its own data under both addresses', async () => {
    const { company: info } = await company.viewer.ok('GET /api/companies/info')
    expect(info).toEqual({
      name: 'Empresa nueva',
      ruc: null,
      address: null,
      phone: null,
      email: null,
      logoUrl: null,
      subdomain: 'nueva',
      casilleroPrefix: null,
      requiresCashSession: false,
      requiresPaidHandover: false,
      allowsCashOnDelivery: false,
      waitingReminderDays: null,
      invoiceFooter: null,
      hasPublicTracking: false,
      hasPublicTariffs: false,
      publicTariffIds: [],
      signUp: 'off',
      terms: null,
      openingHours: null,
      usAddress: null,
      paymentAccounts: [],
      printsPaymentAccounts: false,
      hasPrealertNotice: false,
      hasVoucherNotice: false,
      photoDays: 90,
      secondStepOf: 'none',
      version: 1,
    })
    expect(await company.viewer.ok('GET /api/company/info')).toEqual({ success: true, company: info })
  })
})

describe('currencies', () => {
  const find = async (query: object) =>
    (await company.admin.ok('GET /api/currencies', { query })).data.map(({ code }) => code)

  test('currencies are found by code, name and symbol, with or without accents', async () => {
    for (const search of ['nio', 'CORDOBA', 'Córd', 'c$']) expect(await find({ search }), search).toEqual(['NIO'])
    expect(await find({ search: 'dolar estado' })).toEqual(['USD'])
    expect(await find({ search: 'euro' })).toEqual([])
  })

  test('currencies come in pages, and all to a request without a page', async () => {
    expect(await find({ page: '2', limit: '1' })).toEqual(['USD'])
    const beyond = await company.admin.ok('GET /api/currencies', { query: { page: '3', limit: '1' } })
    expect([beyond.data, beyond.pagination.total]).toEqual([[], 2])
    const { admin, id } = await world.openCompany()
    await world.owner.query(
      `insert into currencies (company_id, code, name, symbol, rate_compra, rate_venta)
       select $1, 'X' || chr(65 + n / 26) || chr(65 + n % 26), 'Otra', 'x', 2, 1 from generate_series(0, 119) n`,
      [id],
    )
    const all = await admin.ok('GET /api/currencies')
    expect([all.data.length, all.pagination.total, all.pagination.pages]).toEqual([122, 122, 1])
    expect((await admin.ok('GET /api/currencies/active')).data).toHaveLength(122)
  })

  test('currencies that are deleted are no longer offered', async () => {
    const { admin, id } = await world.openCompany()
    await world.owner.query(`update currencies set deleted_at = now() where company_id = $1 and code = 'NIO'`, [id])
    for (const call of ['GET /api/currencies', 'GET /api/currencies/active'] as const) {
      expect((await admin.ok(call)).data.map(({ code }) => code)).toEqual(['USD'])
    }
  })
})

test('shipping methods that are switched off are shown only when asked for, deleted ones never', async () => {
  const { admin, id } = await world.openCompany()
  await world.owner.query(
    `insert into shipping_methods (company_id, name, is_active, deleted_at)
     values ($1, 'Bus', false, null), ($1, 'Avión', true, now()), ($1, 'Cargotrans', true, null)`,
    [id],
  )
  const names = async (call: 'GET /api/shipping-methods' | 'GET /api/shipping-methods/active', query = {}) =>
    (await admin.ok(call, { query })).data.map(({ name }) => name)
  expect(await names('GET /api/shipping-methods')).toEqual(['Cargotrans', 'Entrega a domicilio'])
  expect(await names('GET /api/shipping-methods', { includeInactive: 'true' })).toEqual([
    'Bus',
    'Cargotrans',
    'Entrega a domicilio',
  ])
  expect(await names('GET /api/shipping-methods/active')).toEqual(['Cargotrans', 'Entrega a domicilio'])
  await world.owner.query('update shipping_methods set is_default = false where company_id = $1', [id])
  expect(await admin.ok('GET /api/shipping-methods/default')).toEqual({ success: true, data: null })
})
