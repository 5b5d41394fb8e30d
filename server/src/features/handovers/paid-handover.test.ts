import { describe, expect, test } from 'vitest'
import { handOver, handoverOf, readPackage } from '../../../../tests/support/hand-over.ts'
import { openWorld } from '../../../../tests/support/open-world.ts'
import { openShop, type Shop } from '../../../../tests/support/shop.ts'

const world = openWorld()
const call = 'POST /api/handovers'

const requirePayment = (shop: Shop, requiresPaidHandover = true) =>
  shop.admin.ok('PUT /api/companies/update', { body: { requiresPaidHandover } })

describe('payment before the hand-over', () => {
  test('a company that asks for payment hands over what is paid, and refuses what is not invoiced or paid in part', async () => {
    const shop = await openShop(world)
    await requirePayment(shop)
    const [bare, paid, half, beside] = await shop.receiveMany(4)
    if (!bare || !paid || !half || !beside) throw new Error('no packages')
    await shop.invoice([paid], { payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }] })
    const { companyInvoiceId } = await shop.invoice([half, beside], {
      payments: [{ total: 7.5, method: 'cash', currencyId: shop.usd }],
    })
    expect(await shop.user.refused(call, { body: handoverOf(shop, [bare]) })).toMatchObject({
      status: 409,
      code: 'handover_not_invoiced',
      fields: { 'packageIds.0': `El paquete #${bare.companyPackageId} no está facturado` },
    })
    for (const one of [half, beside])
      expect(await shop.user.refused(call, { body: handoverOf(shop, [paid, one]) })).toMatchObject({
        status: 409,
        code: 'handover_not_paid',
        fields: { 'packageIds.1': `El paquete #${one.companyPackageId} no está pagado: factura #${companyInvoiceId}` },
      })
    expect((await handOver(shop, [paid])).packages[0]?.invoice?.companyInvoiceId).toBe(1)
  })

  test('an admin alone hands over what is not paid, with a reason', async () => {
    const shop = await openShop(world)
    await requirePayment(shop)
    const packages = await shop.receiveMany(1)
    const reason = 'Paga mañana'
    for (const [actor, more] of [
      [shop.user, { reason }],
      [shop.admin, {}],
      [shop.admin, { reason: ' ' }],
    ] as const)
      expect((await actor.refused(call, { body: handoverOf(shop, packages, more) })).code).toBe('handover_not_invoiced')
    const { data } = await shop.admin.ok(call, { body: handoverOf(shop, packages, { reason }) })
    expect(data.reason).toBe(reason)
  })

  test('a company that asks for payment sets the final status by the hand-over alone', async () => {
    const shop = await openShop(world)
    const [moved, other] = await shop.receiveMany(2)
    const { delivered, ready } = shop.statuses
    const away = await shop.receive({ statusId: delivered })
    await requirePayment(shop)
    const undoable = await shop.user.ok('PATCH /api/packages/status', {
      body: { packageIds: [away.id], statusId: ready, undoable: true },
    })
    const packageIds = [moved?.id ?? '']
    const fresh = { shippingMethod: 'aereo' as const, tracking: 'X-1', statusId: delivered }
    for (const refused of [
      await shop.admin.refused('PATCH /api/packages/status', { body: { packageIds, statusId: delivered } }),
      await shop.admin.refused('POST /api/packages/status/preview', { body: { packageIds, statusId: delivered } }),
      await shop.admin.refused('POST /api/packages', { body: fresh }),
      await shop.admin.refused('PUT /api/packages/:id', {
        params: { id: other?.id ?? '' },
        body: { ...fresh, clientId: shop.client.id, tracking: other?.tracking ?? '' },
      }),
      await shop.user.refused('POST /api/packages/status/:id/undo', {
        params: { id: undoable.data.changeId ?? '' },
      }),
    ])
      expect([refused.status, refused.code, refused.message]).toEqual([
        409,
        'final_by_handover',
        'Este estado se pone al entregar',
      ])
    await requirePayment(shop, false)
    await shop.user.ok('PATCH /api/packages/status', { body: { packageIds, statusId: delivered } })
  })

  test('a package that came to the final status before the setting is edited as before', async () => {
    const shop = await openShop(world)
    const { delivered } = shop.statuses
    const old = await shop.receive({ statusId: delivered })
    await requirePayment(shop)
    const body = { ...old, weight: 3, statusId: delivered }
    expect((await shop.user.ok('PUT /api/packages/:id', { params: { id: old.id }, body })).data.weight).toBe(3)
    await shop.user.ok('PATCH /api/packages/status', { body: { packageIds: [old.id], statusId: delivered } })
  })

  test('a company that says nothing of it asks for no payment, and one that is opened on the screen does', async () => {
    const operator = await openShop(world, { isOperator: true })
    const open = async (more: object) => {
      const subdomain = `e${Math.random().toString(36).slice(2, 10)}`
      const body = { name: 'Empresa', subdomain, ...more }
      await operator.admin.ok('POST /api/companies/create-company', { body })
      const { rows } = await world.owner.query(
        'select requires_paid_handover as is_on from companies where subdomain = $1',
        [subdomain],
      )
      return rows
    }
    expect(await open({})).toEqual([{ is_on: false }])
    expect(await open({ requiresPaidHandover: true })).toEqual([{ is_on: true }])
  })
})

describe('a package that was handed over', () => {
  test('a package that was handed over stays in its status, with its client, and is not deleted', async () => {
    const shop = await openShop(world)
    const [one] = await shop.receiveMany(1)
    if (!one) throw new Error('no package')
    await handOver(shop, [one])
    const params = { id: one.id }
    const other = await shop.addClient({ firstName: 'Eva' })
    const now = await readPackage(shop, one.id)
    const move = { packageIds: [one.id], statusId: shop.statuses.ready }
    for (const refused of [
      await shop.admin.refused('PATCH /api/packages/status', { body: move }),
      await shop.admin.refused('POST /api/packages/status/preview', { body: move }),
      await shop.admin.refused('PUT /api/packages/:id', { params, body: { ...now, statusId: shop.statuses.ready } }),
      await shop.admin.refused('PUT /api/packages/:id', { params, body: { ...now, clientId: other.id } }),
      await shop.admin.refused('DELETE /api/packages/:id', { params }),
    ])
      expect([refused.status, refused.code, refused.message]).toEqual([
        409,
        'package_handed_over',
        `El paquete #${one.companyPackageId} ya se entregó en la entrega #1`,
      ])
    const edited = { ...now, weight: 5 }
    expect((await shop.user.ok('PUT /api/packages/:id', { params, body: edited })).data.weight).toBe(5)
  })
})
