import { isWholeRun } from '../../support/sampling.ts'
import { hostileValues } from './hostile-values.ts'
import type { Shop } from './shop.ts'

/** The rows of a page of a list, of which a run from day to day fills less than half. */
const perPage = isWholeRun ? 20 : 8

/** The n-th value, a different one for each field of a row, so that every field has had every value. */
const value = (row: number, field = 0): string => hostileValues[(row + field * 7) % hostileValues.length] ?? ''

async function inLanes(count: number, work: (index: number) => Promise<unknown>): Promise<void> {
  let next = 0
  await Promise.all(
    [1, 2, 3, 4].map(async () => {
      while (next < count) await work(next++)
    }),
  )
}

/** A company in which every text that a user can type is an attack. */
export async function poison(shop: Shop): Promise<void> {
  const { api } = shop
  const { data: templates } = await api('GET /api/templates')
  for (const [row, { id }] of templates.entries()) {
    const customContent = Array.from({ length: 12 }, (_, n) => value(row * 12 + n)).join(' ')
    await api('PUT /api/templates/:id', {
      params: { id },
      body: { customContent: customContent.replaceAll('{{', '{ {') },
    })
  }
  await inLanes(hostileValues.length, async (row) => {
    const text = (field: number) => value(row, field)
    const names = { firstName: text(0), middleName: text(1), lastNames: text(2) }
    const client = await shop.addClient({ ...names, address: text(3), city: text(4), department: text(5) })
    const tariff = { name: text(0), notes: text(1), type: 'aereo' as const, pricePerPound: 1 }
    await api('POST /api/tariffs', { body: tariff })
    const texts = {
      description: text(2),
      contents: text(3),
      provider: text(4),
      clientPackageName: text(5),
      comments: text(6),
    }
    await shop.receive({ clientId: client.id, tracking: text(0), warehouseTracking: text(1), ...texts })
    if (row < perPage) await shop.receive({ clientId: null, tracking: text(3), clientPackageName: text(6) })
    const body = {
      firstName: text(0),
      lastName: text(1),
      cedula: text(2).slice(0, 40),
      email: `p${row}@veneno.test`,
      type: 'viewer' as const,
    }
    if (row < perPage) await api('POST /api/users', { body: { ...body, password: 'una clave larga' } })
  })
  for (let row = 0; row < 12; row += 1) {
    await api('POST /api/shipping-methods', { body: { name: value(row) } })
    const name = value(row).slice(0, 60)
    await api('POST /api/statuses', { body: { name, isFinalStatus: false } })
    const code = `X${String.fromCharCode(65 + row)}X`
    await api('POST /api/currencies', {
      body: { code, name, symbol: value(row).slice(0, 10), rateCompra: 1, rateVenta: 1 },
    })
  }
  const { data: methods } = await api('GET /api/shipping-methods/active')
  await inLanes(perPage, async (row) => {
    const client = await shop.addClient({ firstName: value(row, 4), lastNames: value(row, 5) })
    const courierPackage = await shop.receive({ clientId: client.id, tracking: value(row), description: value(row, 1) })
    const shippingMethodId = methods[row % methods.length]?.id ?? shop.methodId
    const place = { shippingAddress: value(row), shippingCity: value(row, 1), shippingDepartment: value(row, 2) }
    await shop.invoice([courierPackage], {
      clientId: client.id,
      shipping: { shippingMethodId, currencyId: shop.usd, shippingPrice: 1, ...place, comments: value(row, 3) },
      payments: [{ total: 1, method: 'cash', reference: value(row, 4) }],
    })
    await api('PATCH /api/packages/status', {
      body: { packageIds: [courierPackage.id], statusId: shop.statuses.inTransit },
    })
  })
  await inLanes(perPage, async (row) => {
    const head = { guide: value(row).slice(0, 120), carrier: value(row, 1).slice(0, 120), note: value(row, 2) }
    const { data } = await api('POST /api/shipments', { body: { shippingMethod: 'aereo', ...head } })
    const params = { id: data.id }
    const packageIds = [(await shop.receive({ tracking: value(row, 3), statusId: shop.statuses.received })).id]
    await api('POST /api/shipments/:id/packages', { params, body: { packageIds } })
    await api('POST /api/shipments/:id/send', { params, body: {} })
    await api('POST /api/shipments/:id/arrivals', { params, body: { code: value(row, 4).slice(0, 120) } })
    const { data: received } = await api('POST /api/shipments/:id/receive', { params, body: {} })
    const costs = [{ concept: value(row, 5).slice(0, 120), currencyId: shop.usd, amount: 1 }]
    await api('PUT /api/shipments/:id/costs', { params, body: { costs, version: received.version } })
    if (row % 2 === 0) return
    await api('POST /api/shipments/:id/lost', { params, body: { packageIds, reason: value(row, 6).slice(0, 500) } })
    await api('POST /api/shipments/:id/close', { params })
    await api('POST /api/shipments/:id/reopen', { params, body: { reason: value(row, 7).slice(0, 500) } })
  })
  const contact = {
    ruc: value(1).slice(0, 30),
    address: value(2),
    phone: value(3).slice(0, 30),
    email: 'a@veneno.test',
  }
  await api('PUT /api/companies/update', { body: { name: value(0), ...contact } })
}
